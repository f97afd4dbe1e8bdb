import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { geomill, type Ended } from '../support/geomill-process.ts';
import { seededRandom } from '../support/memory-disk.ts';
import { NO_REDIS, startRedis, type RedisServer } from '../support/redis-server.ts';

const MAIN = join('dist', 'cli', 'main.cjs');
const FILES = ['in.csv', 'rejects.ndjson', 'manifest.json'];
const LOCK_SECONDS = 2;

/** How many faults of each kind to cause, each kind in one run. */
export interface QueueFaults {
  rows: number;
  workerKills: number;
  /** Stops of a worker for longer than its lock. */
  workerStops: number;
  redisKills: number;
  flushes: number;
  coordinatorKills: number;
}

interface QueueFigures {
  jobs: number;
  started_again: number;
  queued_again: number;
  second_results: number;
}

/** Defines the tests of promise 3 for a run on a queue: the bytes of one process, whatever fails. */
export function describeQueueFaults(faults: QueueFaults): void {
  describe.skipIf(NO_REDIS)(`faults of a run on a queue${NO_REDIS ? ` (skipped: ${NO_REDIS})` : ''}`, () => {
    let folder: string;
    let redis: RedisServer;
    let wanted: string[];
    let job: string;
    const workers: ChildProcess[] = [];
    const random = seededRandom(7);

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'geomill-queue-kill-'));
      redis = await startRedis(['--appendonly', 'yes', '--appendfsync', 'everysec']);
      job = join(folder, 'geocode.yaml');
      await writeFile(
        job,
        'name: geocode\nstages: [geocode]\noutputs: [csv]\nlimits: { chunk_bytes: 4096, checkpoint_ms: 50 }\n',
      );
      await mkdir(join(folder, 'data'));
      const rows = Array.from({ length: faults.rows }, (_, at) =>
        at % 97 === 50 ? 'ragged\n' : `${at},"${at % 311} Lê Lợi, Bến Nghé, Hồ Chí Minh"\n`,
      );
      await writeFile(join(folder, 'data', 'in.csv'), `id,address\n${rows.join('')}`);
      const whole = await geomill(command('whole', []));
      expect(whole.code, whole.stderr).toBe(0);
      wanted = await readAll('whole');
    });
    afterEach(() => {
      for (const worker of workers.splice(0)) worker.kill('SIGKILL');
    });
    afterAll(async () => {
      await redis.close();
      await rm(folder, { recursive: true });
    });

    const command = (out: string, more = ['--queue', redis.url]) => [
      ...['run', job, '--input', join(folder, 'data', 'in.csv'), '--output', join(folder, out)],
      ...['--no-report', '--json', ...more],
    ];
    const readAll = (out: string) =>
      Promise.all(FILES.map((name) => readFile(join(folder, out, name), 'utf8')));

    function startWorker(): ChildProcess {
      const args = ['worker', '--queue', redis.url, '--concurrency', '1', '--lock', `${LOCK_SECONDS}`];
      const worker = spawn(process.execPath, [MAIN, ...args], { stdio: 'ignore' });
      workers.push(worker);
      return worker;
    }
    /** Waits until the worker at a place serves the run: before, there would be nothing to lose. */
    async function untilServing(client: Redis, at: number): Promise<ChildProcess> {
      const worker = workers[at] as ChildProcess;
      const key = `geomill:worker:${hostname()}:${worker.pid}`;
      while (!(await client.get(key))?.includes('"queues":["')) await delay(20);
      return worker;
    }
    /** Replaces the worker at a place. */
    async function killWorker(client: Redis, at: number): Promise<void> {
      const worker = await untilServing(client, at);
      await delay(random() * 500);
      worker.kill('SIGKILL');
      await once(worker, 'exit');
      startWorker();
      workers[at] = workers.pop() as ChildProcess;
    }
    const hasJobs = async (client: Redis) => (await client.keys('geomill:payload:*')).length > 0;

    /** Runs the job with two workers and causes faults until there were enough, or the run has ended; returns how many there were. */
    async function runWith(
      name: string,
      many: number,
      everyMs: number,
      fault: (nth: number, client: Redis) => Promise<void>,
    ) {
      const client = new Redis(redis.port, { maxRetriesPerRequest: null });
      client.on('error', () => undefined);
      startWorker();
      startWorker();
      let hasEnded = false;
      const running = geomill(command(name)).finally(() => (hasEnded = true));
      let done = 0;
      while (!hasEnded && !(await hasJobs(client))) await delay(20);
      while (!hasEnded && done < many) {
        await delay(everyMs * (0.5 + random()));
        if (hasEnded) break;
        await fault(done, client);
        done += 1;
      }
      const ended = await running;
      client.disconnect();
      await expectWhole(name, ended, done);
    }

    async function expectWhole(name: string, { code, stderr, stdout }: Ended, done: number): Promise<void> {
      expect(code, stderr).toBe(0);
      expect(await readAll(name)).toEqual(wanted);
      expect(done).toBeGreaterThan(0);
      if (process.env.GEOMILL_KILLS === undefined) return;
      const { queue } = JSON.parse(stdout) as { queue: QueueFigures };
      process.stderr.write(`${name}: ${done} faults, ${JSON.stringify(queue)}\n`);
    }

    it(`${faults.workerKills} workers killed`, () =>
      runWith('killed', faults.workerKills, 100, (nth, client) => killWorker(client, nth % 2)));

    if (faults.workerStops > 0)
      it(`${faults.workerStops} workers stopped for longer than their lock`, () =>
        runWith('stopped', faults.workerStops, 300, async (nth, client) => {
          const worker = await untilServing(client, nth % 2);
          worker.kill('SIGSTOP');
          await delay(LOCK_SECONDS * 2500);
          worker.kill('SIGCONT');
        }));

    it(`Redis killed ${faults.redisKills} times`, () =>
      runWith('redis', faults.redisKills, 1000, async () => {
        await redis.kill();
        await redis.restart();
      }));

    if (faults.flushes > 0)
      it(`${faults.flushes} times FLUSHALL`, () =>
        runWith('flushed', faults.flushes, 1000, async () => {
          const client = new Redis(redis.port);
          await client.flushall();
          client.disconnect();
        }));

    it(`the coordinator killed ${faults.coordinatorKills} times`, async () => {
      const client = new Redis(redis.port);
      startWorker();
      startWorker();
      let kills = 0;
      for (; kills < faults.coordinatorKills; kills += 1) {
        const ended = await geomill(command('coordinator'), {}, (child) => {
          void (async () => {
            while (!(await hasJobs(client))) await delay(10);
            await delay(random() * 1500);
            child.kill('SIGKILL');
          })();
        });
        if (ended.signal !== 'SIGKILL') break;
      }
      client.disconnect();
      await expectWhole('coordinator', await geomill(command('coordinator')), kills);
    });
  });
}
