import { mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { answerOf } from '../support/loopback-answers.ts';
import { startLoopbackService } from '../support/loopback-service.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { startGeomill } from './cli-harness.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const ROWS = 400;
const CONCURRENCY = 4;

it('ends with 74 when the disk of the cache is full, and asks nothing again but what was in flight', async (context) => {
  const disk = mountSmallDisk(256);
  if (!disk) return context.skip('mounting a file system is not permitted here');
  cleanups.push(() => disk.remove());
  const cwd = await mkdtemp(join(tmpdir(), 'geomill-full-'));
  cleanups.push(() => rm(cwd, { recursive: true }));
  // Responses of about 2 KiB.
  const service = await startLoopbackService({
    answer: (operation, query) => ({
      ...(answerOf(operation, query) as object),
      padding: 'x'.repeat(2000),
    }),
  });
  cleanups.push(() => service.close());
  const rows = Array.from({ length: ROWS }, (_, nth) => `${nth},"${nth} Lê Lợi, Huế"\n`);
  await writeFile(join(cwd, 'many.csv'), `id,address\n${rows.join('')}`);
  const cacheDir = join(disk.folder, 'cache');
  mkdirSync(cacheDir, { mode: 0o700 });
  const run = () =>
    startGeomill(
      ['run', 'geocode', '--input', 'many.csv', '--service', service.baseUrl].concat([
        '--concurrency',
        String(CONCURRENCY),
        '--per-day',
        '1000',
      ]),
      { cwd, env: { GEOMILL_CACHE: cacheDir } },
    ).exited;

  for (let attempt = 0; attempt < 2; attempt += 1) {
    const full = await run();
    expect([full.exitCode, full.stderr]).toEqual([74, expect.stringMatching(/answers-2\.log.*ENOSPC/)]);
  }
  const sentBefore = (await service.log()).length;
  expect(sentBefore).toBeGreaterThan(50);
  expect(readdirSync(cacheDir).filter((name) => name.includes('damaged'))).toEqual([]);

  disk.resize(8192);
  const done = await run();
  expect([done.exitCode, done.stderr.includes('damaged')]).toEqual([0, false]);
  // Two attempts failed with so many requests in flight each; the count of the day holds every request.
  const sent = (await service.log()).length;
  expect(sent).toBeLessThanOrEqual(ROWS + 2 * CONCURRENCY);
  const csv = await readFile(join(cwd, 'output/geocode/many/many.csv'), 'utf8');
  expect(csv.split('\n')).toHaveLength(ROWS + 2);
  const again = await run();
  expect([again.exitCode, (await service.log()).length]).toEqual([0, sent]);
});
