import type { WorkOrder } from '../run/pipeline/chunk-processor.ts';
import type { QueueConnection } from './redis-connection.ts';
import { queueDamaged } from './queue-damage.ts';
import type { QueueKeys, ComputeIdentity } from './queue-keys.ts';

/** A run without a sign of life of its coordinator for this long is over. */
export const RUN_EXPIRES_SECONDS = 60;
/** Chunks and results that nobody takes disappear. */
export const DATA_EXPIRES_SECONDS = 3600;

/** A run whose chunks are on the queue, as plain data without secrets. */
export interface RunRecord extends ComputeIdentity {
  id: string;
  job: string;
  /** Operations of the interface that the stages call. */
  operations: readonly string[];
  /** Without the places of moved records, which are sent with the chunks. */
  order: WorkOrder;
  /** Name of the queue of its jobs. */
  queue: string;
  /** Host and process of the coordinator. */
  coordinator: string;
  /** Hash of the machine and the output folder. */
  place: string;
  startedAt: string;
}

/** The data of a job on the queue. */
export interface JobData {
  run: string;
  firstRow: number;
  lastRow: number;
}

/** Returns the records of the runs that are in progress. Errors: SERVICE_DOWN if one of them is no record. */
export async function listRuns(
  { redis }: Pick<QueueConnection, 'redis'>,
  keys: QueueKeys,
): Promise<RunRecord[]> {
  const records = await Promise.all(
    (await redis.smembers(keys.runs)).map((id) => readRun({ redis }, keys, id)),
  );
  return records.filter((record) => record !== undefined);
}

/**
 * Returns the record of a run; undefined when the run is over, which also forgets its id.
 *
 * Errors: SERVICE_DOWN if it is no record of this run.
 */
export async function readRun(
  { redis }: Pick<QueueConnection, 'redis'>,
  keys: QueueKeys,
  id: string,
): Promise<RunRecord | undefined> {
  const text = await redis.get(keys.run(id));
  if (text !== null) return parseRunRecord(text, keys.run(id), id);
  await redis.srem(keys.runs, id);
  return undefined;
}

const TEXTS = ['id', 'version', 'service', 'job', 'queue', 'coordinator', 'place', 'startedAt'] as const;

function parseRunRecord(text: string, key: string, id: string): RunRecord {
  const record = parseObject(text) as Partial<RunRecord> | undefined;
  const isRecord =
    record?.id === id &&
    TEXTS.every((name) => typeof record[name] === 'string') &&
    Array.isArray(record.operations) &&
    typeof record.order === 'object';
  if (!isRecord) throw queueDamaged(`the key ${key}`, 'is not the record of its run');
  return record as RunRecord;
}

/** Parses a JSON object; undefined for anything else. */
export function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
