import { message, type Message } from '../base/messages/message.ts';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { errnoOf, failure, GeomillError, isGeomillError } from '../base/errors/geomill-error.ts';
import type { Job, StageFaultOfJob } from '../run/job/job.ts';
import { parseJob } from '../run/job/parse-job.ts';
import { packageFile } from './package-files.ts';
import { nearestName } from '../base/text/suggestion.ts';
import type { UnitCodes } from '../engine/gazetteer/units/unit-codes.ts';

const MAX_JOB_BYTES = 1 << 20;

/** The folder of the jobs that have a name, by default that of the package, and the options that the command line overrides. */
interface LoadJobOptions {
  jobsDir?: string;
  sets?: readonly string[];
}

/**
 * Loads a job: one of those that come with the package by its name (`geocode`), or a job file by its path (`./mine.yaml`).
 *
 * Shape: `sets` changes options, each written as on the command line: `geocode.text={street}, {city}`.
 * Errors: JOB_WRONG when there is no such job or anything in it is wrong, IO when it cannot be read.
 */
export async function loadJob(
  nameOrPath: string,
  { jobsDir = packageFile('jobs'), sets = [] }: LoadJobOptions = {},
): Promise<Job> {
  const isPath = /[/\\]|\.ya?ml$/i.test(nameOrPath);
  const path = isPath ? nameOrPath : join(jobsDir, `${nameOrPath}.yaml`);
  const text = await readJobText(path).catch(async (error: unknown) => {
    if (errnoOf(error) === 'ENOENT') throw missing(nameOrPath, isPath, await jobNames(jobsDir));
    if (error instanceof GeomillError) throw error;
    throw new GeomillError(
      'IO',
      message('job.unreadable', { path, cause: errnoOf(error) ?? String(error) }),
      {
        cause: error,
      },
    );
  });
  const job = await parseJob(text, { file: isPath ? path : shortPath(path), sets });
  return job.aliases === undefined ? job : { ...job, aliases: resolve(dirname(path), job.aliases) };
}

/** Returns the names of the jobs that come with Geomill. */
export async function jobNames(jobsDir: string): Promise<string[]> {
  const files = await readdir(jobsDir).catch(() => []);
  return files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort();
}

/** Files that people name in place of the job. */
const TABLE = /\.(?:csv|tsv|txt|xlsx?|xlsm|ods|json|geojson|ndjson|jsonl|parquet)(?:\.gz)?$/i;

async function readJobText(path: string): Promise<string> {
  const found = await stat(path);
  const { size } = found;
  if (!found.isFile() && !found.isFIFO()) throw failure('JOB_WRONG', 'job.notAFile', { path });
  if (TABLE.test(path)) throw failure('JOB_WRONG', 'job.isTable', { path });
  if (size > MAX_JOB_BYTES) throw failure('JOB_WRONG', 'job.tooLarge', { path, size, most: MAX_JOB_BYTES });
  return readFile(path, 'utf8');
}

function missing(name: string, isPath: boolean, names: readonly string[]): GeomillError {
  const nearest = nearestName(name, names);
  if (isPath) return failure('JOB_WRONG', 'job.noFile', { name });
  return new GeomillError(
    'JOB_WRONG',
    nearest === undefined
      ? message('job.unknown', { name, jobs: names })
      : message('job.unknownNear', { name, nearest }),
  );
}

/** Returns a path relative to the current folder where it lies below it. */
function shortPath(path: string): string {
  const short = relative('', path);
  return short.startsWith('..') ? path : short;
}

/**
 * Returns the options of a job that the local service would refuse for every row: unknown categories, and a day that its dataset does not know.
 *
 * Shape: not for a remote service, which may have others. `codesOf` opens the units of the dataset, only for a job that names a day.
 */
export async function localJobFaults(
  { stages }: Pick<Job, 'stages'>,
  codesOf: () => Promise<UnitCodes | undefined> | UnitCodes | undefined,
): Promise<StageFaultOfJob[]> {
  const categories = await Promise.all(
    stages
      .filter(({ definition }) => definition.name === 'nearby')
      .flatMap(({ prefix, options }) =>
        (options.categories as readonly string[]).map(async (word): Promise<StageFaultOfJob[]> => {
          const text = await categoryFault(word);
          return text === undefined
            ? []
            : [{ stage: prefix, option: 'categories', message: message('text.plain', { text }) }];
        }),
      ),
  );
  const dated = stages.filter(({ options }) => options.as_of !== undefined);
  if (dated.length === 0) return categories.flat();
  const codes = await codesOf();
  const days = dated.flatMap(({ prefix, options }): StageFaultOfJob[] => {
    const fault = dayFault(options.as_of as string, codes);
    return fault === undefined ? [] : [{ stage: prefix, option: 'as_of', message: fault }];
  });
  return [...categories.flat(), ...days];
}

function dayFault(day: string, codes: UnitCodes | undefined): Message | undefined {
  if (codes === undefined) return message('job.noDays');
  if (day <= codes.newestDay) return undefined;
  return message('job.newestDay', { newest: codes.newestDay, day });
}

async function categoryFault(word: string): Promise<string | undefined> {
  const { readCategoryParameter } = await import('../engine/local/parameters/category-parameter.ts');
  try {
    readCategoryParameter(word);
    return undefined;
  } catch (error) {
    if (!isGeomillError(error, 'INVALID_REQUEST')) throw error;
    return error.message.replace(/^categories: /, '');
  }
}
