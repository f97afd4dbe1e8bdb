import type { Queue } from 'bullmq';
import type { QueueConnection } from '../redis-connection.ts';
import type { QueueKeys } from '../queue-keys.ts';
import { removeRun } from '../remove-run.ts';
import {
  DATA_EXPIRES_SECONDS,
  listRuns,
  RUN_EXPIRES_SECONDS,
  type JobData,
  type RunRecord,
} from '../run-record.ts';
import { listWorkers } from '../worker-record.ts';
import { readAnswers } from './answer-reader.ts';
import type { CoordinatorQueue } from './coordinator-queue.ts';

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 1000;
const KEPT_EVENTS = 100;

/** Opens the queue of a run: BullMQ and keys of our own on Redis. */
export function openRedisCoordinatorQueue(
  connection: QueueConnection,
  keys: QueueKeys,
  record: RunRecord,
): CoordinatorQueue {
  const { bullmq, redis, options } = connection;
  const { id: run, queue: name } = record;
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
    listRuns: () => listRuns(connection, keys),
    removeRun: (other) => removeRun(connection, keys, other),
    async keepRecord() {
      const replies = await redis
        .multi()
        .sadd(keys.runs, run)
        .expire(keys.run(run), RUN_EXPIRES_SECONDS)
        .exec();
      if (replies?.[1]?.[1] === 1) return true;
      await redis.set(keys.run(run), JSON.stringify(record), 'EX', RUN_EXPIRES_SECONDS);
      return false;
    },
    listWorkers: () => listWorkers(connection, keys),
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
    readAnswers: (onMessage) => readAnswers(connection, keys.results(run), onMessage),
    waitingAnswers: () => redis.llen(keys.results(run)),
    downMs: () => connection.downMs(),
    onRestored(callback) {
      redis.on('ready', callback);
      return () => redis.off('ready', callback);
    },
    close: () => queue.close(),
  };
}
