import { Redis } from 'ioredis';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readQueueAddress } from '../../src/queue/queue-address.ts';
import { startQueueWorker, type QueueWorker, type WorkerEvent } from '../../src/queue/worker.ts';
import { openService } from '../../src/runtime/open-service.ts';
import type { OpenedService } from '../../src/runtime/opened-service.ts';
import { NO_REDIS, startRedis, type RedisServer } from '../support/redis-server.ts';
import { geomill, startGeomill } from './cli-harness.ts';

const PASSWORD = 'a-long-password';
const ROWS = 1500;
const VERSION = '0.0.0';

describe.skipIf(NO_REDIS)(`chunks on a queue${NO_REDIS ? ` (skipped: ${NO_REDIS})` : ''}`, () => {
  let redis: RedisServer;
  let client: Redis;
  let service: OpenedService;
  let folder: string;
  let input: string;
  const workers: QueueWorker[] = [];
  const env = () => ({ GEOMILL_QUEUE: redis.url, GEOMILL_QUEUE_PASSWORD: PASSWORD });

  beforeAll(async () => {
    redis = await startRedis(['--requirepass', PASSWORD]);
    client = new Redis({ port: redis.port, password: PASSWORD });
    service = await openService({ kind: 'local', datasetDir: 'fixtures/starter' });
    folder = await mkdtemp(join(tmpdir(), 'geomill-queue-'));
    input = join(folder, 'in.csv');
    const note = 'ghi chú '.repeat(12);
    const rows = Array.from({ length: ROWS }, (_, at) =>
      at % 97 === 50 ? 'ragged\n' : `${at},${10 + (at % 200) / 100},${106 + (at % 90) / 100},${note}\n`,
    );
    await writeFile(input, `id,lat,lon,note\n${rows.join('')}`);
    const { exitCode } = await geomill([
      'run',
      'forcode',
      '--input',
      input,
      '--output',
      join(folder, 'whole'),
    ]);
    expect(exitCode).toBe(0);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
  });
  afterAll(async () => {
    client.disconnect();
    await service.close();
    await redis.close();
    await rm(folder, { recursive: true });
  });

  const startWorker = async (
    more: { version?: string; service?: OpenedService; concurrency?: number } = {},
    events: WorkerEvent[] = [],
  ) => {
    const worker = await startQueueWorker({
      ...{ prefix: 'geomill', service, version: VERSION, concurrency: 1, lockMs: 3000, ...more },
      address: readQueueAddress(redis.url, { password: PASSWORD }),
      onEvent: (event) => events.push(event),
    });
    workers.push(worker);
    return worker;
  };
  const runOnQueue = (name: string, job = 'forcode', file = input) =>
    geomill(['run', job, '--input', file, '--output', join(folder, name), '--json'], env());
  const files = (name: string, data = 'in.csv') =>
    Promise.all(
      [data, data.replace('.csv', '.geojson'), 'rejects.ndjson', 'manifest.json'].map((file) =>
        readFile(join(folder, name, file), 'utf8'),
      ),
    );
  const until = async (isTrue: () => Promise<boolean>) => {
    while (!(await isTrue())) await delay(20);
  };

  it('gives the bytes of one process with two workers, and leaves nothing in Redis', async () => {
    await startWorker();
    await startWorker();
    const { exitCode, stdout, stderr } = await runOnQueue('two');
    expect(exitCode, stderr).toBe(0);
    expect(await files('two')).toEqual(await files('whole'));
    const { queue } = JSON.parse(stdout) as { queue: { jobs: number; workers: { rows: number }[] } };
    expect(queue.jobs).toBeGreaterThan(2);
    expect(queue.workers.reduce((sum, { rows }) => sum + rows, 0)).toBe(ROWS - Math.ceil((ROWS - 50) / 97));
    const left = await client.keys('*');
    expect(left.filter((key) => /payload|result|run:/.test(key))).toEqual([]);
  });

  it('keeps the groups of batches, and the numbers of moved rows', async () => {
    const deliveries = join(folder, 'deliveries.csv');
    const rows = (await readFile('fixtures/deliveries.csv', 'utf8')).split('\n');
    // Rows of a batch that do not follow one another, and one that is no record.
    const [header = '', ...others] = rows.filter(Boolean).slice(0, 60);
    const mixed = others.map((row, at) => ({ row, key: (at * 7) % others.length }));
    mixed.sort((a, b) => a.key - b.key);
    const body = mixed.map(({ row }) => row);
    body.splice(3, 0, 'ragged');
    await writeFile(deliveries, `${header}\n${body.join('\n')}\n`);
    const whole = await geomill(['run', 'route', '--input', deliveries, '--output', join(folder, 'route')]);
    expect(whole.exitCode, whole.stderr).toBe(0);
    await startWorker();
    const { exitCode, stderr } = await runOnQueue('route-queue', 'route', deliveries);
    expect(exitCode, stderr).toBe(0);
    expect(await files('route-queue', 'deliveries.csv')).toEqual(await files('route', 'deliveries.csv'));
  });

  it('puts chunks on the queue again after FLUSHALL', async () => {
    const running = runOnQueue('flushed');
    await until(async () => (await client.keys('geomill:payload:*')).length > 2);
    await client.flushall();
    await startWorker();
    const { exitCode, stdout, stderr } = await running;
    expect(exitCode, stderr).toBe(0);
    expect(await files('flushed')).toEqual(await files('whole'));
    expect((JSON.parse(stdout) as { queue: { queued_again: number } }).queue.queued_again).toBeGreaterThan(2);
  });

  it('has no secret in Redis while it runs, and shows the queue without one', async () => {
    const running = runOnQueue('secret');
    await until(async () => (await client.keys('geomill:payload:*')).length > 2);
    for (const key of await client.keys('*')) {
      const bytes = await client.dumpBuffer(key);
      expect(bytes?.includes(PASSWORD), key).not.toBe(true);
    }
    const status = await geomill(['queue', 'status'], env());
    expect(status.stdout).toMatch(/run [0-9a-f]+: forcode of .*\njobs-[0-9a-f]+: \d+ waiting/);
    expect(status.stdout + status.stderr).not.toContain(PASSWORD);
    await startWorker();
    expect((await running).exitCode).toBe(0);
  });

  it('refuses by name what it cannot compute, and computes nothing of it', async () => {
    const events: WorkerEvent[] = [];
    const other = { ...service, identity: 'local other', identityFor: async () => 'local other' };
    const wrong = [
      await startWorker({ version: '9.9.9' }, events),
      await startWorker({ service: other }, events),
    ];
    const running = runOnQueue('refused');
    await until(async () => events.length === 2);
    const reasons = events.map((event) => ('reason' in event ? event.reason : ''));
    expect(reasons.sort()).toEqual([
      expect.stringMatching(/^the run is of Geomill 0\.0\.0, this is 9\.9\.9$/),
      expect.stringMatching(/^the run needs local \w+, this worker has local other$/),
    ]);
    await startWorker();
    expect((await running).exitCode).toBe(0);
    expect(wrong.map((worker) => worker.figures().jobs)).toEqual([0, 0]);
    expect(await files('refused')).toEqual(await files('whole'));
  });

  it('gives two coordinators of one input both results, and refuses a second one of one folder', async () => {
    const running = [runOnQueue('both-1'), runOnQueue('both-2')];
    await until(async () => (await client.scard('geomill:runs')) === 2);
    const args = ['run', 'forcode', '--input', input, '--output', join(folder, 'both-1')];
    const second = await startGeomill(args, { cwd: process.cwd(), env: env() }).exited;
    expect(second.exitCode, second.stderr).toBe(75);
    expect(await client.scard('geomill:runs')).toBe(2);
    await startWorker();
    await startWorker();
    for (const { exitCode, stdout, stderr } of await Promise.all(running)) {
      expect(exitCode, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ queue: { started_again: 0, second_results: 0 } });
    }
    expect(await files('both-1')).toEqual(await files('whole'));
    expect(await files('both-2')).toEqual(await files('whole'));
  });

  it('refuses what the workers would not get', async () => {
    const aliases = join(folder, 'aliases.csv');
    await writeFile(aliases, 'text,lat,lon,feature\n2 Lê Lợi,11.5,107.5,\n');
    const run = ['run', 'forcode', '--input', input];
    const aliased = await geomill([...run, '--output', join(folder, 'aliased'), '--aliases', aliases], env());
    expect(aliased.exitCode).toBe(64);
    expect(aliased.stderr).toContain('cannot be used with a queue');
    const filtered = await geomill([...run, '--output', '-', '--queue', redis.url]);
    expect(filtered.exitCode).toBe(64);
    expect(filtered.stderr).toContain('--queue cannot be used when the results go to standard output');
  });

  // Five attempts, with pauses: 15 s.
  it.runIf(process.env.GEOMILL_TEST_ALL)(
    'stops at a chunk that fails every time, names its rows, and continues with a worker that can',
    async () => {
      const calls = {
        ...service.service,
        geocodeReverse: async (parameters: object) => {
          if (Object.values(parameters).includes(10.07)) throw new RangeError('a bug for one place');
          return service.service.geocodeReverse(parameters as { latlng: string });
        },
      };
      const { shared: _, ...unshared } = service;
      const bad: OpenedService = { ...unshared, service: calls as unknown as OpenedService['service'] };
      const points = join(folder, 'points.csv');
      await writeFile(
        points,
        `id,lat,lon\n${Array.from({ length: 40 }, (_, at) => `${at},${(1000 + at) / 100},106.7\n`).join('')}`,
      );
      const whole = await geomill(['run', 'reverse', '--input', points, '--output', join(folder, 'points')]);
      expect(whole.exitCode, whole.stderr).toBe(0);
      const worker = await startWorker({ service: bad });
      const stopped = await runOnQueue('poisoned', 'reverse', points);
      expect(stopped.exitCode, stopped.stderr).toBe(70);
      expect(stopped.stderr).toMatch(
        /rows 1 to 40 failed 5 times, the last time on the worker .*: a bug for one place/,
      );
      expect(worker.figures().failed).toBe(5);
      await worker.close();
      await startWorker();
      const again = await runOnQueue('poisoned', 'reverse', points);
      expect(again.exitCode, again.stderr).toBe(0);
      expect(await files('poisoned', 'points.csv')).toEqual(await files('points', 'points.csv'));
    },
  );

  it('drains what a run that was killed has left', async () => {
    await client.set('geomill:payload:0123456789abcdef-1-0', 'x');
    await client.set('other:key', 'kept');
    const { exitCode, stdout } = await geomill(['queue', 'drain'], env());
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\d+ keys? removed from redis:\/\/127\.0\.0\.1:\d+\n$/);
    expect(await client.keys('geomill:payload:*')).toEqual([]);
    expect(await client.get('other:key')).toBe('kept');
  });

  it('says what to do without a queue, with a wrong password, and with no gateway', async () => {
    const none = await geomill(['worker']);
    expect(none.exitCode).toBe(64);
    expect(none.stderr).toContain('GEOMILL_QUEUE');
    const refused = await geomill(['queue', 'status'], {
      ...env(),
      GEOMILL_QUEUE_PASSWORD: 'wrong-password',
    });
    expect(refused.exitCode).toBe(69);
    expect(refused.stderr).toMatch(/Redis refuses the user or the password \(WRONGPASS\)/);
    expect(refused.stderr).not.toContain('wrong-password');
  });
});
