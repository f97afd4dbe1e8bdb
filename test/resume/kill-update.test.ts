import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { geomill } from '../support/geomill-process.ts';
import { startLoopbackProcess } from '../support/loopback-process.ts';
import type { Loopback } from '../support/loopback-service.ts';
import { seededRandom } from '../support/memory-disk.ts';

const ROWS = 1000;
const NIGHTS = 2;
const IN_FLIGHT = 8;

let folder: string;
let service: Loopback;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-kill-update-'));
  service = await startLoopbackProcess();
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const at = (...names: string[]) => join(folder, ...names);
const rowOf = (id: string, address: string, night: number) => `${id},"${address}",${night}\n`;

/** Rows by their key; in each night some go, some change, and new ones come in front. */
function nextNight(rows: ReadonlyMap<string, string>, night: number): Map<string, string> {
  const kept = [...rows].filter((_, nth) => (nth + night) % 97 !== 0);
  const later = kept.map(
    ([id, address], nth) => [id, (nth + night) % 89 === 0 ? `${night}/${address}` : address] as const,
  );
  const added = Array.from(
    { length: 15 },
    (_, nth) => [`N${night}-${nth}`, `${nth} Bạch Đằng, Night ${night}`] as const,
  );
  return new Map([...added, ...later]);
}

const write = (rows: ReadonlyMap<string, string>, night: number) =>
  writeFile(
    at('customers.csv'),
    `customer_id,address,balance\n${[...rows].map(([id, address]) => rowOf(id, address, night)).join('')}`,
  );

/** Reads the files of a run that depend only on its input, by name. */
async function filesOf(name: string): Promise<Record<string, string>> {
  const names = (await readdir(at(name))).filter(
    (file) => !['activity.ndjson', '.command.json', 'earlier.json', 'report.html'].includes(file),
  );
  const texts = await Promise.all(names.map((file) => readFile(at(name, file), 'base64')));
  return Object.fromEntries(names.map((file, nth) => [file, texts[nth] as string]));
}

it('an update that is killed has the files of a whole run, and sends again at most what was in flight', async () => {
  const random = seededRandom(7);
  const env = (cache: string) => ({ GEOMILL_SERVICE: service.baseUrl, GEOMILL_CACHE: at(cache) });
  // Each with a cache of its own: no answer of one is that of another.
  const run = async (output: string, cache: string, onStart?: Parameters<typeof geomill>[2]) => {
    const before = await service.requests();
    const args = ['--input', at('customers.csv'), '--output', at(output), '--key', 'customer_id', '--quiet'];
    const ended = await geomill(['run', 'geocode', ...args], env(cache), onStart);
    return { ...ended, requests: (await service.requests()) - before };
  };
  let rows = new Map(
    Array.from({ length: ROWS }, (_, nth) => [`C${nth}`, `${nth} Lê Lợi, Phường Bến Nghé, Quận 1, TP.HCM`]),
  );
  await write(rows, 0);
  expect(await run('nightly', 'cache-0')).toMatchObject({ code: 0 });
  let kills = 0;
  for (let night = 1; night <= NIGHTS; night += 1) {
    const next = nextNight(rows, night);
    const asked = [...next].filter(([id, address]) => rows.get(id) !== address).length;
    rows = next;
    await write(rows, night);
    await cp(at('nightly'), at('killed'), { recursive: true });
    const startMs = performance.now();
    const update = await run('nightly', `cache-${night}`);
    const wholeMs = performance.now() - startMs;
    expect(update.code, update.stderr).toBe(0);
    expect(update.requests, `night ${night}`).toBe(asked);
    expect(await run('whole', `cache-whole-${night}`)).toMatchObject({ code: 0, requests: rows.size });
    const wanted = await filesOf('whole');
    expect(await filesOf('nightly'), `night ${night}`).toEqual(wanted);

    const killed = await run('killed', `cache-killed-${night}`, (child) => {
      setTimeout(() => child.kill('SIGKILL'), random() * wholeMs).unref();
    });
    const again = await run('killed', `cache-killed-${night}`);
    expect(again.code, again.stderr).toBe(0);
    expect(killed.requests + again.requests).toBeLessThanOrEqual(asked + IN_FLIGHT);
    expect(await filesOf('killed'), `killed in night ${night}`).toEqual(wanted);
    kills += killed.signal === 'SIGKILL' ? 1 : 0;
    for (const name of ['whole', 'killed']) await rm(at(name), { recursive: true });
  }
  expect(kills).toBeGreaterThan(0);
}, 300_000);
