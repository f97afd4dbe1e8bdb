import type { Queue } from 'bullmq';
import type { QueueConnection } from '../redis-connection.ts';
import { queueDamaged, requireReplies, withQueueFailures } from '../queue-damage.ts';
import type { QueueKeys } from '../queue-keys.ts';
import { removeRun } from '../remove-run.ts';
import {
  DATA_EXPIRES_SECONDS,
  listRuns,
  parseObject,
  RUN_EXPIRES_SECONDS,
  type JobData,
  type RunRecord,
} from '../run-record.ts';
import { listWorkers } from '../worker-record.ts';
import { readAnswers } from './answer-reader.ts';
import type { CoordinatorQueue } from './coordinator-queue.ts';
import type { OpenJob } from './open-jobs.ts';

const JOB_NAME = 'chunks';
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 1000;
const KEPT_EVENTS = 100;

/** The keys of a queue of BullMQ that are more than texts, by their types in Redis. */
const QUEUE_TYPES: Readonly<Record<string, string>> = {
  ...{ wait: 'list', active: 'list', paused: 'list' },
  ...{ delayed: 'zset', failed: 'zset', completed: 'zset', prioritized: 'zset', marker: 'zset' },
  ...{ stalled: 'set', meta: 'hash', events: 'stream' },
};

/** Where a job is that a worker has or will take. */
const LISTS = ['wait', 'active', 'paused'] as const;
const SETS = ['delayed', 'prioritized'] as const;

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
  const listKey = (part: string) => `${keys.prefix}:${name}:${part}`;
  const failedKey = listKey('failed');

  const recordText = JSON.stringify(record);

  /** Throws unless keys have the types that Geomill gives them, or are missing. */
  async function checkTypes(expected: readonly (readonly [key: string, type: string])[]): Promise<void> {
    const pipeline = redis.pipeline();
    for (const [key] of expected) pipeline.type(key);
    const types = requireReplies(await pipeline.exec());
    for (const [at, [key, type]] of expected.entries())
      if (types[at] !== type && types[at] !== 'none')
        throw queueDamaged(`the key ${key}`, `is a ${String(types[at])} and not a ${type}`);
  }

  /** Throws unless the jobs that are on the queue have the data that they were put on it with. */
  async function checkData(jobs: readonly OpenJob[]): Promise<void> {
    const pipeline = redis.pipeline();
    for (const { id } of jobs) pipeline.hmget(jobKey(id), 'data', 'opts', 'name');
    const found = requireReplies(await pipeline.exec()) as (string | null)[][];
    for (const [at, { id, firstRow, lastRow }] of jobs.entries()) {
      const [data, opts, name] = found[at] ?? [];
      // Taken by a worker and done, meanwhile.
      if (data === null && opts === null && name === null) continue;
      const isOwn =
        data === JSON.stringify({ run, firstRow, lastRow }) && parseObject(opts ?? '') !== undefined;
      if (!isOwn || name !== JOB_NAME)
        throw queueDamaged(`the key ${jobKey(id)}`, 'is not the job that was put there');
    }
  }

  return withQueueFailures<CoordinatorQueue>({
    listRuns: () => listRuns(connection, keys),
    removeRun: (other) => removeRun(connection, keys, other),
    async keepRecord() {
      const replies = await redis
        .multi()
        .sadd(keys.runs, run)
        .expire(keys.run(run), RUN_EXPIRES_SECONDS)
        .get(keys.run(run))
        .exec();
      const [, isKept, text] = requireReplies(replies, [keys.runs, keys.run(run), keys.run(run)]);
      if (isKept === 1 && text !== recordText)
        throw queueDamaged(`the key ${keys.run(run)}`, 'is not the record of this run');
      if (isKept === 1) return true;
      await redis.set(keys.run(run), recordText, 'EX', RUN_EXPIRES_SECONDS);
      return false;
    },
    listWorkers: () => listWorkers(connection, keys),
    async put({ id, payload, firstRow, lastRow }) {
      await redis.set(keys.payload(id), payload, 'EX', DATA_EXPIRES_SECONDS);
      await queue.add(JOB_NAME, { run, firstRow, lastRow }, { jobId: id });
    },
    async states(jobs) {
      // One transaction: a job may be moved from a list to another between two commands.
      const transaction = redis.multi();
      for (const { id } of jobs) {
        transaction.exists(jobKey(id)).zscore(failedKey, id);
        for (const each of LISTS) transaction.lpos(listKey(each), id);
        for (const each of SETS) transaction.zscore(listKey(each), id);
      }
      const replies = requireReplies(await transaction.exec());
      const length = 2 + LISTS.length + SETS.length;
      return jobs.map((_, nth) => {
        const [exists, failed, ...places] = replies.slice(nth * length, (nth + 1) * length);
        if (failed !== null) return 'failed';
        if (exists === 0) return 'missing';
        return places.every((place) => place === null) ? 'stray' : 'present';
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
    readAnswers: (onMessage, onFailed) => readAnswers(connection, keys.results(run), onMessage, onFailed),
    async check(jobs) {
      const own = Object.entries(QUEUE_TYPES).map(
        ([part, type]) => [`${keys.prefix}:${name}:${part}`, type] as const,
      );
      const ofJobs = jobs.flatMap(({ id }) => [
        [jobKey(id), 'hash'] as const,
        [keys.payload(id), 'string'] as const,
      ]);
      await checkTypes([
        [keys.runs, 'set'],
        [keys.workers, 'set'],
        [keys.results(run), 'list'],
        ...own,
        ...ofJobs,
      ]);
      if (jobs.length > 0) await checkData(jobs);
    },
    waitingAnswers: () => redis.llen(keys.results(run)),
    downMs: () => connection.downMs(),
    onRestored(callback) {
      redis.on('ready', callback);
      return () => redis.off('ready', callback);
    },
    close: () => queue.close(),
  });
}
