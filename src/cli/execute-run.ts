import { isDeepStrictEqual } from 'node:util';
import { basename } from 'node:path';
import { GeomillError, isGeomillError } from '../base/errors/geomill-error.ts';
import { needsRouter } from '../contract/catalogue.ts';
import type { Job } from '../run/job/job.ts';
import { operationsOf } from '../run/pipeline/job-spec.ts';
import { compareExpectations } from '../run/pipeline/expectations.ts';
import type { RunCounts } from '../run/pipeline/run-counts.ts';
import { readPlan } from '../run/pipeline/shards/plan-file.ts';
import type { Shard } from '../run/pipeline/shards/shard.ts';
import { createProgress, type RunProgress, type RunReport } from '../run/pipeline/spec.ts';
import type { RemoteStats } from '../remote/options.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { openService } from '../runtime/open-service.ts';
import type { OpenedService } from '../runtime/opened-service.ts';
import type { RunCommand } from '../report/data/activity.ts';
import { type RerunSettings, runJob } from '../runtime/run-job.ts';
import {
  readServiceSettings,
  type ServiceOptions,
  type ServiceSettings,
} from '../runtime/service-settings.ts';
import { formatCounted } from './format-figures.ts';
import type { CliIo, OutputStream } from './io.ts';
import { failureLine } from './json-line.ts';
import { errorExcess, type MaxErrors, unansweredText } from './max-errors.ts';
import { joinPlace } from './object-places.ts';
import { openRunQueue, queueNotes, type QueueOptions, type RunQueue } from './queue-options.ts';
import { printable, printableJsonLine } from '../base/text/printable.ts';
import { callProgress, createProgressMeter, type ProgressView, showProgress } from './progress.ts';
import { createRemoteNotes } from './remote-notes.ts';
import { createRunReporter, type RecordingReporter } from './run-reporter.ts';
import { createStopper, type Stopper } from './stopper.ts';
import { EXIT_TOO_MANY_FAULTS, type RunSummary, summaryJson, summaryText, unmetText } from './summary.ts';
import { fileLink, hasLinks } from './terminal-link.ts';
import { wrapFor } from './wrap-text.ts';
import { createDurableFs } from '../base/files/durable-fs.ts';
import { lockFolder } from '../base/files/lock.ts';
import { englishText, message, type Message } from '../base/messages/message.ts';
import { readManifest, writeManifest } from '../run/pipeline/journal/manifest.ts';
import { manifestPath } from '../run/pipeline/journal/run-paths.ts';

const DRAIN_MS = 10_000;
/** Closing a service gets this long even when finishing the rows in progress took all the time. */
const CLOSE_AT_LEAST_MS = 500;

/** The options of `geomill run`. */
export interface RunCommandOptions extends ServiceOptions, QueueOptions {
  input: string;
  output: string;
  rate?: number;
  concurrency?: number;
  perDay?: number;
  /** Waits for another process that sends requests with the same key. */
  wait?: boolean;
  workers?: number;
  queueWindow?: number;
  restart?: boolean;
  append?: boolean;
  limit?: number;
  /** Column that identifies a row; rows that did not change keep their answers. */
  key?: string;
  /** Keeps answers of another version or edition, too. */
  keepOlder?: boolean;
  shard?: Shard;
  /** File of `geomill shard plan --write`. */
  shardPlan?: string;
  maxRejects?: number;
  maxErrors?: MaxErrors;
  /** False leaves the report out. */
  report?: boolean;
  /** The command for the record of the run. */
  command?: RunCommand;
  /** Copies the rows of a finished run that are not asked again. */
  rerun?: RerunSettings;
  json?: boolean;
  quiet?: boolean;
  /** Runs also where a sample of the input looks wrong. */
  yes?: boolean;
  /** Stops the run as a signal of the process does: rows in progress are finished, and the same run continues. */
  stop?: AbortSignal;
  /** Receives how far the run is, every second, in place of a terminal. */
  onProgress?: (view: ProgressView) => void;
  /** The places as they were given, if the run works on copies of them on this machine; `publish` writes the results there. */
  places?: { input: string; output: string; publish: () => Promise<void> };
}

/**
 * Runs a loaded job, shows its progress, writes the summary and returns it.
 *
 * Errors: those of the run; ABORTED with the exit code of the signal in its details.
 */
export async function executeRun(
  job: Job,
  options: RunCommandOptions,
  io: CliIo,
  startMs: number,
): Promise<RunSummary> {
  const around = watchRun(job, options, io);
  const { display, reporter, stopper } = around;
  const { places } = options;
  let isRecorded = false;
  try {
    const settings = await readServiceSettings(options, io, (note) => display.note(note));
    const { report, remoteStats, queue } = await runWatched(job, options, io, settings, around);
    const reportPath = await reporter.finished(
      report,
      settings.kind === 'local' ? settings.datasetDir : undefined,
    );
    isRecorded = true;
    await places?.publish();
    display.stop();
    // What a job expects, it expects of all shards together.
    const expectations = options.shard ? [] : compareExpectations(report.counts, job.expect ?? {});
    const unmet = unmetText(expectations);
    const excess = [...excessOf(report.counts, options), ...unmet];
    const summary: RunSummary = {
      ...whatRuns(job, options),
      outputDir: places?.output ?? options.output,
      report,
      seconds: (io.nowMs() - startMs) / 1000,
      limitRows: options.limit,
      remoteStats,
      queue: queue?.share(),
      ...(expectations.length > 0 && { expectations }),
      reportPath: reportPath && places ? joinPlace(places.output, basename(reportPath)) : reportPath,
      exitCode: excess.length > 0 ? EXIT_TOO_MANY_FAULTS : 0,
    };
    await writeSummary(summary, options, io);
    for (const sentence of excess) io.stderr.write(`geomill: ${sentence}\n`);
    return summary;
  } catch (error) {
    if (!isRecorded) await reporter.failed();
    noteKeptRows(error, options, around);
    display.stop();
    throw asStop(error, stopper);
  } finally {
    await closeInTime(around.held.service, stopper, io);
    stopper.dispose();
  }
}

/** What accompanies a run: its progress on the terminal, the record for its report, and the signals that stop it. */
interface RunWatch {
  progress: RunProgress;
  display: ReturnType<typeof showProgress>;
  reporter: RecordingReporter;
  stopper: Stopper;
  /** Has the service from when it is open. */
  held: { service?: OpenedService };
}

function watchRun(job: Job, options: RunCommandOptions, io: CliIo): RunWatch {
  const progress = createProgress();
  const held: RunWatch['held'] = {};
  const stats = () => held.service?.remote?.stats();
  const meter = createProgressMeter(job.name, progress, stats, options.limit);
  const display = options.onProgress
    ? callProgress(io, meter, options.onProgress)
    : showProgress(io, meter, options.quiet ?? false);
  const stopper = createStopper(io, {
    canDrain: () => progress.phase === 'running' || progress.phase === 'finishing',
    onStop: () =>
      display.note('stopping: finishing the rows in progress, 10 s at most; press again to stop at once'),
    onLeave: (exitCode) => {
      display.stop();
      if (options.json) io.stdout.write(`${failureLine(leftAtOnce(exitCode), whatRuns(job, options))}\n`);
    },
  });
  const reporter = createRunReporter(options, io, progress, stats);
  return { progress, display, reporter, stopper, held };
}

/** Opens the service and runs the job. Shape: the report of the run, the counts of a remote service, and the queue that its chunks went to. */
async function runWatched(
  job: Job,
  options: RunCommandOptions,
  io: CliIo,
  settings: ServiceSettings,
  around: RunWatch,
): Promise<{ report: RunReport; remoteStats: RemoteStats | undefined; queue: RunQueue | undefined }> {
  const { progress, display, stopper, held } = around;
  const { onRequest, onChunk, finishing } = around.reporter;
  const onNote = (text: string) => display.note(text);
  const opened = await openService(settings, {
    limits: limitsOf(job, options),
    onNote,
    ownership: {
      waitMs: options.wait === true ? Infinity : 0,
      onWait: (reason) => onNote(`waiting: ${reason}`),
      signal: stopper.signal,
    },
    onEvent: createRemoteNotes(onNote),
    ...(onRequest && { onRequest }),
  });
  held.service = opened;
  if (!opened.shared || needsRouter(operationsOf(job))) io.watch?.('a step of this run');
  const workers = options.workers ?? readEnvironment(io.env).workers;
  // Few rows are asked again, and most of the others are copied: workers would have nothing to do.
  const queue = options.rerun ? undefined : await openRunQueue(job, options, settings, opened, io, onNote);
  if (options.input === '-' && io.stdin.isTTY) onNote('reading rows from the terminal: end them with Ctrl-D');
  const plan = options.shardPlan === undefined ? undefined : await readPlan(options.shardPlan);
  const report = await runJob({
    job,
    service: opened,
    input: options.input === '-' ? io.stdin : options.input,
    outputDir: options.output,
    mode: options.restart ? 'restart' : options.append ? 'append' : 'resume',
    ...(workers === undefined ? {} : { workers }),
    ...(queue && { elsewhere: queue }),
    version: io.version,
    ...(options.key === undefined ? {} : { key: options.key }),
    ...(options.keepOlder && { keepOlder: true }),
    ...(options.limit === undefined ? {} : { limitRows: options.limit }),
    ...(options.shard && { shard: { ...options.shard, ...(plan && { plan }) } }),
    ...(options.rerun && { rerun: options.rerun }),
    doubts: options.yes ? 'ignore' : 'stop',
    signal: options.stop ? AbortSignal.any([stopper.signal, options.stop]) : stopper.signal,
    progress,
    onNote,
    ...(onChunk && { onChunk }),
    onFinishing: finishing,
    warnings: () => lostOutput('messages', 'stderr', io.stderr),
  });
  queueNotes(queue).forEach(onNote);
  return { report, remoteStats: opened.remote?.stats(), queue };
}

/** Says that the rows before a failure that may pass are kept. */
function noteKeptRows(error: unknown, { output }: RunCommandOptions, { progress, display }: RunWatch): void {
  const mayPass = isGeomillError(error) && error.traits.retryable && error.code !== 'ABORTED';
  if (mayPass && progress.rowsCommitted > 0)
    display.note(`${formatCounted(progress.rowsCommitted, 'row')} done and kept in ${output}`);
}

/** Returns what a finished run has more of than its options allow, a sentence each. */
export function excessOf(
  counts: RunCounts,
  { maxRejects = Infinity, maxErrors }: RunCommandOptions,
): string[] {
  const rejects =
    counts.rejected > maxRejects ? [`more rows were rejected than --max-rejects ${maxRejects}`] : [];
  return [...rejects, ...errorExcess(counts, maxErrors), ...unansweredText(counts)];
}

/** Returns the limits of the requests to a service: those of the job, and the options instead where they are given. */
export function limitsOf(
  job: Job,
  { rate, concurrency, perDay }: Pick<RunCommandOptions, 'rate' | 'concurrency' | 'perDay'>,
) {
  return {
    ...job.limits,
    ...(rate === undefined ? {} : { ratePerSecond: rate }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(perDay === undefined ? {} : { perDay }),
  };
}

/** Writes the summary; where that fails, the manifest says so. */
async function writeSummary(
  summary: RunSummary,
  { json, quiet, output }: RunCommandOptions,
  { stdout, stderr, env }: CliIo,
): Promise<void> {
  if (json) stdout.write(`${printableJsonLine(summaryJson(summary))}\n`);
  else if (!quiet) stdout.write(`${summaryFor(summary, stdout, env)}\n`);
  await stdout.flush?.();
  for (const warning of lostOutput('summary', 'stdout', stdout)) {
    stderr.write(`geomill: ${englishText(warning)}\n`);
    // The results are in place all the same.
    await addFinding(output, warning).catch(() => undefined);
  }
}

/** Returns the summary as a stream shows it: on a terminal broken into lines, and the path of the report a link. */
function summaryFor(summary: RunSummary, stream: OutputStream, env: CliIo['env']): string {
  const text = wrapFor(stream, printable(summaryText(summary)));
  const { reportPath } = summary;
  const isLinked = reportPath !== undefined && !reportPath.includes('://') && hasLinks(stream, env);
  return isLinked && text.endsWith(reportPath)
    ? text.slice(0, -reportPath.length) + fileLink(reportPath)
    : text;
}

/** Returns a sentence where a stream of the process has failed. */
function lostOutput(
  what: 'summary' | 'messages',
  name: 'stdout' | 'stderr',
  stream: OutputStream,
): Message[] {
  const errno = stream.errno?.();
  return errno === undefined ? [] : [message('run.lostOutput', { what, stream: name, errno })];
}

/** Returns the folder of the dataset, or the address of the service. */
function whatRuns(job: Job, { input, output, places }: RunCommandOptions) {
  return { job: job.name, input: places?.input ?? input, output: places?.output ?? output };
}

function leftAtOnce(exitCode: number): GeomillError {
  return new GeomillError('ABORTED', 'left at once: the same command goes on after the last commit', {
    details: { exitCode },
  });
}

/** Returns an ABORTED that carries the exit code of the signal that stopped the run; any other error unchanged. */
function asStop(error: unknown, stopper: Stopper): unknown {
  const exitCode = stopper.exitCode();
  return exitCode !== undefined && isGeomillError(error, 'ABORTED')
    ? new GeomillError('ABORTED', error.message, { cause: error, details: { ...error.details, exitCode } })
    : error;
}

/** Closes a service; after a signal only for the rest of the time that finishing may take. */
async function closeInTime(
  opened: OpenedService | undefined,
  stopper: Stopper,
  { nowMs }: CliIo,
): Promise<void> {
  const stoppedAtMs = stopper.stoppedAtMs();
  if (!opened || stoppedAtMs === undefined) return opened?.close();
  const leftMs = Math.max(CLOSE_AT_LEAST_MS, DRAIN_MS - (nowMs() - stoppedAtMs));
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => (timer = setTimeout(resolve, leftMs)));
  await Promise.race([opened.close(), tooLate]);
  clearTimeout(timer);
}

/** Adds a finding to the manifest of a finished run. Errors: LOCKED, IO, RESULTS_CHANGED. */
async function addFinding(folder: string, finding: Message): Promise<void> {
  const fs = createDurableFs();
  const lock = await lockFolder(folder);
  try {
    const paths = { folder, manifest: manifestPath(folder) };
    const manifest = await readManifest(fs, paths);
    if (!manifest || manifest.findings.some((known) => isDeepStrictEqual(known, finding))) return;
    await writeManifest(fs, paths, { ...manifest, findings: [...manifest.findings, finding] });
  } finally {
    await lock.release();
  }
}
