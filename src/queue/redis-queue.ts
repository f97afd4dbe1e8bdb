import type { Queue } from 'bullmq';
import { sleep, SYSTEM_CLOCK } from '../base/files/clock.ts';
import type { WorkerQueue } from './compute-job.ts';
import type { QueueConnection } from './connection.ts';
import type { CoordinatorQueue } from './coordinator.ts';
import { asQueueFailure, isQueueDamage, requireReplies, withQueueFailures } from './queue-failure.ts';
import {
  DATA_EXPIRES_SECONDS,
  listRuns,
  listWorkers,
  readRun,
  RUN_EXPIRES_SECONDS,
  type QueueKeys,
  type RunRecord,
} from './records.ts';

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 1000;
const KEPT_EVENTS = 100;
const BLOCK_SECONDS = 5;
const PAUSE_MS = 200;

/**
 * Opens the queue of a run.
 *
 * Shape: BullMQ has the ids of jobs, where they are, and their failures; chunks and results are keys that expire, since jobs of BullMQ do not, and since
 * it would keep results in a stream of events.
 */
export function openCoordinatorQueue(
  connection: QueueConnection,
  keys: QueueKeys,
  record: RunRecord,
): CoordinatorQueue {
  const { bullmq, redis, options } = connection;
  const queue: Queue = new bullmq.Queue(record.queue, {
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
  const recordText = JSON.stringify(record);

  return withQueueFailures<CoordinatorQueue>({
    listRuns: () => listRuns(redis, keys),
    async removeRun(id) {
      await redis.multi().unlink(keys.run(id), keys.results(id)).srem(keys.runs, id).exec();
    },
    async keepRecord() {
      await redis.sadd(keys.runs, record.id);
      await redis.set(keys.run(record.id), recordText, 'EX', RUN_EXPIRES_SECONDS);
    },
    listWorkers: () => listWorkers(redis, keys),
    async put({ id, payload }) {
      await redis.set(keys.payload(id), payload, 'EX', DATA_EXPIRES_SECONDS);
      await queue.add('chunk', {}, { jobId: id });
    },
    async states(ids) {
      const states = await Promise.all(ids.map((id) => queue.getJobState(id)));
      return states.map((state) =>
        state === 'unknown' ? 'missing' : state === 'failed' ? 'failed' : 'queued',
      );
    },
    async failure(id) {
      const { failedReason = 'unknown reason', attemptsMade = 1 } = (await queue.getJob(id)) ?? {};
      return { reason: failedReason, attempts: attemptsMade };
    },
    async remove(ids) {
      if (ids.length === 0) return;
      await redis.unlink(ids.map((id) => keys.payload(id)));
      // One that a worker has is not removed; its result expires.
      await Promise.allSettled(ids.map((id) => queue.remove(id)));
    },
    readResults: (onMessage, onFailed) =>
      readResults(connection, keys.results(record.id), onMessage, onFailed),
    downMs: () => connection.downMs(),
    close: () => queue.close(),
  });
}

/** Reads a list with a connection of its own, which blocks. */
function readResults(
  { Redis, options }: QueueConnection,
  list: string,
  onMessage: (message: Buffer) => void,
  onFailed: (error: Error) => void,
): { close(): Promise<void> } {
  const redis = new Redis(options);
  redis.on('error', () => undefined);
  let isClosed = false;

  async function readOne(): Promise<void> {
    try {
      const found = await redis.blpopBuffer(list, BLOCK_SECONDS);
      if (found && !isClosed) onMessage(found[1]);
    } catch (error) {
      const failure = asQueueFailure(error);
      if (isClosed) return;
      if (!isQueueDamage(failure)) return sleep(SYSTEM_CLOCK, PAUSE_MS);
      isClosed = true;
      onFailed(failure);
    }
  }
  const reading = (async () => {
    while (!isClosed) await readOne();
  })();
  return {
    async close() {
      isClosed = true;
      redis.disconnect();
      await reading;
    },
  };
}

/** Opens the queue of a worker, besides what BullMQ does for it. */
export function openWorkerQueue({ redis }: QueueConnection, keys: QueueKeys): WorkerQueue {
  return withQueueFailures<WorkerQueue>({
    readRun: (id) => readRun(redis, keys, id),
    readPayload: (job) => redis.getBuffer(keys.payload(job)),
    async send(run, message) {
      const list = keys.results(run);
      const replies = await redis.multi().rpush(list, message).expire(list, DATA_EXPIRES_SECONDS).exec();
      requireReplies(replies, [list, list]);
    },
  });
}
