import type { Command } from 'commander';
import type { CliIo, OutputStream } from '../io.ts';
import { addOptions } from '../options.ts';
import {
  ENGINE_OPTIONS,
  INPUT_OPTIONS,
  OUTPUT_OPTIONS,
  runOptions,
  type RunOptions,
} from '../run-options.ts';
import { ping, type RunEnd, writeRunMetrics } from '../run-monitors.ts';
import { errnoOf, failure, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { inputSource } from '../../runtime/input-source.ts';
import type { Job } from '../../run/job/job.ts';
import { isObjectUrl } from '../../object-store/object-url.ts';
import { loadJob } from '../../runtime/load-job.ts';
import { commandOf, outputFolder, setsOf, shellWord } from '../run-command.ts';
import { executeRun, type RunTask } from '../execute-run.ts';
import { createDurableFs } from '../../base/files/durable-fs.ts';
import { localInput, openOutput } from '../object-places.ts';
import { exitCodeOf, writeFailure } from '../report-error.ts';
import type { RunSummary } from '../summary.ts';
import { message } from '../../base/messages/message.ts';
import { printLine, say, textFor } from '../terminal.ts';

const EXAMPLES = `
Examples:
  $ geomill run geocode --input addresses.csv
      geocodes the address of every row from the dataset that comes with Geomill
  $ geomill run reverse --input points.geojson.gz --output results/points
  $ geomill run geocode --input addresses.csv --set 'geocode.text={dia_chi}, {tinh}' --set outputs=csv,excel
      names the columns of the address, and writes other formats
  $ geomill run ./mine.yaml --input - --service https://host/v1 --rate 20 --per-day 50000 < rows.ndjson
      uses a remote service, at most 20 requests a second and 50,000 a day; the key comes from GEOMILL_API_KEY
  $ geomill run geocode --input customers.csv --key customer_id
      every night over the file of the day: requests are sent for new and changed rows only
  $ geomill run geocode --input addresses.csv --shard 3/64
      works on the third of 64 parts, on any machine; geomill merge makes one run of all parts
  $ geomill run geocode --input s3://bucket/addresses.csv --output s3://bucket/results
      reads and writes an object store, with the credentials of the AWS SDK
  $ zcat addresses.csv.gz | geomill run geocode --input - --output - | head
      works as a filter: the first output, row by row, without files and checkpoints; rows that cannot be read have the status error

The same command again continues a run that was stopped or killed; for a finished run it does nothing.
Results and rejected rows are in output/<job>/<input name>/ unless --output says otherwise.

Exit codes: 0 success, 3 more rejected rows or errors than --max-rejects or --max-errors, or less than the job expects, 64 usage, 65 input bad or changed, 66 input missing,
69 service down, 73 output folder cannot be created, 74 disk, 75 try again later, 77 key refused, 78 job wrong, 129, 130 and 143 stopped.`;

/** Adds `geomill run`. */
export function addCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command('run')
    .description(
      'Runs a job over every row of a file and writes the results. JOB is the name of a job (geocode, reverse, forcode ...) or a job file.',
    )
    .argument('<JOB>', 'name of a job, or path of a job file');
  addOptions(command, INPUT_OPTIONS, ENGINE_OPTIONS, OUTPUT_OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action(async (jobName: string, values: Parameters<typeof runOptions>[0]) => {
      finish(await run(jobName, runOptions(values), io));
    });
}

/** Runs of one job over one input that find a folder of their own without `--output`. */
const MOST_RUNS_BESIDE = 100;
/** What the reading of an input says has fewer lines. */
const REMEMBERED_TEXTS = 100;

/** Runs a job and returns the exit code. Shape: with `--json` a failure is written as a line of JSON too. */
export async function run(
  jobName: string,
  options: RunOptions,
  io: CliIo,
  around: Pick<RunTask, 'stop' | 'onProgress'> = {},
): Promise<number> {
  const startMs = io.nowMs();
  const { input, output } = options;
  const { metrics, pingUrl, quiet, restart } = output;
  const tellEnd = async (exitCode: number, summary?: RunSummary) => {
    const seconds = (io.nowMs() - startMs) / 1000;
    const end = { job: summary?.job ?? jobName, input: input.input, exitCode, seconds, summary };
    if (metrics !== undefined) await writeMetrics(metrics, { ...end, endedAtMs: Date.now() }, io);
    if (pingUrl !== undefined) await tellMonitor(pingUrl, exitCode, io);
  };
  const placeIo = { ...io, quiet };
  let outputDir = output.output;
  try {
    if (pingUrl !== undefined) await tellMonitor(pingUrl, 'start', io);
    const sets = setsOf(input);
    const loaded = await loadJob(jobName, { jobsDir: io.jobsDir, sets });
    if (output.output === '-') {
      if (input.key !== undefined) throw failure('USAGE', 'usage.keyNeedsFolder');
      const { executeFilter } = await import('../execute-filter.ts');
      const path = await localInput(input.input, placeIo);
      const exitCode = await executeFilter(loaded, path, options, io);
      await tellEnd(exitCode);
      return exitCode;
    }
    const folders = output.output === undefined ? freeFolders(loaded.name, options, io) : [output.output];
    const command = commandOf(jobName, input.input, sets);
    const once = withoutRepeats(io.stderr);
    const runIo = { ...io, stderr: once.stream };
    const key = input.key ?? loaded.key;
    const runInto = async (place: string) => {
      if (key !== undefined) refuseKeyAtStore(place);
      const { folder, publish, close } = await openOutput(place, { work: output.work, restart }, placeIo);
      try {
        const job = key === undefined || restart ? loaded : await jobOfUpdate(loaded, folder);
        const path = await localInput(input.input, placeIo);
        const places = { input: input.input, output: place, publish };
        return await executeRun({ ...around, job, options, path, folder, places, command }, runIo, startMs);
      } finally {
        await close();
      }
    };
    let summary: RunSummary | undefined;
    for (const folder of folders) {
      outputDir = folder;
      try {
        summary = await runInto(folder);
        break;
      } catch (error) {
        if (isGeomillError(error, 'INPUT_DOUBTFUL')) throw withCommands(error, jobName, options);
        // The results of another run stay where they are; these go beside them.
        const differences = isGeomillError(error, 'INPUT_CHANGED') ? error.details.otherRun : undefined;
        if (differences === undefined || folder === folders.at(-1)) throw error;
        once.remember();
        if (folder !== folders[0] || quiet) continue;
        const said = message('run.goesBeside', { folder, differences: differences.join('; ') });
        printLine(io.stderr, textFor(io, said));
      }
    }
    if (summary === undefined) throw failure('INTERNAL', 'run.noFolder');
    await tellEnd(summary.exitCode, summary);
    return summary.exitCode;
  } catch (error) {
    if (output.json) writeFailure(io, error, { job: jobName, input: input.input, output: outputDir });
    await tellEnd(exitCodeOf(error));
    throw error;
  }
}

/** Returns a stream that leaves out what was written before `remember` was called: each folder that is tried reads the input, and says the same of it. */
function withoutRepeats(stream: OutputStream): { stream: OutputStream; remember(): void } {
  const remembered = new Set<string>();
  let texts: string[] = [];
  return {
    stream: {
      isTTY: stream.isTTY === true,
      // A terminal may change its width.
      get columns() {
        return stream.columns;
      },
      write(text) {
        if (remembered.has(text)) return;
        if (texts.length < REMEMBERED_TEXTS) texts.push(text);
        stream.write(text);
      },
      errno: () => stream.errno?.(),
      waiting: () => stream.waiting?.() ?? 0,
      flush: async (withinMs) => stream.flush?.(withinMs),
    },
    remember() {
      for (const text of texts) remembered.add(text);
      texts = [];
    },
  };
}

/** Adds the commands that fix or accept a reading which is likely wrong. */
function withCommands(
  error: GeomillError<'INPUT_DOUBTFUL'>,
  jobName: string,
  { input: { input, set = [] }, output: { output } }: RunOptions,
): GeomillError {
  const { sets = [] } = error.details;
  const names = new Set(sets.map((text) => text.slice(0, text.indexOf('='))));
  const kept = set.filter((text) => !names.has(text.slice(0, text.indexOf('='))));
  const command = (more: readonly string[]) =>
    [
      'geomill',
      'run',
      jobName,
      '--input',
      input,
      ...(output === undefined ? [] : ['--output', output]),
      ...more,
    ]
      .map(shellWord)
      .join(' ');
  const setsOf = (list: readonly string[]) => list.flatMap((text) => ['--set', text]);
  const fix =
    sets.length === 0 ? '' : message('run.readOtherwise', { command: command(setsOf([...kept, ...sets])) });
  const accept = message('run.readRight', { command: command([...setsOf(set), '--yes']) });
  return new GeomillError('INPUT_DOUBTFUL', message('run.doubtful', { reason: error.reason, fix, accept }), {
    cause: error,
    details: error.details,
  });
}

/** Returns the folders that a run without `--output` tries in turn: one that has a run with other options or another service is left alone. */
function freeFolders(
  job: string,
  { input: { input, shard }, output: { restart } }: RunOptions,
  { stdin }: CliIo,
): string[] {
  const { name } = inputSource(input === '-' ? stdin : input);
  const folder = outputFolder(job, name, shard);
  // Standard input can be read once, and shards find one another by the name of their folder.
  if (input === '-' || shard || restart) return [folder];
  return [folder, ...Array.from({ length: MOST_RUNS_BESIDE - 1 }, (_, at) => `${folder}-${at + 2}`)];
}

/** Refuses an update of results that are not on this machine. Errors: USAGE. */
function refuseKeyAtStore(place: string): void {
  if (!isObjectUrl(place)) return;
  throw failure('USAGE', 'usage.keyAtStore');
}

/** Returns the job with the outputs that an update has to make again. */
async function jobOfUpdate(job: Job, folder: string): Promise<Job> {
  const { updateOutputs } = await import('../../run/pipeline/update/begin-update.ts');
  return { ...job, outputs: await updateOutputs(createDurableFs(), folder, job) };
}

/** Tells the monitor; a monitor that cannot be reached fails no run. */
async function tellMonitor(url: string, event: 'start' | number, io: CliIo): Promise<void> {
  const untold = await ping(url, event);
  if (untold !== undefined) say(io, untold);
}

/** Writes the metrics; where that is not possible, the results are in place all the same. */
async function writeMetrics(path: string, end: RunEnd, io: CliIo): Promise<void> {
  try {
    await writeRunMetrics(path, end);
  } catch (error) {
    say(io, message('run.metricsFailed', { path, cause: errnoOf(error) ?? String(error) }));
  }
}
