import type { QueueConnection } from './redis-connection.ts';
import { queueDamaged } from './queue-damage.ts';
import type { QueueKeys } from './queue-keys.ts';
import { parseObject } from './run-record.ts';

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
  /** What it cannot read of the queue, since its last job. */
  trouble?: string;
}

/** Returns the workers that are running. Errors: SERVICE_DOWN if one of their records is no record. */
export async function listWorkers(
  { redis }: Pick<QueueConnection, 'redis'>,
  keys: QueueKeys,
): Promise<WorkerRecord[]> {
  const ids = await redis.smembers(keys.workers);
  if (ids.length === 0) return [];
  const texts = await redis.mget(ids.map((id) => keys.worker(id)));
  const gone = ids.filter((_, at) => texts[at] === null);
  if (gone.length > 0) await redis.srem(keys.workers, ...gone);
  return texts.flatMap((text, at) =>
    typeof text === 'string' ? [parseWorkerRecord(text, keys.worker(ids[at] as string))] : [],
  );
}

function parseWorkerRecord(text: string, key: string): WorkerRecord {
  const record = parseObject(text) as Partial<WorkerRecord> | undefined;
  const isRecord =
    typeof record?.id === 'string' &&
    typeof record.version === 'string' &&
    typeof record.service === 'string' &&
    Array.isArray(record.queues) &&
    typeof record.refused === 'object';
  if (!isRecord) throw queueDamaged(`the key ${key}`, 'is not the record of a worker');
  return record as WorkerRecord;
}
