import { Redis } from 'ioredis';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWERS_VERSION } from '../../src/contract/answers-version.ts';
import { readQueueAddress } from '../../src/queue/queue-address.ts';
import { queueName } from '../../src/queue/records.ts';
import { startQueueWorker } from '../../src/queue/worker.ts';
import { openService } from '../../src/runtime/open-service.ts';
import type { OpenedService } from '../../src/runtime/opened-service.ts';
import { NO_REDIS, startRedis, type RedisServer } from '../support/redis-server.ts';
import { geomill } from './cli-harness.ts';
import { POISONS, type Poison } from './queue-poisons.ts';

const ROWS = 600;
const VERSION = '0.0.0';
/** Seconds on an idle machine. */
const TIMEOUT_MS = 300_000;

/** Defines the tests of promise 24 for what other programs write into Redis. */
export function describePoisons(poisons: readonly Poison[]): void {
  describe.skipIf(NO_REDIS)(
    `a queue that others write to${NO_REDIS ? ` (skipped: ${NO_REDIS})` : ''}`,
    () => {
      let redis: RedisServer;
      let client: Redis;
      let service: OpenedService;
      let folder: string;
      let whole: string[];
      const input = () => join(folder, 'in.csv');
      const files = (name: string) =>
        Promise.all(
          ['in.csv', 'in.geojson', 'rejects.ndjson', 'manifest.json'].map((file) =>
            readFile(join(folder, name, file), 'utf8'),
          ),
        );

      beforeAll(async () => {
        redis = await startRedis();
        client = new Redis({ port: redis.port });
        const { shared: _, ...unshared } = await openService({
          kind: 'local',
          datasetDir: 'fixtures/starter',
        });
        // Threads cost each worker a second, and poisons do not reach them.
        service = unshared;
        folder = await mkdtemp(join(tmpdir(), 'geomill-poisoned-'));
        const rows = Array.from(
          { length: ROWS },
          (_, at) => `${at},${10 + (at % 200) / 100},${106 + (at % 90) / 100},${'ghi chú '.repeat(12)}\n`,
        );
        await writeFile(input(), `id,lat,lon,note\n${rows.join('')}`);
        const run = ['run', 'forcode', '--input', input(), '--output', join(folder, 'whole'), '--no-report'];
        expect((await geomill(run)).exitCode).toBe(0);
        whole = await files('whole');
      });
      afterAll(async () => {
        client.disconnect();
        await service.close();
        await redis.close();
        await rm(folder, { recursive: true });
      });

      const startWorker = (prefix: string) =>
        startQueueWorker({
          ...{ prefix, service, version: VERSION, concurrency: 1, lockMs: 2000 },
          address: readQueueAddress(redis.url, {}),
          onEvent: () => undefined,
        });

      async function spoil(poison: Poison, prefix: string): Promise<void> {
        const queue = `${prefix}:${queueName({ version: VERSION, answers: ANSWERS_VERSION, service: service.identity })}`;
        if (poison.when === 'before')
          return void (await poison.spoil({ client, prefix, queue, run: '', jobs: [] }));
        let jobs: string[] = [];
        while (jobs.length < 3) {
          await delay(20);
          jobs = (await client.keys(`${prefix}:payload:*`)).map((key) =>
            key.slice(`${prefix}:payload:`.length),
          );
          if ((await client.llen(`${queue}:wait`)) < jobs.length) jobs = [];
        }
        jobs.sort((a, b) => Number(a.split('-')[1]) - Number(b.split('-')[1]));
        await poison.spoil({ client, prefix, queue, run: jobs[0]?.split('-')[0] ?? '', jobs });
      }

      it('has a table of more than 40 states', () => {
        expect(POISONS.length).toBeGreaterThan(40);
        expect(new Set(POISONS.map(({ name }) => name)).size).toBe(POISONS.length);
      });

      it.concurrent.each(poisons.map((poison, at) => [poison.name, poison, `poison-${at}`] as const))(
        'commits nothing of it, and says what is wrong: %s',
        async (_, poison, prefix) => {
          const args = [
            'run',
            'forcode',
            '--input',
            input(),
            '--output',
            join(folder, prefix),
            '--no-report',
          ];
          const env = { GEOMILL_QUEUE: redis.url };
          const command = () => geomill([...args, '--queue-prefix', prefix, '--json'], env);
          if (poison.when === 'before') await spoil(poison, prefix);
          const running = command();
          if (poison.when === 'waiting') await spoil(poison, prefix);
          const worker = await startWorker(prefix);
          try {
            const { exitCode, stderr } = await running;
            expect(poison.ends, stderr).toContain(exitCode);
            expect(stderr).not.toMatch(/bug in Geomill|TypeError|SyntaxError/);
            if (exitCode === 0) return expect(await files(prefix)).toEqual(whole);
            expect(stderr).toMatch(exitCode === 69 ? /in Redis|on the queue/ : /is not that of the rows/);
            expect(stderr).toMatch(/same command/);
            const drained = await geomill(['queue', 'drain', '--all', '--queue-prefix', prefix], env);
            expect(drained.exitCode, drained.stderr).toBe(0);
            const again = await command();
            expect(again.exitCode, again.stderr).toBe(0);
            expect(await files(prefix)).toEqual(whole);
          } finally {
            await worker.close();
          }
        },
        TIMEOUT_MS,
      );
    },
  );
}
