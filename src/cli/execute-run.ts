import { availableParallelism } from 'node:os';
import { needsRouter } from '../contract/catalogue.ts';
import { GeomillError, isGeomillError } from '../errors/geomill-error.ts';
import { jobDoesNotFit, type Job } from '../job/job.ts';
import { runJob } from '../pipeline/run.ts';
import { operationsOf } from '../pipeline/job-spec.ts';
import { createProgress, type RunReport } from '../pipeline/spec.ts';
import { createChunkThreads } from '../runtime/chunk-threads.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { formatCounted } from '../runtime/format-figures.ts';
import { inputSource } from './input-name.ts';
import type { CliIo } from '../runtime/io.ts';
import { LOCAL_WINDOW } from '../runtime/local-window.ts';
import { printable } from './printable.ts';
import { showProgress } from './progress.ts';
import { createProgressMeter } from './progress-meter.ts';
import { chooseService, openService, type OpenService, type ServiceOptions } from '../runtime/services.ts';
import { createStopper, type Stopper } from './stopper.ts';
import { summaryJson, summaryText } from './summary.ts';

/** Holds how many requests are in flight where nobody says otherwise. */
export const DEFAULT_CONCURRENCY = 8;

const EXIT_TOO_MANY_REJECTS = 3;
const DRAIN_MS = 10_000;
/** What closing gets even when the drain took all the time there was. */
const CLOSE_AT_LEAST_MS = 500;

/** Holds what the command line says of a run. */
export interface RunCommandOptions extends ServiceOptions {
  input: string;
  output: string;
  rate?: number;
  concurrency?: number;
  perDay?: number;
  workers?: number;
  restart?: boolean;
  append?: boolean;
  limit?: number;
  maxRejects?: number;
  json?: boolean;
  quiet?: boolean;
}

/**
 * Runs a loaded job with whoever answers, shows how it goes, tells what came out, and returns the exit code.
 *
 * Errors: those of the run; faults of the job with their lines; ABORTED with the exit code of the signal in its details.
 */
export async function executeRun(
  job: Job,
  options: RunCommandOptions,
  io: CliIo,
  startMs: number,
): Promise<number> {
  const choice = await chooseService(options, io);
  const progress = createProgress();
  let opened: OpenService | undefined;
  const meter = createProgressMeter(job.name, progress, () => opened?.remote?.stats(), options.limit);
  const display = showProgress(io, meter, options.quiet ?? false);
  const note = (text: string) => display.note(text);
  const stopper = createStopper(io, {
    canDrain: () => progress.phase === 'running' || progress.phase === 'finishing',
    onStop: () =>
      note('stopping: what is under way is brought to an end, 10 s at most; once more to leave at once'),
    onLeave: () => display.stop(),
  });
  try {
    const limits = limitsOf(job, options);
    opened = await openService(choice, limits, note);
    const { remote, shared } = opened;
    const threads = options.workers ?? readEnvironment(io.env).workers ?? availableParallelism();
    const operations = operationsOf(job);
    if (options.input === '-' && io.stdin.isTTY) note('reading rows from the terminal: end them with Ctrl-D');
    const { chunkBytes, checkpointMs } = job.limits;
    const report = await runJob({
      job,
      input: inputSource(options.input, io.stdin),
      outputDir: options.output,
      mode: options.restart ? 'restart' : options.append ? 'append' : 'resume',
      service: opened.service,
      // A router has processes of its own: worker threads would add nothing.
      ...(shared && threads > 1 && !needsRouter(operations)
        ? { createChunkProcessor: createChunkThreads({ threads, service: shared }) }
        : {}),
      serviceIdentity: await opened.identityFor(operations),
      ...(remote ? { openRows: remoteOpenRows(limits.concurrency) } : LOCAL_WINDOW),
      ...(options.limit === undefined ? {} : { limitRows: options.limit }),
      ...(chunkBytes === undefined ? {} : { chunkBytes }),
      ...(checkpointMs === undefined ? {} : { checkpointMs }),
      stop: stopper.signal,
      progress,
      onNote: note,
    });
    display.stop();
    tell(report, job, options, io, (io.nowMs() - startMs) / 1000, opened);
    if (report.counts.rejected <= (options.maxRejects ?? Infinity)) return 0;
    io.stderr.write(`geomill: more rows were rejected than --max-rejects ${options.maxRejects}\n`);
    return EXIT_TOO_MANY_REJECTS;
  } catch (error) {
    if (
      isGeomillError(error) &&
      error.traits.retryable &&
      error.code !== 'ABORTED' &&
      progress.rowsCommitted > 0
    ) {
      note(`${formatCounted(progress.rowsCommitted, 'row')} done and kept in ${options.output}`);
    }
    display.stop();
    throw asStop(withLines(error, job), stopper);
  } finally {
    await closeInTime(opened, stopper, io);
    stopper.dispose();
  }
}

/** Keeps a remote service busy over rows whose answers are known already, and rows of one question. */
function remoteOpenRows(concurrency = DEFAULT_CONCURRENCY): number {
  return Math.min(20_000, Math.max(1000, concurrency * 32));
}

function limitsOf(job: Job, { rate, concurrency, perDay }: RunCommandOptions) {
  return {
    ...job.limits,
    ...(rate === undefined ? {} : { ratePerSecond: rate }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(perDay === undefined ? {} : { perDay }),
  };
}

function tell(
  report: RunReport,
  job: Job,
  options: RunCommandOptions,
  { stdout }: CliIo,
  seconds: number,
  { remote }: OpenService,
): void {
  const summary = {
    job: job.name,
    input: options.input,
    outputDir: options.output,
    report,
    seconds,
    limitRows: options.limit,
    asked: remote?.stats(),
  };
  if (options.json) stdout.write(`${JSON.stringify(summaryJson(summary))}\n`);
  else if (!options.quiet) stdout.write(`${printable(summaryText(summary))}\n`);
}

/** Tells faults that were found with the input at hand by the lines of the job file. */
function withLines(error: unknown, job: Job): unknown {
  if (!isGeomillError(error, 'JOB_WRONG')) return error;
  const { optionFaults } = error.details;
  return optionFaults ? jobDoesNotFit(job, optionFaults) : error;
}

/** Thrown in place of ABORTED where a signal stopped the run, so that the process ends as the signal wants. */
function asStop(error: unknown, stopper: Stopper): unknown {
  const exitCode = stopper.exitCode();
  return exitCode !== undefined && isGeomillError(error, 'ABORTED')
    ? new GeomillError('ABORTED', error.message, { cause: error, details: { ...error.details, exitCode } })
    : error;
}

/** Closes a service; after a signal only for what is left of the time of the drain. */
async function closeInTime(
  opened: OpenService | undefined,
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
