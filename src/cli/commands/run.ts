import { Option, type Command } from 'commander';
import { DEFAULT_CONCURRENCY, MAX_WORKERS } from '../../runtime/environment.ts';
import type { RunOptions } from '../actions/run.ts';
import {
  addQueueOptions,
  addRateOptions,
  addServiceOptions,
  addSetOption,
  wholeNumber,
} from '../command-options.ts';
import type { CliIo } from '../io.ts';
import { parseMaxErrors } from '../max-errors.ts';
import { parsePingUrl } from '../ping.ts';
import { parseShard } from '../../run/pipeline/shards/shard.ts';

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
    .summary('run a job over a file')
    .description(
      'Runs a job over every row of a file and writes the results. JOB is the name of a job (geocode, reverse, forcode ...) or a job file.',
    )
    .argument('<JOB>', 'name of a job, or path of a job file')
    .requiredOption('--input <FILE>', 'CSV, NDJSON, JSON or GeoJSON, plain or .gz; - is standard input')
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
      const { run } = await import('../actions/run.ts');
      finish(await run(jobName, options, io));
    });
}
