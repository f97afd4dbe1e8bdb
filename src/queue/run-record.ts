import type { WorkOrder } from '../run/pipeline/chunk-processor.ts';
import type { QueueConnection } from './redis-connection.ts';
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

/** Returns the records of the runs that are in progress. */
export async function listRuns(
  { redis }: Pick<QueueConnection, 'redis'>,
  keys: QueueKeys,
): Promise<RunRecord[]> {
  const records = await Promise.all(
    (await redis.smembers(keys.runs)).map((id) => readRun({ redis }, keys, id)),
  );
  return records.filter((record) => record !== undefined);
}

/** Returns the record of a run; undefined when the run is over, which also forgets its id. */
export async function readRun(
  { redis }: Pick<QueueConnection, 'redis'>,
  keys: QueueKeys,
  id: string,
): Promise<RunRecord | undefined> {
  const text = await redis.get(keys.run(id));
  if (text !== null) return JSON.parse(text) as RunRecord;
  await redis.srem(keys.runs, id);
  return undefined;
}
