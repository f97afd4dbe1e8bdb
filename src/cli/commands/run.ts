import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { isGeomillError } from '../../errors/geomill-error.ts';
import { loadJob } from '../../job/load-job.ts';
import { addRateOptions, addServiceOptions, addSetOption } from '../command-options.ts';
import { DEFAULT_CONCURRENCY, executeRun, type RunCommandOptions } from '../execute-run.ts';
import { inputSource } from '../input-name.ts';
import { MAX_WORKERS } from '../../runtime/environment.ts';
import type { CliIo } from '../../runtime/io.ts';
import { wholeNumber } from '../number-options.ts';
import { exitCodeOf } from '../report-error.ts';

type RunOptions = Omit<RunCommandOptions, 'output'> & { output?: string; set?: string[] };

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
    .option(
      '--workers <N>',
      'threads that rows are worked on in when local answers, 1 for none beside the main one (default: GEOMILL_WORKERS, else the cores)',
      wholeNumber(1, MAX_WORKERS),
    )
    .addOption(new Option('--restart', 'forget what an earlier run did').conflicts('append'))
    .option('--append', 'go on with rows that were added to the end of the input of a finished run')
    .option('--limit <N>', 'stop after so many rows', wholeNumber(1))
    .option('--max-rejects <N>', 'exit with 3 when more rows than this are rejected', wholeNumber(0));
  addSetOption(command)
    .option('--json', 'write the summary as one line of JSON')
    .option('--quiet', 'tell nothing but errors')
    .addHelpText('after', EXAMPLES)
    .action(async (jobName: string, options: RunOptions) => finish(await run(jobName, options, io)));
}

async function run(jobName: string, options: RunOptions, io: CliIo): Promise<number> {
  const startMs = io.nowMs();
  const input = inputSource(options.input, io.stdin);
  let outputDir = options.output;
  try {
    const job = await loadJob(jobName, { jobsDir: io.jobsDir, sets: options.set ?? [] });
    outputDir ??= join('output', job.name, input.name);
    return await executeRun(job, { ...options, output: outputDir }, io, startMs);
  } catch (error) {
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
        exit_code: exitCodeOf(error),
      };
      io.stdout.write(`${JSON.stringify(line)}\n`);
    }
    throw error;
  }
}
