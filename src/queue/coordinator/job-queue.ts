import type { Queue } from 'bullmq';
import type { QueueConnection } from '../redis-connection.ts';
import type { QueueKeys } from '../queue-keys.ts';
import { DATA_EXPIRES_SECONDS, type JobData, type RunRecord } from '../run-record.ts';
import type { OpenJob } from './open-jobs.ts';

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 1000;
const KEPT_EVENTS = 100;

/** The state of a job, as far as a coordinator has to act on it. */
export type JobState = 'present' | 'missing' | 'failed';

/** The jobs of one run on the queue. */
export interface JobQueue {
  /** Puts a job on the queue, unless it is there. */
  put(job: OpenJob): Promise<void>;
  states(jobs: readonly OpenJob[]): Promise<JobState[]>;
  failedReason(job: OpenJob): Promise<string>;
  /** Removes what a finished job leaves. */
  forget(jobs: readonly OpenJob[]): Promise<void>;
  /** Removes jobs that are not wanted any more. */
  remove(jobs: readonly OpenJob[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens the queue for the jobs of a run. */
export function openJobQueue(
  { bullmq, redis, options }: Pick<QueueConnection, 'bullmq' | 'redis' | 'options'>,
  keys: QueueKeys,
  { id: run, queue: name }: Pick<RunRecord, 'id' | 'queue'>,
): JobQueue {
  const queue: Queue<JobData> = new bullmq.Queue<JobData>(name, {
    connection: { ...options },
    prefix: keys.prefix,
    streams: { events: { maxLen: KEPT_EVENTS } },
    defaultJobOptions: {
      attempts: ATTEMPTS,
      backoff: { type: 'exponential', delay: FIRST_PAUSE_MS, jitter: 0.5 },
      removeOnComplete: true,
      removeOnFail: { age: DATA_EXPIRES_SECONDS, count: 1000 },
    },
  });
  // The connection restores itself; commands wait for it.
  queue.on('error', () => undefined);
  const jobKey = (id: string) => `${keys.prefix}:${name}:${id}`;
  const failedKey = `${keys.prefix}:${name}:failed`;

  return {
    async put({ id, payload, firstRow, lastRow }) {
      await redis.set(keys.payload(id), payload, 'EX', DATA_EXPIRES_SECONDS);
      await queue.add('chunks', { run, firstRow, lastRow }, { jobId: id });
    },
    async states(jobs) {
      const pipeline = redis.pipeline();
      for (const { id } of jobs) pipeline.exists(jobKey(id)).zscore(failedKey, id);
      const replies = (await pipeline.exec()) ?? [];
      return jobs.map((_, at) => {
        if (typeof replies[2 * at + 1]?.[1] === 'string') return 'failed';
        return replies[2 * at]?.[1] === 0 ? 'missing' : 'present';
      });
    },
    async failedReason({ id }) {
      return (await redis.hget(jobKey(id), 'failedReason')) ?? 'unknown reason';
    },
    async forget(jobs) {
      if (jobs.length > 0) await redis.unlink(jobs.map(({ id }) => keys.payload(id)));
    },
    async remove(jobs) {
      if (jobs.length === 0) return;
      await redis.unlink(jobs.map(({ id }) => keys.payload(id)));
      // One that a worker has cannot be removed; its result expires.
      await Promise.allSettled(jobs.map(({ id }) => queue.remove(id)));
    },
    close: () => queue.close(),
  };
}
