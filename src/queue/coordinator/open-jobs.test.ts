import { expect, it } from 'vitest';
import type { ChunkResult } from '../../run/pipeline/process-chunk.ts';
import { emptyCounts } from '../../run/pipeline/run-counts.ts';
import { packAnswer, packFailure, unpackAnswer } from '../job-result.ts';
import { createOpenJobs } from './open-jobs.ts';

const resultOf = (text: string): ChunkResult => ({
  endOffset: 10,
  nextLine: 2,
  outputs: { csv: text, rejects: '' },
  counts: emptyCounts(['a']),
});
const effort = { job: 'run-1-0', worker: 'host:1', computeMs: 5, starts: 1 };
const answer = (text: string, more = {}) =>
  unpackAnswer(packAnswer({ ...effort, ...more }, [resultOf(text)]));
const openJob = (id = 'run-1-0') => ({
  id,
  payload: Buffer.alloc(0),
  firstRow: 1,
  lastRow: 20,
  places: [{ firstRow: 1, rows: 0, endOffset: 10, nextLine: 2 }],
  queuedAtMs: 0,
  losses: 0,
});

it('takes the first results of a job, and equal second ones in silence', async () => {
  const jobs = createOpenJobs();
  const results = jobs.open(openJob());
  expect(jobs.take(answer('đ'))).toBe(true);
  expect(jobs.take(answer('đ', { worker: 'host:2', computeMs: 9, starts: 2 }))).toBe(false);
  const [result] = await results;
  expect(Buffer.from(result?.outputs.csv as Uint8Array).toString()).toBe('đ');
  expect(jobs.statistics).toEqual({ jobs: 1, secondResults: 1, startedAgain: 0, queuedAgain: 0 });
});

it('refuses second results that differ', () => {
  const jobs = createOpenJobs();
  void jobs.open(openJob());
  jobs.take(answer('a'));
  expect(() => jobs.take(answer('b'))).toThrow(/different results for the job run-1-0/);
});

it('ignores results of jobs that it never opened', () => {
  expect(createOpenJobs().take(answer('a'))).toBe(false);
});

it('names rows, worker and attempts of a job that failed', async () => {
  const jobs = createOpenJobs();
  const results = jobs.open(openJob());
  const failure = { code: 'QUOTA_SPENT' as const, message: 'the quota is spent', stack: '/home/worker/x.js' };
  const message = packFailure(effort, failure, 1);
  expect(message.includes('/home/worker')).toBe(false);
  jobs.take(unpackAnswer(message));
  await expect(results).rejects.toMatchObject({
    code: 'QUOTA_SPENT',
    message: expect.stringMatching(
      /^rows 1 to 20 failed on the worker host:1: the quota is spent\./,
    ) as string,
  });
});
