import type { Redis } from 'ioredis';
import { packResult } from '../../src/queue/job.ts';
import { queueKeys } from '../../src/queue/records.ts';
import { emptyCounts } from '../../src/run/pipeline/run-counts.ts';

/** What a poison can reach. Shape: `run` and `jobs` are empty before the run begins. */
export interface PoisonedQueue {
  client: Redis;
  prefix: string;
  /** Prefix of the keys of BullMQ. */
  queue: string;
  run: string;
  jobs: readonly string[];
}

/** A state of Redis that no Geomill has written. */
export interface Poison {
  name: string;
  /** Before the run begins, or when its jobs wait for a worker. */
  when: 'before' | 'waiting';
  /** How the run must end: bytes of one process (0), or with a message (69, 70). Either where both are right. */
  ends: readonly number[];
  spoil(queue: PoisonedQueue): Promise<unknown>;
}

const ofType: Readonly<Record<string, (client: Redis, key: string) => Promise<unknown>>> = {
  string: (client, key) => client.set(key, 'garbage'),
  list: (client, key) => client.rpush(key, 'garbage'),
  hash: (client, key) => client.hset(key, 'garbage', '1'),
};
const replace = async (client: Redis, key: string, type: string) => {
  await client.del(key);
  await ofType[type]?.(client, key);
};
const EFFORT = { worker: 'forger:1', computeMs: 1, starts: 1 };

/** Keys of Geomill and of BullMQ that have another type from the start. */
const TYPES: readonly Poison[] = [
  ...(['string', 'hash', 'list'] as const).map((type) => ['runs', type] as const),
  ...(['string', 'list'] as const).map((type) => ['workers', type] as const),
  ...[
    'wait',
    'active',
    'delayed',
    'failed',
    'meta',
    'marker',
    'stalled',
    'prioritized',
    'completed',
    'events',
  ].map((part) => [`queue:${part}`, 'string'] as const),
].map(([key, type]) => ({
  name: `${key} is a ${type}`,
  when: 'before',
  // No job is in these, and a short run may end before the queue is compared with them.
  ends: /:(stalled|failed|prioritized|completed)$/.test(key) ? [69, 0] : [69],
  spoil: ({ client, prefix, queue }) =>
    replace(client, key.startsWith('queue:') ? `${queue}:${key.slice(6)}` : `${prefix}:${key}`, type),
}));

/** Records that were written by others. */
const RECORDS: readonly Poison[] = [
  {
    name: 'a run without a record',
    when: 'before',
    ends: [0],
    spoil: (q) => q.client.sadd(`${q.prefix}:runs`, 'x1'),
  },
  ...(['garbage', 'null', '[]', '{"id":"other"}'] as const).map((text): Poison => ({
    name: `the record of a run is ${text}`,
    when: 'before',
    ends: [69],
    spoil: async ({ client, prefix }) => {
      await client.sadd(`${prefix}:runs`, 'x1');
      await client.set(`${prefix}:run:x1`, text);
    },
  })),
  {
    name: 'the record of a worker is garbage',
    when: 'before',
    // A run that is over within a second has not looked at the workers.
    ends: [69, 0],
    spoil: async ({ client, prefix }) => {
      await client.sadd(`${prefix}:workers`, 'w1');
      await client.set(`${prefix}:worker:w1`, 'garbage');
    },
  },
  ...(['garbage', '{}', ''] as const).map((text): Poison => ({
    name: `the record of this run becomes "${text}"`,
    when: 'waiting',
    ends: [69, 0],
    spoil: ({ client, prefix, run }) => client.set(`${prefix}:run:${run}`, text, 'KEEPTTL'),
  })),
  {
    name: 'the record of this run becomes a list',
    when: 'waiting',
    ends: [69, 0],
    spoil: ({ client, prefix, run }) => replace(client, `${prefix}:run:${run}`, 'list'),
  },
  {
    name: 'the record of this run has another output',
    when: 'waiting',
    ends: [69, 0],
    spoil: async ({ client, prefix, run }) => {
      const key = `${prefix}:run:${run}`;
      const text = (await client.get(key)) ?? '';
      await client.set(key, text.replace('"delimiter":","', '"delimiter":";"'), 'KEEPTTL');
    },
  },
  {
    name: 'the record of this run is removed',
    when: 'waiting',
    ends: [0],
    spoil: ({ client, prefix, run }) => client.del(`${prefix}:run:${run}`),
  },
];

const payloadOf = ({ prefix, jobs }: PoisonedQueue, nth: number) =>
  queueKeys(prefix).payload(jobs[nth] ?? '');

/** Chunks that the coordinator has not sent so. */
const PAYLOADS: readonly Poison[] = [
  {
    name: 'the chunks of another job',
    ends: [69],
    spoil: async (q: PoisonedQueue) =>
      q.client.set(payloadOf(q, 0), (await q.client.getBuffer(payloadOf(q, 1))) as Buffer),
  },
  {
    name: 'garbage in the place of chunks',
    ends: [69],
    spoil: (q: PoisonedQueue) => q.client.set(payloadOf(q, 1), 'xx'),
  },
  {
    name: 'no byte in the place of chunks',
    ends: [69, 0],
    spoil: (q: PoisonedQueue) => q.client.set(payloadOf(q, 1), ''),
  },
  {
    name: 'chunks that are cut',
    ends: [69],
    spoil: async (q: PoisonedQueue) => {
      const bytes = (await q.client.getBuffer(payloadOf(q, 1))) as Buffer;
      return q.client.set(payloadOf(q, 1), bytes.subarray(0, bytes.length - 5));
    },
  },
  {
    name: 'one other byte in chunks',
    ends: [69],
    spoil: (q: PoisonedQueue) => q.client.setrange(payloadOf(q, 1), 400, 'Z'),
  },
  {
    name: 'chunks that are a list',
    ends: [69, 0],
    spoil: (q: PoisonedQueue) => replace(q.client, payloadOf(q, 1), 'list'),
  },
  { name: 'chunks that are gone', ends: [0], spoil: (q: PoisonedQueue) => q.client.del(payloadOf(q, 1)) },
].map((poison) => ({ ...poison, when: 'waiting' as const }));

const jobOf = ({ queue, jobs }: PoisonedQueue, nth: number) => `${queue}:${jobs[nth]}`;

/** Jobs of BullMQ that are other ones. */
const JOBS: readonly Poison[] = [
  {
    name: 'a job that is a string',
    ends: [69, 0],
    spoil: (q: PoisonedQueue) => replace(q.client, jobOf(q, 1), 'string'),
  },
  {
    name: 'a job whose data is no JSON',
    ends: [69, 0],
    spoil: (q: PoisonedQueue) => q.client.hset(jobOf(q, 1), 'data', 'x'),
  },
  {
    name: 'a job with the data of another one',
    ends: [69, 0],
    spoil: async (q: PoisonedQueue) =>
      q.client.hset(jobOf(q, 1), 'data', (await q.client.hget(jobOf(q, 0), 'data')) ?? ''),
  },
  {
    name: 'a job whose options are no JSON',
    ends: [69, 0],
    spoil: (q: PoisonedQueue) => q.client.hset(jobOf(q, 1), 'opts', 'x'),
  },
  {
    name: 'a waiting job that does not exist',
    ends: [0],
    spoil: (q: PoisonedQueue) => q.client.lpush(`${q.queue}:wait`, 'ghost'),
  },
  { name: 'no job waits any more', ends: [0], spoil: (q: PoisonedQueue) => q.client.del(`${q.queue}:wait`) },
  { name: 'a job is gone', ends: [0], spoil: (q: PoisonedQueue) => q.client.del(jobOf(q, 1)) },
  {
    name: 'the jobs become a hash',
    ends: [69],
    spoil: (q: PoisonedQueue) => replace(q.client, `${q.queue}:wait`, 'hash'),
  },
].map((poison) => ({ ...poison, when: 'waiting' as const }));

const results = ({ prefix, run }: PoisonedQueue) => queueKeys(prefix).results(run);
const forged = (job: string, rows: number, endOffset: number) =>
  packResult({
    ...{ ...EFFORT, job },
    result: {
      ...{ endOffset, nextLine: rows + 2, outputs: { csv: 'forged\n', geojson: '', rejects: '' } },
      counts: { ...emptyCounts([]), rowsIn: rows, results: rows },
    },
  });

/** Results that no worker has sent. */
const RESULTS: readonly Poison[] = [
  {
    name: 'a result of garbage',
    ends: [69],
    spoil: (q: PoisonedQueue) => q.client.rpush(results(q), 'garbage'),
  },
  { name: 'an empty result', ends: [69], spoil: (q: PoisonedQueue) => q.client.rpush(results(q), '') },
  {
    name: 'a result whose header is null',
    ends: [69],
    spoil: (q: PoisonedQueue) => q.client.rpush(results(q), Buffer.from('\u0004\0\0\0null', 'latin1')),
  },
  {
    name: 'the results are a string',
    ends: [69],
    spoil: (q: PoisonedQueue) => replace(q.client, results(q), 'string'),
  },
  {
    name: 'a result of other rows',
    ends: [70],
    spoil: (q: PoisonedQueue) => q.client.rpush(results(q), forged(q.jobs[1] ?? '', 3, 90)),
  },
  {
    name: 'a result with another byte than was sent',
    ends: [69],
    spoil: (q: PoisonedQueue) => {
      const message = forged(q.jobs[1] ?? '', 3, 90);
      message[message.length - 2] = 0x5a;
      return q.client.rpush(results(q), message);
    },
  },
  {
    name: 'a result of a job that was never sent',
    ends: [0],
    spoil: (q: PoisonedQueue) => q.client.rpush(results(q), forged(`${q.run}-9999-0123456789abcdef`, 3, 90)),
  },
].map((poison) => ({ ...poison, when: 'waiting' as const }));

/** All poisons. */
export const POISONS: readonly Poison[] = [...TYPES, ...RECORDS, ...PAYLOADS, ...JOBS, ...RESULTS];
