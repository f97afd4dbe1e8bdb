import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { constants, hostname, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { ERROR_CATALOGUE } from '../../src/base/errors/catalogue.ts';
import { geomill, type Ended } from '../support/geomill-process.ts';
import { seededRandom } from '../support/memory-disk.ts';
import { startRedis, type RedisServer } from '../support/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** The lock of each worker. */
export const LOCK_SECONDS = 2;
const MAIN = join('dist', 'cli', 'main.cjs');
const FILES = ['in.csv', 'rejects.ndjson', 'manifest.json'];

/** Whether a run has stopped at a job whose workers were lost four times or, on a busy machine, at a Redis that was too slow. */
export function isToBeContinued({ stderr }: Ended): boolean {
  return /were not finished by any worker|no reply in 10 s/.test(stderr);
}

/** How a worker or a run is started. */
export interface StartOptions {
  env?: Record<string, string>;
  /** Of the scheduler: 0 to 19. */
  nice?: number;
}

/** What runs on a queue took: sums over several runs. */
export interface QueueFigures {
  jobs: number;
  started_again: number;
  queued_again: number;
  second_results: number;
  /** Runs that stopped and were continued by the same command; see {@link isToBeContinued}. */
  stopped: number;
}

/** Redis, workers and a job over one input, all of them processes of their own. */
export interface QueueWorld {
  redis: RedisServer;
  /** Not through a proxy. */
  client: Redis;
  /** Between the workers and Redis, and between the coordinators and Redis. */
  proxies: { workers: TcpProxy; coordinator: TcpProxy };
  workers: ChildProcess[];
  /** For the runs. */
  coordinator: StartOptions;
  rows: number;
  figures: QueueFigures;
  random: () => number;
  startWorker(options?: StartOptions): ChildProcess;
  /** Waits until the worker at a place serves a run: before, there would be nothing to lose. */
  untilServing(at: number): Promise<ChildProcess>;
  /** Waits until a job was finished, or put on the queue: faults at shorter intervals would end the progress. */
  untilProgress(): Promise<void>;
  /** Waits until the worker at a place has ended, starts another one there, and returns the signal that ended the first. */
  replace(at: number, options?: StartOptions): Promise<NodeJS.Signals | null>;
  hasJobs(): Promise<boolean>;
  /** Returns the command line of a run into a folder. */
  command(out: string, queue?: string): string[];
  /** Runs the job to its end and adds what it took to the figures. */
  run(out: string): Promise<Ended>;
  add(ended: Ended): void;
  readAll(out: string): Promise<string[]>;
  /** What {@link readAll} returns for a run without a queue. */
  wanted: string[];
  remove(out: string): Promise<void>;
  stopWorkers(): Promise<void>;
  close(): Promise<void>;
}

/** Starts Redis and runs the job once without a queue. */
export async function createQueueWorld(rows: number): Promise<QueueWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'geomill-queue-kill-'));
  const input = join(folder, 'data', 'in.csv');
  const job = join(folder, 'geocode.yaml');
  const redis = await startRedis(['--appendonly', 'yes', '--appendfsync', 'everysec']);
  const proxies = {
    workers: await startTcpProxy(redis.port),
    coordinator: await startTcpProxy(redis.port),
  };
  const client = new Redis(redis.port, { maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  const workers: ChildProcess[] = [];
  const urlOf = ({ port }: { port: number }) => `redis://127.0.0.1:${port}`;
  await writeFile(
    job,
    'name: geocode\nstages: [geocode]\noutputs: [csv]\nlimits: { chunk_bytes: 4096, checkpoint_ms: 50 }\n',
  );
  await mkdir(join(folder, 'data'));
  const lines = Array.from({ length: rows }, (_, at) =>
    at % 97 === 50 ? 'ragged\n' : `${at},"${at % 311} Lê Lợi, Bến Nghé, Hồ Chí Minh"\n`,
  );
  await writeFile(input, `id,address\n${lines.join('')}`);

  function launch(options: StartOptions = {}): ChildProcess {
    const { env = {}, nice = 0 } = options;
    const args = ['worker', '--queue', urlOf(proxies.workers), '--concurrency', '1'];
    const worker = spawn(process.execPath, [MAIN, ...args, '--lock', `${LOCK_SECONDS}`], {
      stdio: 'ignore',
      env: { ...process.env, ...env },
    });
    if (nice > 0) setPriority(worker.pid as number, Math.min(nice, constants.priority.PRIORITY_LOW));
    // Redis could not be reached when it was started: who supervises workers starts them again.
    worker.once('exit', (code) => {
      const at = workers.indexOf(worker);
      if (code === ERROR_CATALOGUE.SERVICE_DOWN.exitCode && at >= 0) workers[at] = launch(options);
    });
    return worker;
  }
  const countJobs = async () => (await client.keys('geomill:payload:*')).length;

  const world: QueueWorld = {
    ...{ redis, client, proxies, workers, rows, wanted: [] },
    coordinator: {},
    figures: emptyFigures(),
    random: seededRandom(7),
    startWorker(options) {
      const worker = launch(options);
      workers.push(worker);
      return worker;
    },
    async untilServing(at) {
      for (;;) {
        const worker = workers[at] as ChildProcess;
        const record = await client.get(`geomill:worker:${hostname()}:${worker.pid}`);
        if (record?.includes('"queues":["')) return worker;
        await delay(20);
      }
    },
    async replace(at, options) {
      const worker = workers[at] as ChildProcess;
      if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
      world.startWorker(options);
      workers[at] = workers.pop() as ChildProcess;
      return worker.signalCode;
    },
    hasJobs: async () => (await countJobs()) > 0,
    async untilProgress() {
      const before = await countJobs();
      while ((await countJobs()) === before) await delay(20);
    },
    command: (out, queue = urlOf(proxies.coordinator)) => [
      ...['run', '--yes', job, '--input', input, '--output', join(folder, out), '--no-report', '--json'],
      ...(queue === '' ? [] : ['--queue', queue]),
    ],
    async run(out) {
      for (;;) {
        const ended = await geomill(world.command(out), world.coordinator.env);
        if (!isToBeContinued(ended)) return ended;
        world.figures.stopped += 1;
      }
    },
    add({ stdout }) {
      const { queue } = JSON.parse(stdout) as { queue: Omit<QueueFigures, 'stopped'> };
      for (const name of ['jobs', 'started_again', 'queued_again', 'second_results'] as const)
        world.figures[name] += queue[name];
    },
    readAll: (out) => Promise.all(FILES.map((name) => readFile(join(folder, out, name), 'utf8'))),
    remove: (out) => rm(join(folder, out), { recursive: true }),
    async stopWorkers() {
      const stopped = workers
        .splice(0)
        .filter(({ exitCode, signalCode }) => exitCode === null && !signalCode);
      await Promise.all(
        stopped.map((worker) => {
          worker.kill('SIGKILL');
          return once(worker, 'exit');
        }),
      );
      world.coordinator = {};
      world.figures = emptyFigures();
    },
    async close() {
      await world.stopWorkers();
      client.disconnect();
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
      await redis.close();
      await rm(folder, { recursive: true });
    },
  };
  const { code, stderr } = await geomill(world.command('whole', ''));
  if (code !== 0) throw new Error(`the run without a queue failed: ${stderr}`);
  world.wanted = await world.readAll('whole');
  return world;
}

function emptyFigures(): QueueFigures {
  return { jobs: 0, started_again: 0, queued_again: 0, second_results: 0, stopped: 0 };
}
