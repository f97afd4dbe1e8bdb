import { isDeepStrictEqual } from 'node:util';
import { basename } from 'node:path';
import { GeomillError, isGeomillError } from '../base/errors/geomill-error.ts';
import { needsRouter } from '../contract/catalogue.ts';
import type { Job } from '../run/job/job.ts';
import { operationsOf } from '../run/pipeline/job-spec.ts';
import { compareExpectations } from '../run/pipeline/expectations.ts';
import { createProgress, type RunProgress, type RunReport } from '../run/pipeline/spec.ts';
import type { RemoteStats } from '../remote/options.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { openService } from '../runtime/open-service.ts';
import type { OpenedService } from '../runtime/opened-service.ts';
import type { RunCommand } from '../report/data/activity.ts';
import { type RerunSettings, runJob } from '../runtime/run-job.ts';
import { readServiceSettings, type ServiceSettings } from '../runtime/service-settings.ts';
import type { CliIo, OutputStream } from './io.ts';
import { failureLine } from './report-error.ts';
import { excessOf } from './max-errors.ts';
import { joinPlace } from './object-places.ts';
import { openRunQueue, queueNotes, type RunQueue } from './run-queue.ts';
import { requestLimits, type RunOptions } from './run-options.ts';
import { printable, printableJsonLine } from '../base/text/printable.ts';
import { callProgress, createProgressMeter, type ProgressView, showProgress } from './progress.ts';
import { createRemoteNotes } from './remote-notes.ts';
import { createRunReporter, type RecordingReporter } from './run-reporter.ts';
import { createStopper, type Stopper } from './stopper.ts';
import { EXIT_TOO_MANY_FAULTS, type RunSummary, summaryJson, summaryText, unmetText } from './summary.ts';
import { fileLink, hasLinks, wrapFor } from './terminal.ts';
import { createDurableFs } from '../base/files/durable-fs.ts';
import { lockFolder } from '../base/files/lock.ts';
import { message, type Message } from '../base/messages/message.ts';
import { readManifest, writeManifest } from '../run/pipeline/journal/manifest.ts';
import { manifestPath } from '../run/pipeline/journal/run-paths.ts';
import { say } from './terminal.ts';

const DRAIN_MS = 10_000;
/** Closing a service gets this long even when finishing the rows in progress took all the time. */
const CLOSE_AT_LEAST_MS = 500;

/** A run that is to be executed. */
export interface RunTask {
  job: Job;
  options: RunOptions;
  /** Path of the input on this machine; `-` is standard input. */
  path: string;
  /** Folder of the results on this machine. */
  folder: string;
  /** The places as they were given, if the run works on copies of them on this machine; `publish` writes the results there. */
  places?: { input: string; output: string; publish: () => Promise<void> };
  /** The command for the record of the run. */
  command?: RunCommand;
  /** Copies the rows of a finished run that are not asked again. */
  rerun?: RerunSettings;
  /** Stops the run as a signal of the process does: rows in progress are finished, and the same run continues. */
  stop?: AbortSignal;
  /** Receives how far the run is, every second, in place of a terminal. */
  onProgress?: (view: ProgressView) => void;
}

/**
 * Runs a loaded job, shows its progress, writes the summary and returns it.
 *
 * Errors: those of the run; ABORTED with the exit code of the signal in its details.
 */
export async function executeRun(task: RunTask, io: CliIo, startMs: number): Promise<RunSummary> {
  const around = watchRun(task, io, startMs);
  const { display, reporter, stopper } = around;
  const { job, options, folder, places } = task;
  let isRecorded = false;
  try {
    const settings = await readServiceSettings(options.engine, io, (note) => display.note(note));
    const { report, remoteStats, queue } = await runWatched(task, io, settings, around);
    const reportPath = await reporter.finished(
      report,
      settings.kind === 'local' ? settings.datasetDir : undefined,
    );
    isRecorded = true;
    await places?.publish();
    display.stop();
    // What a job expects, it expects of all shards together.
    const expectations = options.input.shard ? [] : compareExpectations(report.counts, job.expect ?? {});
    const excess = [...excessOf(report.counts, options.output), ...unmetText(expectations)];
    const summary: RunSummary = {
      ...whatRuns(task),
      outputDir: places?.output ?? folder,
      report,
      seconds: reporter.seconds() ?? (io.nowMs() - startMs) / 1000,
      limitRows: options.input.limit,
      remoteStats,
      queue: queue?.share(),
      ...(expectations.length > 0 && { expectations }),
      reportPath: reportPath && places ? joinPlace(places.output, basename(reportPath)) : reportPath,
      exitCode: excess.length > 0 ? EXIT_TOO_MANY_FAULTS : 0,
    };
    await writeSummary(summary, task, io);
    for (const sentence of excess) say(io, sentence);
    return summary;
  } catch (error) {
    if (!isRecorded) await reporter.failed();
    noteKeptRows(error, folder, around);
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

function watchRun(task: RunTask, io: CliIo, startMs: number): RunWatch {
  const { job, onProgress, folder, command } = task;
  const { input, output } = task.options;
  const progress = createProgress();
  const held: RunWatch['held'] = {};
  const stats = () => held.service?.remote?.stats();
  const meter = createProgressMeter(job.name, progress, stats, input.limit);
  const display = onProgress
    ? callProgress(io, meter, onProgress)
    : showProgress(io, meter, output.quiet ?? false);
  const stopper = createStopper(io, {
    canDrain: () => progress.phase === 'running' || progress.phase === 'finishing',
    onStop: () => display.note(message('run.stopping')),
    onLeave: (exitCode) => {
      display.stop();
      if (output.json) io.stdout.write(`${failureLine(leftAtOnce(exitCode), whatRuns(task))}\n`);
    },
  });
  const recorded = { folder, isWanted: output.report ?? true, command, key: input.key ?? job.key };
  const reporter = createRunReporter(recorded, io, progress, stats, startMs);
  return { progress, display, reporter, stopper, held };
}

/** Opens the service and runs the job. Shape: the report of the run, the counts of a remote service, and the queue that its chunks went to. */
async function runWatched(
  { job, path, folder, rerun, stop, options: { input, engine, output } }: RunTask,
  io: CliIo,
  settings: ServiceSettings,
  { progress, display, stopper, held, reporter }: RunWatch,
): Promise<{ report: RunReport; remoteStats: RemoteStats | undefined; queue: RunQueue | undefined }> {
  const onNote = (said: Message | string) => display.note(said);
  const opened = await openService(settings, {
    limits: { ...job.limits, ...requestLimits(engine) },
    onNote,
    ownership: {
      waitMs: engine.wait === true ? Infinity : 0,
      onWait: (reason) => onNote(message('run.waiting', { reason })),
      signal: stopper.signal,
    },
    onEvent: createRemoteNotes(onNote),
    ...(reporter.onRequest && { onRequest: reporter.onRequest }),
  });
  held.service = opened;
  if (!opened.shared || needsRouter(operationsOf(job))) io.watch?.('a step of this run');
  // Few rows are asked again, and most of the others are copied: workers would have nothing to do.
  const queue = rerun ? undefined : await openRunQueue(job, folder, engine, settings, opened, io, onNote);
  if (path === '-' && io.stdin.isTTY) onNote(message('run.typeRows'));
  const report = await runJob({
    job,
    service: opened,
    input: path === '-' ? io.stdin : path,
    outputDir: folder,
    mode: output.restart ? 'restart' : output.append ? 'append' : 'resume',
    workers: engine.workers ?? readEnvironment(io.env).workers,
    elsewhere: queue,
    version: io.version,
    key: input.key,
    keepOlder: input.keepOlder,
    limitRows: input.limit,
    shard: input.shard,
    rerun,
    doubts: input.yes ? 'ignore' : 'stop',
    signal: stop ? AbortSignal.any([stopper.signal, stop]) : stopper.signal,
    progress,
    onNote: (text, said) => onNote(said ?? text),
    onChunk: reporter.onChunk,
    onFinishing: reporter.finishing,
    warnings: () => lostOutput('messages', io.stderr),
  });
  queueNotes(queue).forEach(onNote);
  return { report, remoteStats: opened.remote?.stats(), queue };
}

/** Says that the rows before a failure that may pass are kept. */
function noteKeptRows(error: unknown, folder: string, { progress, display }: RunWatch): void {
  const mayPass = isGeomillError(error) && error.traits.retryable && error.code !== 'ABORTED';
  if (mayPass && progress.rowsCommitted > 0)
    display.note(message('run.rowsKept', { rows: progress.rowsCommitted, folder }));
}

/** Writes the summary; where that fails, the manifest says so. */
async function writeSummary(
  summary: RunSummary,
  { options: { output }, folder }: RunTask,
  io: CliIo,
): Promise<void> {
  const { stdout, env } = io;
  if (output.json) stdout.write(`${printableJsonLine(summaryJson(summary))}\n`);
  else if (!output.quiet) stdout.write(`${summaryFor(summary, stdout, env)}\n`);
  await stdout.flush?.();
  for (const warning of lostOutput('summary', stdout)) {
    say(io, warning);
    // The results are in place all the same.
    await addFinding(folder, warning).catch(() => undefined);
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

/** Returns a message where a stream of the process has failed. */
function lostOutput(what: 'summary' | 'messages', stream: OutputStream): Message[] {
  const errno = stream.errno?.();
  return errno === undefined ? [] : [message('run.outputLost', { what, errno })];
}

function whatRuns({ job, path, folder, places }: RunTask) {
  return { job: job.name, input: places?.input ?? path, output: places?.output ?? folder };
}

function leftAtOnce(exitCode: number): GeomillError {
  return new GeomillError('ABORTED', message('run.leftAtOnce'), {
    details: { exitCode },
  });
}

/** Returns an ABORTED that carries the exit code of the signal that stopped the run; any other error unchanged. */
function asStop(error: unknown, stopper: Stopper): unknown {
  const exitCode = stopper.exitCode();
  return exitCode !== undefined && isGeomillError(error, 'ABORTED')
    ? new GeomillError('ABORTED', error.reason, { cause: error, details: { ...error.details, exitCode } })
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
