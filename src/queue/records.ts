import { message } from '../base/messages/message.ts';
import type { Redis } from 'ioredis';
import { createHash } from 'node:crypto';
import type { WorkOrder } from '../run/pipeline/chunk-processor.ts';
import { asQueueFailure, isQueueDamage, queueDamaged } from './queue-failure.ts';
import type { QueueConnection } from './connection.ts';

/** A run without a sign of life of its coordinator for this long is over. */
export const RUN_EXPIRES_SECONDS = 60;
/** A worker without a sign of life for this long is gone. */
export const WORKER_EXPIRES_SECONDS = 15;
/** Chunks and results that nobody takes disappear. */
export const DATA_EXPIRES_SECONDS = 3600;

/** What a worker must have in common with a run, so that it computes the same bytes. */
export interface ComputeIdentity {
  /** Version of Geomill. */
  version: string;
  /** The version of answers. */
  answers: number;
  /** Identity of the service: the dataset and the router, or the address of the gateway. */
  service: string;
}

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

/** The names of the keys of a queue in Redis, besides those of BullMQ. */
export type QueueKeys = ReturnType<typeof queueKeys>;

/** Returns the names of the keys with a prefix, which those of BullMQ have too. */
export function queueKeys(prefix: string) {
  return {
    prefix,
    /** Sets of the ids of runs and workers. */
    runs: `${prefix}:runs`,
    workers: `${prefix}:workers`,
    run: (runId: string) => `${prefix}:run:${runId}`,
    worker: (workerId: string) => `${prefix}:worker:${workerId}`,
    /** List of the results of a run that its coordinator has not taken yet. */
    results: (runId: string) => `${prefix}:results:${runId}`,
    /** Bytes of the chunk of a job. */
    payload: (jobId: string) => `${prefix}:payload:${jobId}`,
  };
}

/** Returns the name of the queue for jobs of one identity: workers with another one never receive them. */
export function queueName({ version, answers, service }: ComputeIdentity): string {
  return `jobs-${shortHash(JSON.stringify([version, answers, service]))}`;
}

/** Returns 16 hexadecimal digits of the SHA-256 of all parts. */
export function shortHash(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
}

type Reading = Pick<Redis, 'get' | 'mget' | 'smembers' | 'srem'>;

/** Returns the records of the runs that are in progress. Errors: SERVICE_DOWN if one of them is no record. */
export function listRuns(redis: Reading, keys: QueueKeys): Promise<RunRecord[]> {
  return listRecords(redis, keys.runs, keys.run, parseRun);
}

/** Returns the workers that are running. Errors: SERVICE_DOWN if one of their records is no record. */
export function listWorkers(redis: Reading, keys: QueueKeys): Promise<WorkerRecord[]> {
  return listRecords(redis, keys.workers, keys.worker, parseWorker);
}

/** Returns the record of a run; undefined when the run is over. Errors: SERVICE_DOWN if it is no record of this run. */
export async function readRun(redis: Reading, keys: QueueKeys, id: string): Promise<RunRecord | undefined> {
  const text = await redis.get(keys.run(id));
  return text === null ? undefined : parseRun(text, keys.run(id), id);
}

/** Returns the records whose ids are in a set, and forgets the ids of those that have expired. */
async function listRecords<T>(
  redis: Reading,
  set: string,
  keyOf: (id: string) => string,
  parse: (text: string, key: string, id: string) => T,
): Promise<T[]> {
  const ids = await redis.smembers(set);
  if (ids.length === 0) return [];
  const texts = await redis.mget(ids.map(keyOf));
  const expired = ids.filter((_, at) => texts[at] === null);
  if (expired.length > 0) await redis.srem(set, ...expired);
  return ids.flatMap((id, at) => {
    const text = texts[at];
    return typeof text === 'string' ? [parse(text, keyOf(id), id)] : [];
  });
}

function parseRun(text: string, key: string, id: string): RunRecord {
  const run = parseObject(text) as Partial<RunRecord>;
  const isRun =
    run.id === id &&
    [run.version, run.service, run.queue, run.place].every((value) => typeof value === 'string') &&
    Array.isArray(run.operations) &&
    typeof run.order === 'object';
  if (!isRun)
    throw queueDamaged(message('queue.theKey', { key, isBeside: 'false' }), message('queue.notARun'));
  return run as RunRecord;
}

function parseWorker(text: string, key: string): WorkerRecord {
  const worker = parseObject(text) as Partial<WorkerRecord>;
  const isWorker =
    typeof worker.id === 'string' && Array.isArray(worker.queues) && typeof worker.refused === 'object';
  if (!isWorker)
    throw queueDamaged(message('queue.theKey', { key, isBeside: 'false' }), message('queue.notAWorker'));
  return worker as WorkerRecord;
}

/** Parses a JSON object; an empty one for anything else. */
function parseObject(text: string): object {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
}

const KEYS_PER_SCAN = 1000;
const QUEUE_SUFFIX = ':meta';

/** What is on a queue. */
export interface QueueContents {
  runs: Omit<RunRecord, 'order'>[];
  workers: WorkerRecord[];
  /** The jobs on each queue of BullMQ, by state. */
  queues: { name: string; waiting: number; active: number; delayed: number; failed: number }[];
  /** Of the whole Redis server. */
  memoryBytes: number;
}

/** Returns what is on a queue. Errors: SERVICE_DOWN if another program has changed it. */
export async function queueContents({ redis }: QueueConnection, keys: QueueKeys): Promise<QueueContents> {
  try {
    const queues: QueueContents['queues'] = [];
    for await (const found of scan(redis, `${keys.prefix}:jobs-*${QUEUE_SUFFIX}`))
      for (const meta of found) {
        const key = meta.slice(0, -QUEUE_SUFFIX.length);
        const [waiting, active, delayed, failed] = await Promise.all([
          redis.llen(`${key}:wait`),
          redis.llen(`${key}:active`),
          redis.zcard(`${key}:delayed`),
          redis.zcard(`${key}:failed`),
        ]);
        queues.push({ name: key.slice(keys.prefix.length + 1), waiting, active, delayed, failed });
      }
    const runs = await listRuns(redis, keys);
    const memory = await redis.info('memory');
    return {
      runs: runs.map(({ order: _, ...run }) => run),
      workers: await listWorkers(redis, keys),
      queues: queues.sort((a, b) => (a.name < b.name ? -1 : 1)),
      memoryBytes: Number(/^used_memory:(\d+)/m.exec(memory)?.[1] ?? 0),
    };
  } catch (error) {
    throw asQueueFailure(error);
  }
}

/**
 * Removes what ended runs have left: chunks, results, and the jobs of queues that no run uses.
 *
 * Shape: with `isAll` also what belongs to runs in progress; returns the number of keys. Runs whose records cannot be read are over.
 */
export async function removeLeftovers(
  { redis }: QueueConnection,
  keys: QueueKeys,
  isAll: boolean,
): Promise<number> {
  const runs = isAll ? [] : await readableRuns(redis, keys);
  const sets: string[] = [];
  for (const key of [keys.workers, keys.runs]) if ((await redis.type(key)) === 'set') sets.push(key);
  const own = runs.flatMap(({ id, queue }) => [
    ...[keys.run(id), keys.results(id)],
    ...[keys.payload(`${id}-`), `${keys.prefix}:${queue}:`],
  ]);
  const isKept = (key: string) =>
    !isAll && [...sets, keys.worker(''), ...own].some((kept) => key.startsWith(kept));
  let removed = 0;
  for await (const found of scan(redis, `${keys.prefix}:*`)) {
    const unwanted = found.filter((key) => !isKept(key));
    if (unwanted.length > 0) removed += await redis.unlink(unwanted);
  }
  return removed;
}

/** Returns the runs in progress whose records can be read. */
async function readableRuns(redis: QueueConnection['redis'], keys: QueueKeys): Promise<RunRecord[]> {
  const readable: RunRecord[] = [];
  const ids = await redis.smembers(keys.runs).catch(unlessDamaged);
  for (const id of ids ?? []) {
    const run = await readRun(redis, keys, id).catch(unlessDamaged);
    if (run) readable.push(run);
  }
  return readable;
}

function unlessDamaged(error: unknown): undefined {
  if (!isQueueDamage(asQueueFailure(error))) throw error;
}

/** Walks over the keys that match a pattern. */
async function* scan(redis: QueueConnection['redis'], pattern: string): AsyncGenerator<string[]> {
  let cursor = '0';
  do {
    const [next, found] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', KEYS_PER_SCAN);
    yield found;
    cursor = next;
  } while (cursor !== '0');
}
