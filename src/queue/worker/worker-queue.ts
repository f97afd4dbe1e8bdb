import { requireReplies, withQueueFailures } from '../queue-damage.ts';
import type { QueueKeys } from '../queue-keys.ts';
import type { QueueConnection } from '../redis-connection.ts';
import { DATA_EXPIRES_SECONDS, readRun, type RunRecord } from '../run-record.ts';

/** The queue as a worker uses it, besides BullMQ: a port, so that the protocol runs in a simulator too. */
export interface WorkerQueue {
  /** Returns the record of a run; undefined when the run is over. */
  readRun(id: string): Promise<RunRecord | undefined>;
  /** Returns the chunks of a job; null when it is done or expired. */
  readPayload(job: string): Promise<Buffer | null>;
  removePayload(job: string): Promise<void>;
  /** Sends a message to the coordinator of a run. */
  send(run: string, message: Buffer): Promise<void>;
}

/** Opens the queue of a worker on Redis. */
export function openRedisWorkerQueue(
  { redis }: Pick<QueueConnection, 'redis'>,
  keys: QueueKeys,
): WorkerQueue {
  return withQueueFailures<WorkerQueue>({
    readRun: (id) => readRun({ redis }, keys, id),
    readPayload: (job) => redis.getBuffer(keys.payload(job)),
    async removePayload(job) {
      await redis.unlink(keys.payload(job));
    },
    async send(run, message) {
      const list = keys.results(run);
      const replies = await redis.multi().rpush(list, message).expire(list, DATA_EXPIRES_SECONDS).exec();
      requireReplies(replies, [list, list]);
    },
  });
}
