import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import { LOCK_SECONDS, type QueueWorld, type StartOptions } from './queue-world.ts';

/** A fault of a run on a queue. */
export interface FaultKind {
  title: string;
  /** Mean time between two of them. */
  everyMs: number;
  cause: (world: QueueWorld, nth: number) => Promise<void>;
  /** How the workers are started: the number of them. */
  workers?: readonly StartOptions[];
  coordinator?: StartOptions;
}

const preload = (name: string, options = '') =>
  `${options} --import=file://${resolve('test', 'support', name)}`.trim();

/** Enough for the starter dataset, and soon full. */
const SMALL_HEAP = { env: { NODE_OPTIONS: preload('exhaust-heap.js', '--max-old-space-size=128') } };
const HOUR_MS = 3_600_000;
const skewed = (skewMs: number): StartOptions => ({
  env: { NODE_OPTIONS: preload('skew-clock.js'), GEOMILL_TEST_SKEW_MS: `${skewMs}` },
});

/** What a partition does to the connections of one side, for some seconds. */
const PARTITIONS: readonly ((proxy: TcpProxy) => void)[] = [
  (proxy) => proxy.cut(),
  (proxy) => proxy.stall(['up', 'down']),
  (proxy) => proxy.halfOpen(),
  (proxy) => proxy.stall(['up']),
  (proxy) => proxy.slow(200),
  (proxy) => proxy.stall(['down']),
];

/** Kills a worker with a signal after it has served for a while, and starts another one. */
async function killAt(world: QueueWorld, at: number, signal: NodeJS.Signals, next?: StartOptions) {
  const worker = await world.untilServing(at);
  await world.untilProgress();
  await delay(world.random() * 500);
  worker.kill(signal);
  return world.replace(at, next);
}

async function stopFor(worker: ChildProcess, ms: number): Promise<void> {
  worker.kill('SIGSTOP');
  await delay(ms);
  worker.kill('SIGCONT');
}

/** The faults that a run on a queue survives, with the bytes of one process. */
export const FAULT_KINDS = {
  workerKills: {
    title: 'workers killed',
    everyMs: 100,
    async cause(world, nth) {
      await killAt(world, nth % 2, 'SIGKILL');
    },
  },
  workerStops: {
    title: 'workers stopped for longer than their lock',
    everyMs: 300,
    async cause(world, nth) {
      await stopFor(await world.untilServing(nth % 2), LOCK_SECONDS * 2500);
    },
  },
  redisKills: {
    title: 'kills of Redis',
    everyMs: 1000,
    async cause({ redis }) {
      await redis.kill();
      await redis.restart();
    },
  },
  flushes: {
    title: 'times FLUSHALL',
    everyMs: 1000,
    async cause({ client }) {
      await client.flushall();
    },
  },
  outOfMemory: {
    title: 'workers out of memory',
    everyMs: 100,
    workers: [SMALL_HEAP, SMALL_HEAP],
    async cause(world, nth) {
      const signal = await killAt(world, nth % 2, 'SIGUSR2', SMALL_HEAP);
      if (signal !== 'SIGABRT') throw new Error(`the worker was ended by ${signal} and not by V8`);
    },
  },
  partitions: {
    title: 'partitions between Redis and the workers or the coordinator',
    everyMs: 500,
    async cause({ proxies, random }, nth) {
      const proxy = nth % 2 === 0 ? proxies.workers : proxies.coordinator;
      PARTITIONS[Math.floor(nth / 2) % PARTITIONS.length]?.(proxy);
      await delay((0.5 + 2 * random()) * LOCK_SECONDS * 1000);
      proxy.heal();
    },
  },
  clockSkews: {
    title: 'workers whose clocks are wrong, and jump',
    everyMs: 300,
    workers: [skewed(HOUR_MS), skewed(-HOUR_MS)],
    coordinator: skewed(-HOUR_MS / 2),
    async cause(world, nth) {
      const worker = await world.untilServing(nth % 2);
      worker.kill('SIGUSR2');
      await world.untilProgress();
      await delay(1000 * world.random());
      worker.kill('SIGKILL');
      await world.replace(nth % 2, skewed(Math.round((world.random() - 0.5) * 48 * HOUR_MS)));
    },
  },
  slowWorkers: {
    title: 'stops of one of four workers of different speeds, for half of the time',
    everyMs: 700,
    workers: [{ nice: 5 }, {}, { nice: 19 }, { nice: 10 }],
    async cause(world) {
      await stopFor(await world.untilServing(0), 700);
    },
  },
} satisfies Record<string, FaultKind>;
