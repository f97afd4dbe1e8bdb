import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLoopbackService, type Loopback } from '../support/loopback-service.ts';
import { mostInOneSecond } from '../support/rate-log.ts';
import { NO_REDIS, startRedis, type RedisServer } from '../support/redis-server.ts';
import { startGeomill } from './cli-harness.ts';

const WORKERS = 4;
const RATE = 40;
const PER_DAY = 200;
const IN_FLIGHT = 8;

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

  async function startGateway(): Promise<string> {
    const limits = ['--rate', `${RATE}`, '--per-day', `${PER_DAY}`, '--concurrency', `${IN_FLIGHT}`];
    const gateway = start(['serve', '--service', service.baseUrl, '--port', '0', ...limits], {
      GEOMILL_API_KEY: 'the-key-of-the-service',
    });
    for (;;) {
      const [, address] = /serving .* at (http:\S+)/.exec(gateway.stderr()) ?? [];
      if (address !== undefined) return address;
      await delay(50);
    }
  }

  async function writeRows(name: string, rows: number, distinct: number): Promise<string> {
    const path = join(folder, name);
    // Long rows make enough jobs for all workers.
    const note = 'ghi chú '.repeat(20);
    const lines = Array.from(
      { length: rows },
      (_, at) => `${at},"${name} ${at % distinct} Lê Lợi, Huế",${note}\n`,
    );
    await writeFile(path, `id,address,note\n${lines.join('')}`);
    return path;
  }

  it('have one rate, one cache and one quota', async () => {
    const gateway = await startGateway();
    const remote = ['--service', gateway, '--no-cache', '--queue', redis.url];
    for (let nth = 0; nth < WORKERS; nth += 1) start(['worker', ...remote, '--concurrency', '2']);
    const run = (input: string) => {
      const args = [
        'run',
        join(folder, 'geocode.yaml'),
        '--input',
        input,
        '--output',
        `${input}-out`,
        '--json',
        '--no-report',
      ];
      return start([...args, ...remote]).exited;
    };

    const job = 'name: geocode\nstages: [geocode]\noutputs: [csv]\nlimits: { chunk_bytes: 4096 }\n';
    await writeFile(join(folder, 'geocode.yaml'), job);
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

  it('refuse a service that is no gateway', async () => {
    const args = ['worker', '--service', service.baseUrl, '--queue', redis.url];
    const { exitCode, stderr } = await start(args, { GEOMILL_API_KEY: 'the-key-of-the-service' }).exited;
    expect(exitCode).toBe(64);
    expect(stderr).toMatch(/is not a gateway\. .* start geomill serve --service /s);
  });
});
