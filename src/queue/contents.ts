import type { QueueConnection } from './connection.ts';
import { asQueueFailure, isQueueDamage } from './queue-failure.ts';
import {
  listRuns,
  listWorkers,
  readRun,
  type QueueKeys,
  type RunRecord,
  type WorkerRecord,
} from './records.ts';

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
