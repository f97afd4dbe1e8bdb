import { parseShard } from '../run/pipeline/shards/shard.ts';
import { DEFAULT_CONCURRENCY, MAX_WORKERS } from '../runtime/environment.ts';
import type { ServiceLimits } from '../runtime/service-settings.ts';
import { parseMaxErrors } from './max-errors.ts';
import { decimalNumber, gathered, option, type OptionsOf, pickOptions, wholeNumber } from './options.ts';
import { parsePingUrl } from './run-monitors.ts';

/** The option that changes options of the job. */
export const SET_OPTION = {
  set: option(
    '--set <stage.option=value>',
    "change an option of the job: 'geocode.text={street}, {city}'; may be repeated",
    gathered,
  ),
};

/** What a run reads: the input, which rows of it, and what the command changes of the job. */
export const INPUT_OPTIONS = {
  input: option(
    '--input <FILE>',
    'CSV, NDJSON, JSON, GeoJSON (each also as .gz), XLSX or Parquet; - is standard input',
    { isRequired: true },
  ),
  ...SET_OPTION,
  aliases: option(
    '--aliases <FILE>',
    'texts that "geomill review" matched, as CSV; they are answered from the file (default: aliases of the job)',
  ),
  resultColumns: option(
    '--result-columns <LIST>',
    'columns of the results: all, usual, answer, or names as in id,address,label,lat=y (default: result_columns of the job)',
  ),
  limit: option('--limit <N>', 'stop after this many rows', { parse: wholeNumber(1) }),
  shard: option(
    '--shard <K/N>',
    'process the K-th of N equal parts of the input, K from 1; geomill merge joins them',
    { parse: parseShard, conflicts: ['append', 'limit'] },
  ),
  key: option(
    '--key <COLUMN>',
    'the input is another version of the one before: rows with the same key keep their answers unless what the job reads of them changed',
  ),
  keepOlder: option(
    '--keep-older',
    'with a key: keep answers of another version of Geomill or edition of the dataset (default: answer these rows again)',
  ),
  yes: option('--yes', 'run also where a sample of the input looks as if it were read wrongly'),
};

/** The choice of the service. */
export const SERVICE_OPTIONS = {
  service: option(
    '--service <local|URL>',
    'local, or the address of a remote service (default: GEOMILL_SERVICE, else local)',
  ),
  dataset: option(
    '--dataset <DIR>',
    'dataset of the local service (default: GEOMILL_DATASET, else the starter dataset of Geomill)',
  ),
  apiKeyFile: option(
    '--api-key-file <FILE>',
    'file with the key of the service, readable by you only (default: GEOMILL_API_KEY)',
  ),
  cache: option('--no-cache', 'neither read nor write the cache of responses'),
  allowPrivate: option('--allow-private', 'allow a service at a private address'),
};

/** The limits of the requests to a service. */
export const RATE_OPTIONS = {
  rate: option('--rate <N>', 'maximum requests per second', { parse: decimalNumber(0.1, 5000) }),
  perDay: option('--per-day <N>', 'maximum requests per day, over all runs', { parse: wholeNumber(1) }),
};

/** The service of a run, and the limits of its requests. */
export const REQUEST_OPTIONS = {
  ...SERVICE_OPTIONS,
  ...RATE_OPTIONS,
  concurrency: option('--concurrency <N>', `requests in flight at most (default: ${DEFAULT_CONCURRENCY})`, {
    parse: wholeNumber(1, 1024),
  }),
};

const QUEUE_OPTIONS = {
  queuePasswordFile: option(
    '--queue-password-file <FILE>',
    'file with the password of the queue, readable by you only (default: GEOMILL_QUEUE_PASSWORD)',
  ),
  queuePrefix: option('--queue-prefix <TEXT>', 'prefix of all keys in Redis', { byDefault: 'geomill' }),
};

/** Declares the options that choose a queue; `purpose` is what the command does with it. */
export const queueOptions = (purpose: string) => ({
  queue: option(
    '--queue <URL>',
    `${purpose}: redis://host:port, or rediss:// for TLS (default: GEOMILL_QUEUE)`,
  ),
  ...QUEUE_OPTIONS,
});

/** What answers a run: the service, the limits of its requests, and who processes the rows. */
export const ENGINE_OPTIONS = {
  ...REQUEST_OPTIONS,
  wait: option(
    '--wait',
    'wait for another process that sends requests with the same key, instead of exit code 75',
  ),
  workers: option(
    '--workers <N>',
    'worker threads for local runs, beside the main one (default: GEOMILL_WORKERS, else the number of cores)',
    { parse: wholeNumber(1, MAX_WORKERS) },
  ),
  ...queueOptions('queue whose workers (geomill worker) compute the chunks'),
  queueWindow: option('--queue-window <MiB>', 'input that is on the queue and at its workers at most', {
    parse: wholeNumber(1, 4096),
    byDefault: 64,
  }),
};

/** How commands report what they did. */
export const REPORT_OPTIONS = {
  report: option('--no-report', 'do not write report.html, which shows the results in a browser'),
  json: option('--json', 'write the summary as one line of JSON'),
  quiet: option('--quiet', 'write errors only'),
};

/** What a run writes: the results, and what it reports of itself. */
export const OUTPUT_OPTIONS = {
  output: option(
    '--output <DIR>',
    'folder for the results (default: output/<job>/<input name>/); - is standard output',
  ),
  work: option(
    '--work <DIR>',
    'folder to work in when --output is at s3:// (default: one in the cache folder, removed afterwards)',
  ),
  restart: option('--restart', 'discard what an earlier run did', { conflicts: ['append'] }),
  append: option('--append', 'continue a finished run with rows added to the end of its input'),
  maxRejects: option('--max-rejects <N>', 'exit with code 3 when more rows than this are rejected', {
    parse: wholeNumber(0),
  }),
  maxErrors: option(
    '--max-errors <N|N%>',
    'exit with code 3 when a stage has more errors than this (default: 50% of at least 20 rows)',
    { parse: parseMaxErrors },
  ),
  ...REPORT_OPTIONS,
  metrics: option('--metrics <FILE>', 'write figures of the run for the textfile collector of Prometheus'),
  pingUrl: option(
    '--ping-url <URL>',
    'tell a monitor of scheduled jobs of the start and the end: URL/start, URL/<exit code>',
    { parse: parsePingUrl },
  ),
};

/** What a run reads. */
export type RunInput = OptionsOf<typeof INPUT_OPTIONS>;
/** What answers a run. Shape: commands that have only some of these options take the same record. */
export type EngineSettings = Partial<OptionsOf<typeof ENGINE_OPTIONS>>;
/** What a run writes. */
export type OutputSettings = OptionsOf<typeof OUTPUT_OPTIONS>;

/** The options of a run. Shape: three records, which each part of the program takes whole or not at all. */
export interface RunOptions {
  input: RunInput;
  engine: EngineSettings;
  output: OutputSettings;
}

/** Returns the records of a run from the values of its options, as commander or a tool has them. */
export function runOptions(values: RunInput & EngineSettings & OutputSettings): RunOptions {
  return {
    input: pickOptions(INPUT_OPTIONS, values),
    engine: pickOptions(ENGINE_OPTIONS, values),
    output: pickOptions(OUTPUT_OPTIONS, values),
  };
}

/** Returns the limits of the requests to a service that options state. */
export function requestLimits({
  rate,
  concurrency,
  perDay,
}: Pick<EngineSettings, 'rate' | 'concurrency' | 'perDay'>): ServiceLimits {
  return {
    ...(rate !== undefined && { ratePerSecond: rate }),
    ...(concurrency !== undefined && { concurrency }),
    ...(perDay !== undefined && { perDay }),
  };
}

/** The options that name the folders which tools for agents may use. */
export const FOLDER_OPTIONS = {
  read: option('--read <DIR>', 'folder whose files tools for agents may read; may be repeated', gathered),
  write: option(
    '--write <DIR>',
    'folder below which such tools may write results, and read; may be repeated',
    gathered,
  ),
};
