import Type from 'typebox';
import { failure } from '../base/errors/geomill-error.ts';
import { jobNames, loadJob } from '../runtime/load-job.ts';
import type { FileToolContext } from './file-tool.ts';
import { optional } from '../contract/optional.ts';

/** The arguments that choose a job and change it. */
export const JobArguments = {
  job: Type.String({
    minLength: 1,
    description:
      'geocode, reverse, convert, forcode, forcode-decode, nearby, route or imagery, or the path of a job file (.yaml)',
  }),
  set: optional.array(Type.String(), {
    maxItems: 50,
    description: 'changes of the job, such as "geocode.text={street}, {city}" or "input.delimiter=semicolon"',
  }),
};

/** A job as a call names it. */
interface StatedJob {
  job: string;
  set?: string[];
}

/**
 * Returns the job of a call as commands take it: a name, or the real path of a file that may be read.
 *
 * Errors: PATH_REFUSED for a job file, or an alias file that a job names, outside the folders; JOB_WRONG.
 */
export async function allowedJob(
  { job: named, set: sets = [] }: StatedJob,
  { jobsDir, folders }: FileToolContext,
): Promise<{ job: string; set: string[] }> {
  const isName = (await jobNames(jobsDir)).includes(named);
  if (!isName && !/\.ya?ml$/i.test(named))
    throw failure('JOB_WRONG', 'tool.noJob', { job: named, jobs: await jobNames(jobsDir) });
  const job = isName ? named : await folders.readable(named);
  const { aliases } = await loadJob(job, { jobsDir, sets });
  if (aliases !== undefined) await folders.readable(aliases);
  return { job, set: sets };
}
