import { join } from 'node:path';
import { inputSource } from '../../runtime/input-source.ts';
import { loadJob } from '../../runtime/load-job.ts';
import { executeRun, type RunCommandOptions } from '../execute-run.ts';
import type { CliIo } from '../io.ts';
import { writeFailure } from '../json-line.ts';

/** The options of `geomill run`, as the command line states them. */
export type RunOptions = Omit<RunCommandOptions, 'output'> & { output?: string; set?: string[] };

/** Runs a job and returns the exit code. Shape: with `--json` a failure is written as a line of JSON too. */
export async function run(jobName: string, options: RunOptions, io: CliIo): Promise<number> {
  const startMs = io.nowMs();
  let outputDir = options.output;
  try {
    const job = await loadJob(jobName, { jobsDir: io.jobsDir, sets: options.set ?? [] });
    const input = inputSource(options.input === '-' ? io.stdin : options.input);
    outputDir ??= join('output', job.name, input.name);
    return await executeRun(job, { ...options, output: outputDir }, io, startMs);
  } catch (error) {
    if (options.json) {
      writeFailure(io, error, { job: jobName, input: options.input, output: outputDir });
    }
    throw error;
  }
}
