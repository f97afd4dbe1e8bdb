import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { GeomillError, isGeomillError } from '../../errors/geomill-error.ts';
import { jobDoesNotFit, type Job } from '../../job/job.ts';
import { loadJob } from '../../job/load-job.ts';
import { runJob } from '../../pipeline/run.ts';
import { createProgress, type RunReport } from '../../pipeline/spec.ts';
import type { StageFault } from '../../stages/stage.ts';
import { addRateOptions, addServiceOptions, addSetOption } from '../command-options.ts';
import { formatCounted } from '../format-figures.ts';
import { inputSource } from '../input-name.ts';
import type { CliIo } from '../io.ts';
import { wholeNumber } from '../number-options.ts';
import { printable } from '../printable.ts';
import { showProgress, type ProgressDisplay } from '../progress.ts';
import { createProgressMeter } from '../progress-meter.ts';
import { exitCodeOf } from '../report-error.ts';
import { chooseService, openService, type OpenService, type ServiceOptions } from '../services.ts';
import { createStopper, type Stopper } from '../stopper.ts';
import { summaryJson, summaryText } from '../summary.ts';

const EXIT_TOO_MANY_REJECTS = 3;
const DRAIN_MS = 10_000;
/** What closing gets even when the drain took all the time there was. */
const CLOSE_AT_LEAST_MS = 500;
const DEFAULT_CONCURRENCY = 8;
/** Small enough that what a slow service answered is soon committed. */
const REMOTE_CHUNK_BYTES = 16 << 10;
const LOCAL_OPEN_ROWS = 4000;

interface RunCommandOptions extends ServiceOptions {
  input: string;
  output?: string;
  rate?: number;
  concurrency?: number;
  perDay?: number;
  restart?: boolean;
  append?: boolean;
  limit?: number;
  maxRejects?: number;
  json?: boolean;
  set?: string[];
  quiet?: boolean;
}

const EXAMPLES = `
Examples:
  $ geomill run geocode --input addresses.csv
      finds the position of every row's address, from the map that comes with Geomill
  $ geomill run reverse --input points.geojson.gz --output results/points
  $ geomill run geocode --input addresses.csv --set 'geocode.text={dia_chi}, {tinh}' --set outputs=csv,excel
      names the columns that hold the address, and writes other formats
  $ geomill run ./mine.yaml --input - --service https://host/v1 --rate 20 --per-day 50000 < rows.ndjson
      asks a service, at most 20 times a second and 50,000 times a day; the key comes from GEOMILL_API_KEY

A run that was stopped, by whatever, goes on where it was when the same command is given again; a finished one
does nothing. Results and rejected rows are in output/<job>/<input name>/ unless --output says otherwise.

Exit codes: 0 all well, 3 more rows rejected than --max-rejects, 64 usage, 65 input bad or changed, 66 input missing,
69 service down, 73 output cannot be made, 74 disk, 75 try again later, 77 key refused, 78 job wrong, 130 and 143 stopped.`;

/** Adds `geomill run`. */
export function addRunCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command('run')
    .summary('run a job over a file')
    .description(
      'Runs a job over every row of a file and writes the results. JOB is the name of a job (geocode, reverse, forcode ...) or a job file.',
    )
    .argument('<JOB>', 'name of a job, or path of a job file')
    .requiredOption('--input <FILE>', 'CSV, NDJSON, JSON or GeoJSON, plain or .gz; - is standard input')
    .option('--output <DIR>', 'folder for the results (default: output/<job>/<input name>/)');
  addServiceOptions(command);
  addRateOptions(command)
    .option(
      '--concurrency <N>',
      `requests in flight at most (default: ${DEFAULT_CONCURRENCY})`,
      wholeNumber(1, 1024),
    )
    .addOption(new Option('--restart', 'forget what an earlier run did').conflicts('append'))
    .option('--append', 'go on with rows that were added to the end of the input of a finished run')
    .option('--limit <N>', 'stop after so many rows', wholeNumber(1))
    .option('--max-rejects <N>', 'exit with 3 when more rows than this are rejected', wholeNumber(0));
  addSetOption(command)
    .option('--json', 'write the summary as one line of JSON')
    .option('--quiet', 'tell nothing but errors')
    .addHelpText('after', EXAMPLES)
    .action(async (jobName: string, options: RunCommandOptions) => finish(await run(jobName, options, io)));
}

async function run(jobName: string, options: RunCommandOptions, io: CliIo): Promise<number> {
  const startMs = io.nowMs();
  const input = inputSource(options.input, io.stdin);
  let outputDir = options.output;
  try {
    const job = await loadJob(jobName, { jobsDir: io.jobsDir, sets: options.set ?? [] });
    outputDir ??= join('output', job.name, input.name);
    return await runLoaded(job, { ...options, output: outputDir }, io, startMs);
  } catch (error) {
    const exitCode = exitCodeOf(error);
    if (options.json) {
      const { code, message } = isGeomillError(error)
        ? error
        : { code: 'UNEXPECTED', message: String(error) };
      const outcome = code === 'ABORTED' ? 'stopped' : 'failed';
      const line = {
        job: jobName,
        input: options.input,
        output: outputDir,
        outcome,
        code,
        message,
        exit_code: exitCode,
      };
      io.stdout.write(`${JSON.stringify(line)}\n`);
    }
    throw error;
  }
}

async function runLoaded(
  job: Job,
  options: RunCommandOptions & { output: string },
  io: CliIo,
  startMs: number,
): Promise<number> {
  const choice = await chooseService(options, io);
  const progress = createProgress();
  let display: ProgressDisplay | undefined;
  const note = (text: string) => display?.note(text);
  const stopper = createStopper(io, {
    canDrain: () => progress.phase === 'running' || progress.phase === 'finishing',
    onStop: () =>
      note('stopping: what is under way is brought to an end, 10 s at most; once more to leave at once'),
    onLeave: () => display?.stop(),
  });
  let opened: OpenService | undefined;
  try {
    const limits = limitsOf(job, options);
    opened = await openService(choice, limits, note);
    const { remote } = opened;
    const meter = createProgressMeter(job.name, progress, remote && (() => remote.stats()), options.limit);
    display = showProgress(io, meter, options.quiet ?? false);
    if (options.input === '-' && io.stdin.isTTY) note('reading rows from the terminal: end them with Ctrl-D');
    const { chunkBytes = remote ? REMOTE_CHUNK_BYTES : undefined, checkpointMs } = job.limits;
    const report = await runJob({
      job,
      input: inputSource(options.input, io.stdin),
      outputDir: options.output,
      mode: options.restart ? 'restart' : options.append ? 'append' : 'resume',
      service: opened.service,
      serviceIdentity: opened.identity,
      openRows: remote ? remoteOpenRows(limits.concurrency) : LOCAL_OPEN_ROWS,
      ...(options.limit === undefined ? {} : { limitRows: options.limit }),
      ...(chunkBytes === undefined ? {} : { chunkBytes }),
      ...(checkpointMs === undefined ? {} : { checkpointMs }),
      stop: stopper.signal,
      progress,
      onNote: note,
    });
    display.stop();
    tell(report, job, options, io, (io.nowMs() - startMs) / 1000, opened);
    const tooMany = report.counts.rejected > (options.maxRejects ?? Infinity);
    return tooMany ? EXIT_TOO_MANY_REJECTS : 0;
  } catch (error) {
    if (
      isGeomillError(error) &&
      error.traits.retryable &&
      error.code !== 'ABORTED' &&
      progress.rowsCommitted > 0
    ) {
      note(`${formatCounted(progress.rowsCommitted, 'row')} are done and kept in ${options.output}`);
    }
    display?.stop();
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
  options: RunCommandOptions & { output: string },
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
  const { faults } = error.details as { faults?: (StageFault & { stage: string })[] };
  return faults ? jobDoesNotFit(job, faults) : error;
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
