import { GeomillError, isGeomillError } from '../errors/geomill-error.ts';
import type { Job } from '../job/job.ts';
import { createProgress, type RunReport } from '../pipeline/spec.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { openService } from '../runtime/open-service.ts';
import type { OpenedService } from '../runtime/opened-service.ts';
import { runJob } from '../runtime/run-job.ts';
import { readServiceSettings, type ServiceOptions } from '../runtime/service-settings.ts';
import { formatCounted } from './format-figures.ts';
import type { CliIo } from './io.ts';
import { printable, printableJson } from './printable.ts';
import { showProgress } from './progress.ts';
import { createProgressMeter } from './progress-meter.ts';
import { createRemoteNotes } from './remote-notes.ts';
import { createStopper, type Stopper } from './stopper.ts';
import { summaryJson, summaryText } from './summary.ts';

const EXIT_TOO_MANY_REJECTS = 3;
const DRAIN_MS = 10_000;
/** Closing a service gets this long even when finishing the rows in progress took all the time. */
const CLOSE_AT_LEAST_MS = 500;

/** The options of `geomill run`. */
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
 * Runs a loaded job, shows its progress, writes the summary and returns the exit code.
 *
 * Errors: those of the run; ABORTED with the exit code of the signal in its details.
 */
export async function executeRun(
  job: Job,
  options: RunCommandOptions,
  io: CliIo,
  startMs: number,
): Promise<number> {
  const settings = await readServiceSettings(options, io);
  const progress = createProgress();
  let opened: OpenedService | undefined;
  const meter = createProgressMeter(job.name, progress, () => opened?.remote?.stats(), options.limit);
  const display = showProgress(io, meter, options.quiet ?? false);
  const note = (text: string) => display.note(text);
  const stopper = createStopper(io, {
    canDrain: () => progress.phase === 'running' || progress.phase === 'finishing',
    onStop: () => note('stopping: finishing the rows in progress, 10 s at most; press again to stop at once'),
    onLeave: () => display.stop(),
  });
  try {
    opened = await openService(settings, {
      limits: limitsOf(job, options),
      onNote: note,
      onEvent: createRemoteNotes(note),
    });
    const workers = options.workers ?? readEnvironment(io.env).workers;
    if (options.input === '-' && io.stdin.isTTY) note('reading rows from the terminal: end them with Ctrl-D');
    const report = await runJob({
      job,
      service: opened,
      input: options.input === '-' ? io.stdin : options.input,
      outputDir: options.output,
      mode: options.restart ? 'restart' : options.append ? 'append' : 'resume',
      ...(workers === undefined ? {} : { workers }),
      ...(options.limit === undefined ? {} : { limitRows: options.limit }),
      signal: stopper.signal,
      progress,
      onNote: note,
    });
    display.stop();
    writeSummary(report, job, options, io, (io.nowMs() - startMs) / 1000, opened);
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
    throw asStop(error, stopper);
  } finally {
    await closeInTime(opened, stopper, io);
    stopper.dispose();
  }
}

function limitsOf(job: Job, { rate, concurrency, perDay }: RunCommandOptions) {
  return {
    ...job.limits,
    ...(rate === undefined ? {} : { ratePerSecond: rate }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(perDay === undefined ? {} : { perDay }),
  };
}

function writeSummary(
  report: RunReport,
  job: Job,
  options: RunCommandOptions,
  { stdout }: CliIo,
  seconds: number,
  { remote }: OpenedService,
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
  if (options.json) stdout.write(`${printableJson(summaryJson(summary), 'line')}\n`);
  else if (!options.quiet) stdout.write(`${printable(summaryText(summary))}\n`);
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
