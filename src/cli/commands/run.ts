import { type Command, Option } from 'commander';
import { DEFAULT_CONCURRENCY, MAX_WORKERS } from '../../runtime/environment.ts';
import {
  addQueueOptions,
  addRateOptions,
  addServiceOptions,
  addSetOption,
  wholeNumber,
} from '../command-options.ts';
import type { CliIo, OutputStream } from '../io.ts';
import { parseMaxErrors } from '../max-errors.ts';
import { parsePingUrl, ping } from '../ping.ts';
import { parseShard } from '../../run/pipeline/shards/shard.ts';
import { errnoOf, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { inputSource } from '../../runtime/input-source.ts';
import type { Job } from '../../run/job/job.ts';
import { isObjectUrl } from '../../object-store/object-url.ts';
import { loadJob } from '../../runtime/load-job.ts';
import { commandOf, setsOf, type StatedSets } from '../run-command.ts';
import { executeRun, type RunCommandOptions } from '../execute-run.ts';
import { writeFailure } from '../json-line.ts';
import { createDurableFs } from '../../base/files/durable-fs.ts';
import { localInput, openOutput } from '../object-places.ts';
import { outputFolder } from '../output-folder.ts';
import { printable } from '../../base/text/printable.ts';
import { exitCodeOf } from '../report-error.ts';
import { type RunEnd, writeRunMetrics } from '../run-metrics.ts';
import type { RunSummary } from '../summary.ts';

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
export function addRunCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command('run')
    .description(
      'Runs a job over every row of a file and writes the results. JOB is the name of a job (geocode, reverse, forcode ...) or a job file.',
    )
    .argument('<JOB>', 'name of a job, or path of a job file')
    .requiredOption(
      '--input <FILE>',
      'CSV, NDJSON, JSON, GeoJSON (each also as .gz), XLSX or Parquet; - is standard input',
    )
    .option(
      '--output <DIR>',
      'folder for the results (default: output/<job>/<input name>/); - is standard output',
    )
    .option(
      '--work <DIR>',
      'folder to work in when --output is at s3:// (default: one in the cache folder, removed afterwards)',
    );
  addServiceOptions(command);
  addRateOptions(command)
    .option(
      '--concurrency <N>',
      `requests in flight at most (default: ${DEFAULT_CONCURRENCY})`,
      wholeNumber(1, 1024),
    )
    .option(
      '--wait',
      'wait for another process that sends requests with the same key, instead of exit code 75',
    )
    .option(
      '--workers <N>',
      'worker threads for local runs, beside the main one (default: GEOMILL_WORKERS, else the number of cores)',
      wholeNumber(1, MAX_WORKERS),
    )
    .addOption(new Option('--restart', 'discard what an earlier run did').conflicts('append'))
    .option('--append', 'continue a finished run with rows added to the end of its input')
    .option(
      '--key <COLUMN>',
      'the input is another version of the one before: rows with the same key keep their answers unless what the job reads of them changed',
    )
    .option(
      '--keep-older',
      'with a key: keep answers of another version of Geomill or edition of the dataset (default: answer these rows again)',
    )
    .option(
      '--aliases <FILE>',
      'texts that "geomill review" matched, as CSV; they are answered from the file (default: aliases of the job)',
    )
    .option('--limit <N>', 'stop after this many rows', wholeNumber(1))
    .addOption(
      new Option(
        '--shard <K/N>',
        'process the K-th of N equal parts of the input, K from 1; geomill merge joins them',
      )
        .argParser(parseShard)
        .conflicts(['append', 'limit']),
    )
    .option('--shard-plan <FILE>', 'plan of "geomill shard plan --write": the shard reads its own bytes only')
    .option('--max-rejects <N>', 'exit with code 3 when more rows than this are rejected', wholeNumber(0))
    .option(
      '--max-errors <N|N%>',
      'exit with code 3 when a stage has more errors than this (default: 50% of at least 20 rows)',
      parseMaxErrors,
    );
  addQueueOptions(command, 'queue whose workers (geomill worker) compute the chunks').option(
    '--queue-window <MiB>',
    'input that is on the queue and at its workers at most',
    wholeNumber(1, 4096),
    64,
  );
  addSetOption(command)
    .option('--no-report', 'do not write report.html, which shows the results in a browser')
    .option('--json', 'write the summary as one line of JSON')
    .option('--metrics <FILE>', 'write figures of the run for the textfile collector of Prometheus')
    .option(
      '--ping-url <URL>',
      'tell a monitor of scheduled jobs of the start and the end: URL/start, URL/<exit code>',
      parsePingUrl,
    )
    .option('--yes', 'run also where a sample of the input looks as if it were read wrongly')
    .option('--quiet', 'write errors only')
    .addHelpText('after', EXAMPLES)
    .action(async (jobName: string, options: RunOptions) => {
      finish(await run(jobName, options, io));
    });
}

/** Runs of one job over one input that find a folder of their own without `--output`. */
const MOST_RUNS_BESIDE = 100;
/** What the reading of an input says has fewer lines. */
const REMEMBERED_TEXTS = 100;

/** The options of `geomill run`, as the command line states them. */
type RunOptions = Omit<RunCommandOptions, 'output'> &
  StatedSets & {
    output?: string;
    /** Folder to work in when the output is at `s3://`. */
    work?: string;
    metrics?: string;
    pingUrl?: string;
  };

/** Runs a job and returns the exit code. Shape: with `--json` a failure is written as a line of JSON too. */
export async function run(jobName: string, options: RunOptions, io: CliIo): Promise<number> {
  const startMs = io.nowMs();
  const { metrics, pingUrl, work, ...others } = options;
  const tellEnd = async (exitCode: number, summary?: RunSummary) => {
    const seconds = (io.nowMs() - startMs) / 1000;
    const end = { job: summary?.job ?? jobName, input: options.input, exitCode, seconds, summary };
    if (metrics !== undefined) await writeMetrics(metrics, { ...end, endedAtMs: Date.now() }, io);
    if (pingUrl !== undefined) await tellMonitor(pingUrl, exitCode, io);
  };
  const placeIo = { ...io, quiet: options.quiet };
  let outputDir = options.output;
  try {
    if (pingUrl !== undefined) await tellMonitor(pingUrl, 'start', io);
    if (options.shardPlan !== undefined && !options.shard)
      throw new GeomillError('USAGE', '--shard-plan is for a shard: name it with --shard K/N');
    const sets = setsOf(options);
    const loaded = await loadJob(jobName, { jobsDir: io.jobsDir, sets });
    if (options.output === '-') {
      if (options.key !== undefined)
        throw new GeomillError(
          'USAGE',
          '--key compares with the results in a folder: name one with --output',
        );
      const { executeFilter } = await import('../execute-filter.ts');
      const input = await localInput(options.input, placeIo);
      const exitCode = await executeFilter(loaded, { ...others, input, output: '-' }, io);
      await tellEnd(exitCode);
      return exitCode;
    }
    const { name } = inputSource(options.input === '-' ? io.stdin : options.input);
    const inDefaultFolder = outputFolder(loaded.name, name, options.shard);
    const folders = options.output === undefined ? freeFolders(inDefaultFolder, options) : [options.output];
    const command = commandOf(jobName, options.input, sets);
    const once = withoutRepeats(io.stderr);
    const runIo = { ...io, stderr: once.stream };
    const runInto = async (place: string) => {
      refuseKeyAtStore(loaded, options, place);
      const output = await openOutput(place, { work, restart: options.restart }, placeIo);
      const job = await jobOfUpdate(loaded, options, output.folder);
      const places = { input: options.input, output: place, publish: output.publish };
      return localInput(options.input, placeIo)
        .then((input) =>
          executeRun(job, { ...others, input, output: output.folder, command, places }, runIo, startMs),
        )
        .finally(output.close);
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
        const differences = otherRunOf(error);
        if (differences === undefined || folder === folders.at(-1)) throw error;
        once.remember();
        if (folder !== folders[0] || options.quiet) continue;
        const sentence = `${folder} has the results of another run and stays as it is, these go beside it: ${differences.join('; ')}.`;
        io.stderr.write(printable(`${sentence}\n`));
      }
    }
    if (summary === undefined)
      throw new GeomillError('INTERNAL', 'a run has no folder: bug in Geomill, please report');
    await tellEnd(summary.exitCode, summary);
    return summary.exitCode;
  } catch (error) {
    if (options.json) {
      writeFailure(io, error, { job: jobName, input: options.input, output: outputDir });
    }
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
  { input, set = [], output }: RunOptions,
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
    sets.length === 0 ? '' : `If it should be read otherwise:\n  ${command(setsOf([...kept, ...sets]))}\n`;
  const accept = `If it is right (in a job: input.checked: true):\n  ${command([...setsOf(set), '--yes'])}`;
  return new GeomillError('INPUT_DOUBTFUL', `${error.message}\n${fix}${accept}`, {
    cause: error,
    details: error.details,
  });
}

const shellWord = (word: string) =>
  /^[\p{L}\p{N}_./:=@%+-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Returns the folders that a run without `--output` tries in turn: one that has a run with other options or another service is left alone. */
function freeFolders(folder: string, { input, shard, restart }: RunOptions): string[] {
  // Standard input can be read once, and shards find one another by the name of their folder.
  if (input === '-' || shard || restart) return [folder];
  return [folder, ...Array.from({ length: MOST_RUNS_BESIDE - 1 }, (_, at) => `${folder}-${at + 2}`)];
}

/** Returns how the run in a folder differs from the one that was refused for it; undefined for any other failure. */
function otherRunOf(error: unknown): readonly string[] | undefined {
  return isGeomillError(error, 'INPUT_CHANGED') ? error.details.otherRun : undefined;
}

/** Refuses an update of results that are not on this machine. Errors: USAGE. */
function refuseKeyAtStore(job: Job, { key = job.key }: RunOptions, outputDir: string): void {
  if (key === undefined || !isObjectUrl(outputDir)) return;
  throw new GeomillError(
    'USAGE',
    'a run with a key needs its earlier results: write them into a folder of this machine, and copy that to the store',
  );
}

/** Returns the job with the outputs that an update has to make again. */
async function jobOfUpdate(job: Job, { key = job.key, restart }: RunOptions, folder: string): Promise<Job> {
  if (key === undefined || restart) return job;
  const { updateOutputs } = await import('../../run/pipeline/update/begin-update.ts');
  return { ...job, outputs: await updateOutputs(createDurableFs(), folder, job) };
}

/** Tells the monitor; a monitor that cannot be reached fails no run. */
async function tellMonitor(url: string, event: 'start' | number, { stderr }: CliIo): Promise<void> {
  const failure = await ping(url, event);
  if (failure !== undefined) stderr.write(`geomill: ${failure}\n`);
}

/** Writes the metrics; where that is not possible, the results are in place all the same. */
async function writeMetrics(path: string, end: RunEnd, { stderr }: CliIo): Promise<void> {
  try {
    await writeRunMetrics(path, end);
  } catch (error) {
    stderr.write(
      `geomill: the metrics could not be written to ${path} (${errnoOf(error) ?? String(error)})\n`,
    );
  }
}
