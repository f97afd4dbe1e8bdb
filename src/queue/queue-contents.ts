import type { QueueConnection } from './redis-connection.ts';
import type { QueueKeys } from './queue-keys.ts';
import { listRuns, type RunRecord } from './run-record.ts';
import { listWorkers, type WorkerRecord } from './worker-record.ts';

const KEYS_PER_SCAN = 1000;
const QUEUE_SUFFIX = ':meta';

/** The jobs on one queue, by state. */
export interface QueueCounts {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
}

/** What is on a queue. */
export interface QueueContents {
  runs: Omit<RunRecord, 'order'>[];
  workers: WorkerRecord[];
  queues: QueueCounts[];
  /** Of the whole Redis server. */
  memoryBytes: number;
}

/** Returns what is on a queue. */
export async function queueContents(connection: QueueConnection, keys: QueueKeys): Promise<QueueContents> {
  const [runs, workers, names, memory] = await Promise.all([
    listRuns(connection, keys),
    listWorkers(connection, keys),
    queueNames(connection, keys),
    connection.redis.info('memory'),
  ]);
  return {
    runs: runs.map(({ order: _, ...run }) => run),
    workers,
    queues: await Promise.all(names.map((name) => countJobs(connection, keys, name))),
    memoryBytes: Number(/^used_memory:(\d+)/m.exec(memory)?.[1] ?? 0),
  };
}

/**
 * Removes what ended runs have left: chunks, results, and the jobs of queues that no run uses.
 *
 * Shape: with `isAll` also what belongs to runs in progress; returns the number of keys.
 */
export async function removeLeftovers(
  connection: QueueConnection,
  keys: QueueKeys,
  isAll: boolean,
): Promise<number> {
  const runs = isAll ? [] : await listRuns(connection, keys);
  const queues = new Set(runs.map(({ queue }) => `${keys.prefix}:${queue}`));
  const isKept = (key: string) =>
    key === keys.workers ||
    key === keys.runs ||
    key.startsWith(keys.worker('')) ||
    runs.some(
      ({ id }) => [keys.run(id), keys.results(id)].includes(key) || key.startsWith(keys.payload(`${id}-`)),
    ) ||
    [...queues].some((queue) => key.startsWith(`${queue}:`));
  let removed = 0;
  for await (const found of scan(connection, `${keys.prefix}:*`)) {
    const unwanted = found.filter((key) => isAll || !isKept(key));
    if (unwanted.length > 0) removed += await connection.redis.unlink(unwanted);
  }
  return removed;
}

async function queueNames(connection: QueueConnection, { prefix }: QueueKeys): Promise<string[]> {
  const names: string[] = [];
  for await (const found of scan(connection, `${prefix}:jobs-*${QUEUE_SUFFIX}`))
    names.push(...found.map((key) => key.slice(prefix.length + 1, -QUEUE_SUFFIX.length)));
  return names.sort();
}

async function countJobs(
  { redis }: QueueConnection,
  { prefix }: QueueKeys,
  name: string,
): Promise<QueueCounts> {
  const key = (part: string) => `${prefix}:${name}:${part}`;
  const [waiting, active, delayed, failed] = await Promise.all([
    redis.llen(key('wait')),
    redis.llen(key('active')),
    redis.zcard(key('delayed')),
    redis.zcard(key('failed')),
  ]);
  return { name, waiting, active, delayed, failed };
}

/** Walks over the keys that match a pattern. */
async function* scan({ redis }: QueueConnection, pattern: string): AsyncGenerator<string[]> {
  let cursor = '0';
  do {
    const [next, found] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', KEYS_PER_SCAN);
    yield found;
    cursor = next;
  } while (cursor !== '0');
}
