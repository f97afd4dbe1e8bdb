import { expect, it } from 'vitest';
import { GeomillError } from '../base/errors/geomill-error.ts';
import type { ChunkResult } from '../run/pipeline/process-chunk.ts';
import { emptyCounts } from '../run/pipeline/run-counts.ts';
import { packResult, unpackResult } from './job.ts';
import { createOpenJobs, failureText } from './open-jobs.ts';

const resultOf = (text: string): ChunkResult => ({
  endOffset: 10,
  nextLine: 2,
  outputs: { csv: text, rejects: '' },
  counts: { ...emptyCounts(['a']), rowsIn: 20, results: 20 },
});
const effort = { job: 'run-1-0', worker: 'host:1', computeMs: 5, starts: 1 };
const answer = (text: string, more = {}, result = resultOf(text)) =>
  unpackResult(packResult({ ...effort, ...more, result }));
const openJob = (id = 'run-1-0') => ({
  id,
  payload: Buffer.alloc(0),
  place: { firstRow: 1, rows: 20, endOffset: 10, nextLine: 2 },
  isMissing: false,
});

it('takes the first result of a job, and an equal second one in silence', async () => {
  const jobs = createOpenJobs();
  const result = jobs.open(openJob());
  expect(jobs.take(answer('đ'))).toBe(true);
  expect(jobs.take(answer('đ', { worker: 'host:2', computeMs: 9, starts: 2 }))).toBe(false);
  expect(Buffer.from((await result).outputs.csv as Uint8Array).toString()).toBe('đ');
  expect(jobs.statistics).toEqual({ jobs: 1, secondResults: 1, startedAgain: 0, queuedAgain: 0 });
  expect(jobs.workers()).toEqual([{ worker: 'host:1', rows: 20, jobs: 1, rowsPerSecond: 4000 }]);
});

it('refuses a second result that differs, and one of other rows', () => {
  const jobs = createOpenJobs();
  void jobs.open(openJob());
  const other = { ...resultOf('a'), nextLine: 3 };
  expect(() => jobs.take(answer('a', {}, other))).toThrow(
    /^the worker host:1 sent a result that is not that of the rows 1 to 20: /,
  );
  jobs.take(answer('a'));
  expect(() => jobs.take(answer('b'))).toThrow(/different results for the job run-1-0/);
});

it('ignores results of jobs that it never opened', () => {
  expect(createOpenJobs().take(answer('a'))).toBe(false);
});

it('names rows, worker and attempts of a job that failed', async () => {
  const failed = (reason: string, attempts: number) => {
    const jobs = createOpenJobs();
    const result = jobs.open(openJob());
    jobs.fail('run-1-0', reason, attempts);
    return result;
  };
  const spent = failureText('host:1', new GeomillError('QUOTA_SPENT', 'the quota is spent'));
  expect(spent).not.toContain('open-jobs.test');
  await expect(failed(spent, 5)).rejects.toMatchObject({
    code: 'QUOTA_SPENT',
    message: expect.stringMatching(
      /^rows 1 to 20 failed 5 times, the last time on the worker host:1: the quota is spent\./,
    ) as string,
  });
  for (const reason of ['job stalled more than allowable limit', '{"garbage":1}', 'null'])
    await expect(failed(reason, 1)).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.stringContaining(`were not finished by any worker: ${reason}.`) as string,
    });
});
