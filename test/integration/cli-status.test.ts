import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../../src/base/files/lock.ts';
import { startLoopbackService } from '../support/loopback-service.ts';
import { geomill } from './cli-harness.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-status-'));
});
afterEach(() => rm(folder, { recursive: true }));

const POINTS = 'fixtures/points.csv';
const run = (name: string, ...args: string[]) =>
  geomill(['run', 'forcode', '--output', join(folder, name), ...args]);
const status = async (...args: string[]) => (await geomill(['status', ...args])).stdout;

describe('geomill status', () => {
  it('lists finished, limited, running and damaged runs by folder', async () => {
    await run('deep/finished', '--input', POINTS);
    await run('limited', '--input', POINTS, '--limit', '20');
    await run('damaged', '--input', POINTS);
    await appendFile(join(folder, 'damaged', 'manifest.json'), '}');
    await run('running', '--input', POINTS);
    const lock = await lockFolder(join(folder, 'running'));
    expect(await status(folder)).toBe(
      [
        `${folder}/damaged: damaged: its manifest.json was changed; --restart begins anew`,
        `${folder}/deep/finished: finished, 154 rows`,
        '  forcode     146 ok, 8 errors',
        `${folder}/limited: finished up to --limit; the same command with a higher limit, or without, continues, 20 rows`,
        '  forcode     20 ok',
        `${folder}/running: running, 0 rows, by process ${process.pid} of ${userInfo().username} on ${hostname()}`,
        '',
      ].join('\n'),
    );
    await lock.release();
    expect(JSON.parse(await status(join(folder, 'running'), '--json'))).toMatchObject({
      state: 'finished',
      job: 'forcode',
      share: 1,
      counts: { rowsIn: 154 },
      files: ['points.csv', 'points.geojson', 'rejects.ndjson'],
    });
  });

  it('says how far a stopped run came', async () => {
    const service = await startLoopbackService({
      intercept: (_, response, nth) => nth > 1500 && response.writeHead(401).end() !== undefined,
    });
    const rows = Array.from({ length: 3000 }, (_, at) => `${at},${10.7 + at / 1e5},106.7`);
    const input = join(folder, 'points.csv');
    await writeFile(input, `id,lat,lon\n${rows.join('\n')}\n`);
    const out = join(folder, 'out');
    const args = ['--service', service.baseUrl, '--set', 'limits.checkpoint_ms=0', '--concurrency', '4'];
    const env = { GEOMILL_CACHE: join(folder, 'cache'), GEOMILL_API_KEY: 'k' };
    await geomill(['run', 'reverse', '--input', input, '--output', out, ...args], env);
    await service.close();
    const found = JSON.parse(await status(out, '--json')) as { share: number; counts: { rowsIn: number } };
    expect(found).toMatchObject({ state: 'stopped' });
    expect(found.counts.rowsIn).toBeGreaterThan(0);
    expect(found.share).toBeCloseTo(found.counts.rowsIn / 3000, 1);
    expect(await status(out)).toMatch(
      /: stopped; the same command continues, [\d,]+ rows \(\d+ %\)\n {2}reverse/,
    );
  });

  it('says that there is no run', async () => {
    const { exitCode, stderr } = await geomill(['status', folder]);
    expect(exitCode).toBe(66);
    expect(stderr).toContain(`there is no run in ${folder}`);
  });
});

describe('geomill list', () => {
  it('lists what a job can name', async () => {
    const list = async (...args: string[]) => (await geomill(['list', ...args])).stdout;
    expect(await list('stages')).toMatch(/^geocode {2,}Geocodes the address of each row\.$/m);
    expect(await list('jobs')).toMatch(/^route {2,}route {2}csv, geojson$/m);
    expect(await list('categories')).toMatch(/^pharmacy {2,}nhà thuốc, /m);
    const formats = (await list('formats', '--json')).trim().split('\n');
    expect(formats.map((line) => JSON.parse(line) as object)).toContainEqual({
      name: 'geojsonl',
      of: 'output',
      extensions: ['.geojsonl'],
    });
    expect((await geomill(['list', 'colours'])).stderr).toContain('stages, jobs, categories, formats');
  });

  it('lists the columns of the results of a job, as the results have them', async () => {
    const columns = async (...args: string[]) =>
      (await geomill(['list', 'columns', ...args, '--json'])).stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { name: string; type: string });
    const listed = await columns(
      'reverse',
      '--input-columns',
      'id,lat,lon',
      '--set',
      'reverse.candidates=columns',
    );
    const rows = await geomill(
      ['run', 'reverse', '--input', '-', '--output', '-', '--set', 'reverse.candidates=columns', '--quiet'],
      {},
      Readable.from([Buffer.from('id,lat,lon\n1,10.777,106.6953\n')]),
    );
    expect(listed.map(({ name }) => name).join()).toBe(rows.stdout.split('\n')[0]);
    expect(listed).toContainEqual(expect.objectContaining({ name: 'reverse_lat', type: 'number' }));
    expect((await geomill(['list', 'columns', 'geocode', '--input-columns', 'a'])).exitCode).toBe(78);
    expect((await geomill(['list', 'columns', 'geocode'])).exitCode).toBe(64);
    expect((await geomill(['list', 'stages', 'geocode'])).exitCode).toBe(64);
    expect((await geomill(['schema'])).stdout).toBe(await readFile('jobs/job.schema.json', 'utf8'));
  });
});
