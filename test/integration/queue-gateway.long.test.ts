import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../support/memory-disk.ts';
import { startLoopbackService, type Loopback } from '../support/loopback-service.ts';
import { mostInOneSecond } from '../support/rate-log.ts';
import { NO_REDIS, startRedis, type RedisServer } from '../support/redis-server.ts';
import { startGeomill } from './cli-harness.ts';

const WORKERS = 4;
const RATE = 40;
const PER_DAY = 200;
const IN_FLIGHT = 8;
const KILLS = Number(process.env.GEOMILL_KILLS ?? 6);

describe.skipIf(NO_REDIS)(`workers behind a gateway${NO_REDIS ? ` (skipped: ${NO_REDIS})` : ''}`, () => {
  let folder: string;
  let redis: RedisServer;
  let service: Loopback;
  const started: ReturnType<typeof startGeomill>[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-queue-gateway-'));
    redis = await startRedis();
    service = await startLoopbackService({ key: 'the-key-of-the-service' });
  });
  afterAll(async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.all(started.map(({ exited }) => exited));
    await service.close();
    await redis.close();
    await rm(folder, { recursive: true });
  });

  function start(args: readonly string[], env: Record<string, string> = {}) {
    const process = startGeomill(args, { cwd: folder, env });
    started.push(process);
    return process;
  }

  async function startGateway({ baseUrl }: Loopback, rate = RATE, perDay = PER_DAY): Promise<string> {
    const limits = ['--rate', `${rate}`, '--per-day', `${perDay}`, '--concurrency', `${IN_FLIGHT}`];
    const gateway = start(['serve', '--service', baseUrl, '--port', '0', ...limits], {
      GEOMILL_API_KEY: 'the-key-of-the-service',
    });
    for (;;) {
      const [, address] = /serving .* at (http:\S+)/.exec(gateway.stderr()) ?? [];
      if (address !== undefined) return address;
      await delay(50);
    }
  }

  async function writeRows(name: string, rows: number, distinct: number, words = 20): Promise<string> {
    const path = join(folder, name);
    // Long rows make enough jobs for all workers.
    const note = 'ghi chú '.repeat(words);
    const lines = Array.from(
      { length: rows },
      (_, at) => `${at},"${name} ${at % distinct} Lê Lợi, Huế",${note}\n`,
    );
    await writeFile(path, `id,address,note\n${lines.join('')}`);
    return path;
  }

  const startWorker = (gateway: string) =>
    start([
      ...['worker', '--service', gateway, '--no-cache', '--queue', redis.url],
      ...['--concurrency', '2', '--lock', '2'],
    ]);
  /** Runs the job with the workers behind a gateway. */
  async function runBehind(gateway: string, input: string) {
    const job = 'name: geocode\nstages: [geocode]\noutputs: [csv]\nlimits: { chunk_bytes: 4096 }\n';
    await writeFile(join(folder, 'geocode.yaml'), job);
    const args = ['run', '--yes', join(folder, 'geocode.yaml'), '--input', input, '--output', `${input}-out`];
    const remote = ['--service', gateway, '--no-cache', '--queue', redis.url];
    return start([...args, '--json', '--no-report', ...remote]).exited;
  }

  it('have one rate, one cache and one quota', async () => {
    const gateway = await startGateway(service);
    for (let nth = 0; nth < WORKERS; nth += 1) startWorker(gateway);
    const run = (input: string) => runBehind(gateway, input);
    const first = await run(await writeRows('a.csv', 600, 120));
    expect(first.exitCode, first.stderr).toBe(0);
    const requests = await service.log();
    expect(requests).toHaveLength(120);
    // What was in flight before a second may arrive in it.
    expect(mostInOneSecond(requests.map(({ atMs }) => atMs))).toBeLessThanOrEqual(RATE + IN_FLIGHT);
    const { queue } = JSON.parse(first.stdout) as { queue: { workers: unknown[] } };
    expect(queue.workers.length).toBeGreaterThan(1);

    const second = await run(await writeRows('b.csv', 600, 300));
    expect(second.exitCode, second.stderr).toBe(75);
    expect((await service.log()).length).toBeLessThanOrEqual(PER_DAY);
    expect((await service.log()).length).toBeGreaterThan(PER_DAY - 20);
  });

  it(
    `keep the quota when they are killed ${KILLS} times, and waste at most what was in flight`,
    async () => {
      const perDay = 100 + 40 * KILLS;
      const own = await startLoopbackService({ key: 'the-key-of-the-service' });
      const gateway = await startGateway(own, 30, perDay);
      const client = new Redis(redis.port);
      const workers = Array.from({ length: WORKERS }, () => startWorker(gateway));
      let hasEnded = false;
      const input = await writeRows('c.csv', 3 * perDay, 2 * perDay, 150);
      const run = async () => {
        for (;;) {
          const ended = await runBehind(gateway, input);
          // A job whose workers were killed four times: the same command continues.
          if (!/were not finished by any worker/.test(ended.stderr)) return ended;
        }
      };
      const running = run().finally(() => (hasEnded = true));
      const requests = async () => (await own.log()).length;
      const random = seededRandom(3);
      let kills = 0;
      while (!hasEnded && kills < KILLS) {
        const at = kills % WORKERS;
        const { child, exited } = workers[at] as (typeof workers)[number];
        const record = await client.get(`geomill:worker:${hostname()}:${child.pid}`);
        const due = (perDay * (kills + random())) / (2 * KILLS);
        await delay(50);
        if (!record?.includes('"queues":["') || (await requests()) < due) continue;
        child.kill('SIGKILL');
        await exited;
        workers[at] = startWorker(gateway);
        kills += 1;
      }
      const { exitCode, stderr } = await running;
      client.disconnect();
      const questions = (await own.log()).map(({ question }) => question);
      await own.close();
      const wasted = questions.length - new Set(questions).size;
      if (process.env.GEOMILL_KILLS !== undefined)
        process.stderr.write(`${kills} kills: ${questions.length} of ${perDay} requests, ${wasted} wasted\n`);
      expect(exitCode, stderr).toBe(75);
      expect(kills).toBeGreaterThan(KILLS / 2);
      expect(questions.length).toBeLessThanOrEqual(perDay);
      expect(questions.length).toBeGreaterThan(perDay - IN_FLIGHT);
      expect(wasted).toBeLessThanOrEqual(IN_FLIGHT * kills);
    },
    120_000 + KILLS * 20_000,
  );

  it('refuse a service that is no gateway', async () => {
    const args = ['worker', '--service', service.baseUrl, '--queue', redis.url];
    const { exitCode, stderr } = await start(args, { GEOMILL_API_KEY: 'the-key-of-the-service' }).exited;
    expect(exitCode).toBe(64);
    expect(stderr).toMatch(/is not a gateway\. .* start geomill serve --service /s);
  });
});
