import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { failure } from '../base/errors/geomill-error.ts';
import type { Job } from '../run/job/job.ts';
import { isObjectUrl } from '../object-store/object-url.ts';
import { checkRun } from '../run/pipeline/check-run.ts';
import type { Shard } from '../run/pipeline/shards/shard.ts';
import { createDurableFs } from '../base/files/durable-fs.ts';
import { readCommand } from '../report/activity-file.ts';
import type { RunCommand } from '../report/data/activity.ts';
import { loadJob } from '../runtime/load-job.ts';
import type { CliIo } from './io.ts';
import type { RunInput } from './run-options.ts';
import { trimEnd } from '../base/text/trim-end.ts';

/** What a command about a finished run may state in place of what the run recorded. */
export type StatedCommand = Partial<Pick<RunInput, 'input' | 'set' | 'aliases'>> & { job?: string };

/** The job and the input of a finished run, and the command for the record of the next one. */
export interface RunSource {
  job: Job;
  input: string;
  command: RunCommand;
}

/** Returns a word of a command as a shell reads it. */
export const shellWord = (word: string): string =>
  /^[\p{L}\p{N}_./:=@%+-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Returns the changes of a job: `--aliases FILE` is `--set aliases=FILE`. */
export function setsOf({
  set = [],
  aliases,
  resultColumns,
}: Pick<RunInput, 'set' | 'aliases' | 'resultColumns'>): string[] {
  return [
    ...set,
    ...(aliases === undefined ? [] : [`aliases=${resolve(aliases)}`]),
    ...(resultColumns === undefined ? [] : [`result_columns=${resultColumns}`]),
  ];
}

/** Returns the command for the record of a run. */
export function commandOf(job: string, input: string, sets: readonly string[]): RunCommand {
  const isPath = /[/\\]|\.ya?ml$/i.test(job);
  return {
    job: isPath ? resolve(job) : job,
    sets,
    ...(input !== '-' && { input: isObjectUrl(input) ? input : resolve(input) }),
  };
}

/**
 * Loads the job of a finished run, and finds its input.
 *
 * Shape: what is not stated comes from the record in the folder of the run, which a run with `--no-report` does not have.
 * Errors: USAGE when the input is not known, RESULTS_CHANGED when there is no finished run, JOB_WRONG.
 */
export async function findRunSource(run: string, stated: StatedCommand, io: CliIo): Promise<RunSource> {
  await refuseFile(run);
  const recorded = await readCommand(createDurableFs(), run);
  const input = stated.input ?? recorded?.input;
  const jobName = stated.job ?? recorded?.job ?? (await checkRun(run)).job;
  if (input === undefined) {
    const { name } = (await checkRun(run)).input;
    throw failure('USAGE', 'usage.inputUnknown', { run, name });
  }
  const set = stated.set ?? (stated.job === undefined ? [...(recorded?.sets ?? [])] : []);
  const sets = setsOf({ ...stated, set });
  const job = await loadJob(jobName, { jobsDir: io.jobsDir, sets });
  return { job, input, command: commandOf(jobName, input, sets) };
}

/** Returns the folder for results that are made from those of a run: its name with a suffix, and with a number when it has the suffix already. */
export function nextFolder(run: string, suffix: string): string {
  const folder = trimEnd(run, '/\\');
  const found = new RegExp(`^(.*-${suffix})(?:-(\\d+))?$`).exec(folder);
  return found ? `${found[1]}-${Number(found[2] ?? 1) + 1}` : `${folder}-${suffix}`;
}

/** Returns the folder that a run writes to without `--output`. Shape: the names of shards sort in their order. */
export function outputFolder(job: string, input: string, shard?: Shard): string {
  return shard ? join('output', job, `${input}-shards`, shardName(shard)) : join('output', job, input);
}

/** Returns the name of the folder of a shard: `03-of-64`. */
export function shardName({ index, count }: Shard): string {
  return `${String(index).padStart(String(count).length, '0')}-of-${count}`;
}

/** Refuses a file where the output folder of a run is wanted. Errors: USAGE with the folder that was probably meant. */
export async function refuseFile(run: string): Promise<void> {
  const found = await stat(run).catch(() => undefined);
  if (found?.isFile()) throw failure('USAGE', 'usage.fileNotRun', { path: run, folder: dirname(run) });
}
