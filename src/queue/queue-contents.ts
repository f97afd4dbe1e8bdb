import type { QueueConnection } from './redis-connection.ts';
import { asQueueFailure, isQueueDamage } from './queue-damage.ts';
import type { QueueKeys } from './queue-keys.ts';
import { listRuns, readRun, type RunRecord } from './run-record.ts';
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

/** Returns what is on a queue. Errors: SERVICE_DOWN if another program has changed it. */
export async function queueContents(connection: QueueConnection, keys: QueueKeys): Promise<QueueContents> {
  return readContents(connection, keys).catch((error: unknown) => {
    throw asQueueFailure(error);
  });
}

async function readContents(connection: QueueConnection, keys: QueueKeys): Promise<QueueContents> {
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
 * Shape: with `isAll` also what belongs to runs in progress; returns the number of keys. Runs whose records cannot be read are over.
 */
export async function removeLeftovers(
  connection: QueueConnection,
  keys: QueueKeys,
  isAll: boolean,
): Promise<number> {
  const runs = isAll ? [] : await readableRuns(connection, keys);
  const queues = new Set(runs.map(({ queue }) => `${keys.prefix}:${queue}`));
  const sets = [keys.workers, keys.runs];
  const types = await Promise.all(sets.map((key) => connection.redis.type(key)));
  const isKept = (key: string) =>
    types[sets.indexOf(key)] === 'set' ||
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

/** Returns the runs in progress whose records can be read. */
async function readableRuns(connection: QueueConnection, keys: QueueKeys): Promise<RunRecord[]> {
  const readable: RunRecord[] = [];
  try {
    for (const id of await connection.redis.smembers(keys.runs)) {
      const run = await readRun(connection, keys, id).catch(unlessDamaged);
      if (run) readable.push(run);
    }
  } catch (error) {
    unlessDamaged(error);
  }
  return readable;
}

function unlessDamaged(error: unknown): undefined {
  if (!isQueueDamage(asQueueFailure(error))) throw error;
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
