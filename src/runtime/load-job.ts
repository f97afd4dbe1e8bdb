import type { Job } from '../run/job/job.ts';
import { loadJob as loadJobFrom, type LoadJobOptions } from '../run/job/load-job.ts';
import { packageFile } from './package-files.ts';

/**
 * Loads a job: one of those that come with the package by its name (`geocode`), or a job file by its path (`./mine.yaml`).
 *
 * Shape: `sets` changes options, each written as on the command line: `geocode.text={street}, {city}`.
 * Errors: JOB_WRONG when there is no such job or anything in it is wrong, IO when it cannot be read.
 */
export async function loadJob(
  nameOrPath: string,
  { jobsDir = packageFile('jobs'), ...options }: Partial<LoadJobOptions> = {},
): Promise<Job> {
  return loadJobFrom(nameOrPath, { jobsDir, ...options });
}
