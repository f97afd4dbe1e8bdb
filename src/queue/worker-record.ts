import type { QueueConnection } from './redis-connection.ts';
import type { QueueKeys } from './queue-keys.ts';

/** A worker without a sign of life for this long is gone. */
export const WORKER_EXPIRES_SECONDS = 15;

/** A worker of a queue. */
export interface WorkerRecord {
  /** Host and process. */
  id: string;
  version: string;
  /** Identity of its service, without a router. */
  service: string;
  concurrency: number;
  startedAt: string;
  /** Names of the queues that it serves. */
  queues: readonly string[];
  /** Jobs and rows that it has computed. */
  jobs: number;
  rows: number;
  /** Why it serves no job of a run, by the id of the run. */
  refused: Readonly<Record<string, string>>;
}

/** Returns the workers that are running. */
export async function listWorkers(
  { redis }: Pick<QueueConnection, 'redis'>,
  keys: QueueKeys,
): Promise<WorkerRecord[]> {
  const ids = await redis.smembers(keys.workers);
  if (ids.length === 0) return [];
  const texts = await redis.mget(ids.map((id) => keys.worker(id)));
  const gone = ids.filter((_, at) => texts[at] === null);
  if (gone.length > 0) await redis.srem(keys.workers, ...gone);
  return texts.flatMap((text) => (typeof text !== 'string' ? [] : [JSON.parse(text) as WorkerRecord]));
}
