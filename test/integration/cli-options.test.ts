// Effects of options that no other test of the command line needs. The table in test/architecture/options.test.ts names the others.
import { EventEmitter } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openRunQueue } from '../../src/cli/run-queue.ts';
import { ownCache } from '../../src/remote/cache-parts.ts';
import { loadJob } from '../../src/runtime/load-job.ts';
import { openService } from '../../src/runtime/open-service.ts';
import { NO_REDIS, startRedis } from '../support/redis-server.ts';
import { startLoopbackService } from '../support/loopback-service.ts';
import { useTemporaryFolders } from '../support/temporary-folders.ts';
import { useS3 } from '../support/use-s3.ts';
import { geomill, startServing } from './cli-harness.ts';

const newFolder = useTemporaryFolders('options');
useS3();

/** Returns the status of a request with a Host header. */
const statusOf = (url: string, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(url, { headers: { host } }, (response) => resolve(response.resume().statusCode)).on('error', reject);
  });

it('--explain writes the sentence of a conversion alone', async () => {
  const { stdout, exitCode } = await geomill(['ask', 'convert', 'text=Phường Bến Nghé, Quận 1', '--explain']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^[^{}\n]+\n$/);
});

it('--explain writes what each word of an address is for', async () => {
  const { stdout } = await geomill(['ask', 'geocodeForward', 'text=Phường Bến Nghé, Quận 1', '--explain']);
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
    ['Phường Bến Nghé', 'ward', 'confirmed'],
    ['Quận 1', 'district', 'confirmed'],
    [''],
  ]);
});

it('--work names the folder that a run to an object store works in', async () => {
  const work = newFolder();
  const input = join(newFolder(), 'points.csv');
  writeFileSync(input, 'id,lat,lon\n1,10.77,106.69\n');
  const args = [
    'run',
    'forcode',
    '--input',
    input,
    '--output',
    's3://bucket/work',
    '--work',
    work,
    '--no-report',
  ];
  expect(await geomill(args)).toMatchObject({ exitCode: 0 });
  expect(readdirSync(work, { recursive: true }).join()).toContain('manifest.json');
  const here = await geomill(['run', 'forcode', '--input', input, '--output', newFolder(), '--work', work]);
  expect(here.exitCode).toBe(64);
});

it('--wait waits for the process that sends requests with the same key', async () => {
  const service = await startLoopbackService();
  const cache = newFolder();
  const lock = await ownCache(cache, { service: service.baseUrl });
  const input = join(newFolder(), 'points.csv');
  writeFileSync(input, 'id,lat,lon\n1,10.77,106.69\n');
  const args = ['run', 'forcode', '--input', input, '--output', newFolder(), '--service', service.baseUrl];
  const env = { GEOMILL_CACHE: cache };
  try {
    expect(await geomill(args, env)).toMatchObject({ exitCode: 75 });
    const waiting = geomill([...args, '--wait'], env, Readable.from([]), new EventEmitter(), (text) => {
      if (text.startsWith('waiting: ')) void lock.release();
    });
    expect(await waiting).toMatchObject({ exitCode: 0 });
  } finally {
    await service.close();
  }
});

it('--queue-window bounds what waits for an earlier chunk', async () => {
  const job = await loadJob('forcode', { jobsDir: 'jobs' });
  const settings = { kind: 'local', datasetDir: 'fixtures/starter' } as const;
  const opened = await openService(settings);
  const io = { env: {}, stderr: { write: () => true }, version: '0.0.0' } as unknown as Parameters<
    typeof openRunQueue
  >[5];
  const engine = { queue: 'redis://127.0.0.1:1', queueWindow: 2 };
  const queue = await openRunQueue(job, newFolder(), engine, settings, opened, io, () => undefined);
  expect(queue?.heldCharacters).toBe(2 << 20);
  await opened.close();
});

it('--host and --allow-host decide which names a server without keys answers to', async () => {
  const args = [
    'serve',
    '--port',
    '0',
    '--host',
    '127.0.0.1',
    '--allow-host',
    'maps.example',
    '--workers',
    '1',
  ];
  const server = startServing(args, /at (http:\/\/127\.0\.0\.1:\d+)\/v1/);
  const url = `${await server.said}/healthz`;
  const statuses = await Promise.all(['maps.example', 'other.example'].map((host) => statusOf(url, host)));
  expect(statuses).toEqual([200, 403]);
  expect(await server.end()).toMatchObject({ exitCode: 0 });
});

it('keys add keeps name, operations, rate and quota of a key, and keys list --json has them', async () => {
  const file = ['--keys', join(newFolder(), 'keys.json')];
  const rights = [
    '--name',
    'web shop',
    '--operations',
    'autocomplete,place',
    '--rate',
    '20',
    '--per-day',
    '50',
  ];
  expect(await geomill(['keys', 'add', ...file, ...rights])).toMatchObject({ exitCode: 0 });
  const { stdout } = await geomill(['keys', 'list', ...file, '--json']);
  expect(JSON.parse(stdout)).toMatchObject([
    { name: 'web shop', operations: ['autocomplete', 'place'], rate_per_second: 20, per_day: 50 },
  ]);
});

describe('GEOMILL_LANGUAGE', () => {
  it('vi shows errors in Vietnamese, with the code and the values for programs', async () => {
    const { exitCode, stderr, stdout } = await geomill(
      ['run', 'geocode', '--input', '-', '--output', '-', '--key', 'id', '--json'],
      { GEOMILL_LANGUAGE: 'vi' },
    );
    expect(exitCode).toBe(64);
    expect(stderr).toBe('geomill: --key so sánh với kết quả trong một thư mục: hãy nêu bằng --output\n');
    expect(JSON.parse(stdout)).toMatchObject({
      code: 'USAGE',
      message: '--key compares with the results in a folder: name one with --output',
      reason: { code: 'usage.keyNeedsFolder' },
    });
    const nested = await geomill(['ask', 'geocodeForwrd'], { GEOMILL_LANGUAGE: 'VI ' });
    expect(nested.stderr).toBe('geomill: không có thao tác geocodeForwrd: ý bạn là geocodeForward?\n');
  });

  it('shows hints and what a run has too much of in Vietnamese', async () => {
    const input = join(newFolder(), 'rows.ndjson');
    writeFileSync(input, '{"lat":10.7,"lon":106.6}\nno json\n{"lat":10.8,"lon":106.7}\n');
    const run = [
      'run',
      'forcode',
      '--input',
      input,
      '--output',
      newFolder(),
      '--max-rejects',
      '0',
      '--quiet',
    ];
    const { exitCode, stderr } = await geomill(run, { GEOMILL_LANGUAGE: 'vi' });
    expect(exitCode).toBe(3);
    expect(stderr).toBe('geomill: có nhiều dòng bị loại hơn --max-rejects 0\n');
    const refused = await geomill(['check', 'geocode', '--input', 'fixtures/bad/empty.csv'], {
      GEOMILL_LANGUAGE: 'vi',
    });
    expect(refused.stderr).toContain('Một bảng có dòng tiêu đề');
  });

  it('is English where it is left out, and refused where there is no such language', async () => {
    expect((await geomill(['ask', 'geocodeForwrd'])).stderr).toBe(
      'geomill: there is no operation geocodeForwrd: did you mean geocodeForward?\n',
    );
    const { exitCode, stderr } = await geomill(['doctor', '--json'], { GEOMILL_LANGUAGE: 'fr' });
    expect({ exitCode, stderr }).toEqual({ exitCode: 78, stderr: '' });
    const check = await geomill(['check', 'geocode'], { GEOMILL_LANGUAGE: 'fr' });
    expect(check.stderr).toContain('GEOMILL_LANGUAGE must be one of en, vi');
  });
});

describe.skipIf(NO_REDIS)(`geomill worker${NO_REDIS ? ` (skipped: ${NO_REDIS})` : ''}`, () => {
  it('takes the password of --queue-password-file, and serves its figures at --metrics-host and --metrics-port', async () => {
    const redis = await startRedis(['--requirepass', 'a-long-password']);
    const passwordFile = join(newFolder(), 'password');
    writeFileSync(passwordFile, 'a-long-password\n', { mode: 0o600 });
    const args = [
      'worker',
      '--queue',
      redis.url,
      '--queue-password-file',
      passwordFile,
      '--concurrency',
      '1',
    ];
    const more = ['--metrics-host', '127.0.0.1', '--metrics-port', '0', '--log-level', 'info'];
    const worker = startServing([...args, ...more], /"metrics":"(http:\/\/127\.0\.0\.1:\d+)\/metrics"/);
    expect(await statusOf(`${await worker.said}/readyz`, '127.0.0.1')).toBe(200);
    const queue = ['--queue', redis.url, '--queue-password-file', passwordFile];
    const { stdout } = await geomill(['queue', 'status', ...queue, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ runs: [], workers: [{ concurrency: 1 }] });
    expect((await geomill(['queue', 'drain', ...queue])).stdout).toMatch(/^0 keys removed from redis:/);
    expect(await worker.end()).toMatchObject({ exitCode: 0 });
    await redis.close();
  });
});
