import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeoService } from '../../src/contract/service.ts';
import { GeomillError } from '../../src/base/errors/geomill-error.ts';
import { PowerLoss, seededRandom } from '../support/memory-disk.ts';
import { createRerunWorld, FILES, rows } from '../support/rerun-world.ts';

/** The first column of {@link rows}. */
const KEY = '1';
const UPDATE = { update: { key: KEY } };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-update-'));
  for (const name of ['old', 'new', 'clean']) await mkdir(join(folder, name));
});
afterAll(() => rm(folder, { recursive: true }));

/** The header and the records of {@link rows}, in which a quoted cell has line breaks. */
function recordsOf(text: string): { header: string; records: string[] } {
  const [header = '', ...rest] = text.split('\n');
  const records = rest.join('\n').match(/^\d+,(?:"(?:[^"]|"")*"|[^"\n])*$/gm) ?? [];
  return { header, records };
}

/** Changes some rows of an input: texts, positions and cells that no stage reads are other ones, rows go, come, and move. */
function nextNight(text: string, night: number, share = 0.1): string {
  const random = seededRandom(night);
  const { header, records } = recordsOf(text);
  const kept = records.filter(() => random() >= share);
  const changed = kept.map((record) =>
    random() < share && record.includes('Lê Lợi') ? record.replace('Lê Lợi', `Hàm Nghi ${night}`) : record,
  );
  const added = recordsOf(rows(8, 1000 * night)).records;
  const all = [...changed, ...added];
  const from = Math.floor(random() * all.length);
  const [moved = ''] = all.splice(from, 1);
  all.splice(Math.floor(random() * all.length), 0, moved);
  return `${[header, ...all].join('\n')}\n`;
}

/** Returns a service whose quota is used up after so many texts. */
function withQuota(service: GeoService, texts: number): GeoService {
  let left = texts;
  return {
    ...service,
    geocodeForward: ((...call: Parameters<GeoService['geocodeForward']>) => {
      left -= 1;
      if (left < 0) throw new GeomillError('QUOTA_SPENT', 'the quota of the day is used up');
      return service.geocodeForward(...call);
    }) as GeoService['geocodeForward'],
  };
}

/** Expects that a run ended by its quota. */
function quota(error: unknown): undefined {
  expect(error).toMatchObject({ code: 'QUOTA_SPENT' });
}

describe('an update of a finished run', () => {
  it('asks new and changed rows over five nights, and its files are those of a run over all rows', async () => {
    let text = rows(200);
    const world = createRerunWorld(folder, text);
    await world.run('old', UPDATE);
    for (let night = 1; night <= 5; night += 1) {
      text = nextNight(text, night);
      world.put(text);
      const { update, outcome } = await world.run('old', UPDATE);
      expect(outcome).toBe('finished');
      const asked = world.asked().length;
      expect(asked).toBeLessThan(60);
      // Rows of this world whose address is not skipped send one text each; those that cannot be read send none.
      expect(update!.added + update!.changed + update!.retried).toBe(asked);
      expect(update!.kept).toBeGreaterThan(100);
      expect(update!.gone).toBeGreaterThan(0);
      await world.run('clean', { mode: 'restart' });
      expect(world.manifest('old').counts.notes).toBeDefined();
      for (const name of FILES)
        expect(world.text('old', name), `${name}, night ${night}`).toBe(world.text('clean', name));
    }
    expect(await world.run('old', UPDATE)).toMatchObject({ outcome: 'already_finished' });
  });

  it('asks rows again that ended with an error', async () => {
    const world = createRerunWorld(folder, rows(100));
    await world.run('old', { ...UPDATE, mode: 'restart', fails: true });
    const failed = world.failed();
    world.put(`${rows(100)}${rows(1, 501).split('\n').slice(1).join('\n')}`);
    const { update } = await world.run('old', UPDATE);
    expect(update).toMatchObject({ retried: failed.length, added: 1, changed: 0, gone: 0 });
    await world.run('clean', { mode: 'restart' });
    for (const name of FILES) expect(world.text('old', name), name).toBe(world.text('clean', name));
  });

  it('keeps the answers of a row in which only cells changed that no stage reads', async () => {
    const withNote = (note: string) =>
      rows(60)
        .replace('1,address,lat,lon', '1,address,lat,lon,note')
        .replace(/,(10\.8,106\.7|106\.7,10\.8)$/gm, `,$1,${note}`);
    const world = createRerunWorld(folder, withNote('=1+1'));
    await world.run('old', { ...UPDATE, mode: 'restart' });
    world.put(withNote('00123'));
    const { update } = await world.run('old', UPDATE);
    expect(world.asked()).toEqual([]);
    expect(update).toMatchObject({ changed: 0, added: 0, gone: 0 });
    await world.run('clean', { mode: 'restart' });
    for (const name of FILES) expect(world.text('old', name), name).toBe(world.text('clean', name));
  });

  it.each(['csv', 'excel', 'ndjson', 'geojson', 'geojsonl', 'geojsons'])(
    'works where the results have %s only',
    async (output) => {
      const world = createRerunWorld(folder, rows(60), [output]);
      await world.run('old', { ...UPDATE, mode: 'restart' });
      world.put(nextNight(rows(60), 1));
      await world.run('old', UPDATE);
      await world.run('clean', { mode: 'restart' });
      const names = Object.values(world.manifest('clean').files).map(({ name }) => name);
      for (const name of [...names, 'manifest.json'])
        expect(world.text('old', name), name).toBe(world.text('clean', name));
    },
  );

  it('asks rows without a key, and keeps equal rows that share one', async () => {
    const world = createRerunWorld(
      folder,
      '1,address,lat,lon\n,1 Lê Lợi,10.8,106.7\n7,2 Lê Lợi,10.8,106.7\n',
    );
    await world.run('old', { ...UPDATE, mode: 'restart' });
    world.put(
      '1,address,lat,lon\n,1 Lê Lợi,10.8,106.7\n7,2 Lê Lợi,10.8,106.7\n7,2 Lê Lợi,10.8,106.7\n7,3 Lê Lợi,10.8,106.7\n',
    );
    const { update } = await world.run('old', UPDATE);
    expect(update).toEqual({ kept: 2, changed: 1, added: 1, retried: 0, renewed: 0, gone: 0 });
    expect(world.asked()).toEqual(['1 Lê Lợi', '3 Lê Lợi']);
  });

  it('asks a row whose key shares its hash with another one', async () => {
    // Found by trying numbers: both have the hash of `stored-index.ts`.
    const [one, other] = ['40189', '797186'];
    const header = '1,address,lat,lon\n';
    const world = createRerunWorld(folder, `${header}${one},1 Lê Lợi,10.8,106.7\n`);
    await world.run('old', { ...UPDATE, mode: 'restart' });
    world.put(`${header}${other},1 Lê Lợi,10.8,106.7\n${one},1 Lê Lợi,10.8,106.7\n`);
    const { update } = await world.run('old', UPDATE);
    expect(update).toMatchObject({ kept: 1, changed: 0, added: 1, retried: 0, gone: 0 });
  });

  it('stops where a result becomes shorter while its rows are read', async () => {
    const world = createRerunWorld(folder, rows(30), ['csv', 'ndjson']);
    await world.run('old', { ...UPDATE, mode: 'restart' });
    world.put(`${rows(30)}${rows(1, 501).split('\n').slice(1).join('\n')}`);
    const path = join(folder, 'old', 'results.ndjson');
    const whole = world.disk.bytes(path)!;
    let opened = 0;
    world.disk.intercept((_, what, at) => {
      if (what !== 'open' || at !== path) return;
      opened += 1;
      // The last time is for single records, after it was indexed.
      if (opened === 4) world.disk.put(path, whole.subarray(0, 300));
    });
    await expect(world.run('old', UPDATE)).rejects.toMatchObject({
      code: 'RESULTS_CHANGED',
      message: expect.stringContaining('became shorter while its rows were read') as string,
    });
    world.disk.intercept(() => undefined);
  });

  it('is refused with another job, service or layout, and without the column of the key', async () => {
    const world = createRerunWorld(folder, rows(20));
    await world.run('old', { ...UPDATE, mode: 'restart' });
    const before = world.text('old', 'results.csv');
    world.put(nextNight(rows(20), 1));
    await expect(world.run('old', { ...UPDATE, serviceIdentity: 'other' })).rejects.toThrow(
      /the service was test and is other\. Its answers cannot be kept/,
    );
    await expect(world.run('old', { update: { key: 'adress' } })).rejects.toThrow(/did you mean "address"/);
    await expect(world.run('old', { ...UPDATE, limitRows: 3 })).rejects.toThrow(/leave out --limit/);
    await expect(world.run('old', { ...UPDATE, mode: 'append' })).rejects.toThrow(/leave out --append/);
    const shard = { index: 1, count: 2 };
    await expect(world.run('old', { ...UPDATE, shard })).rejects.toThrow(/leave out --shard/);
    world.put(rows(20).replace('1,address', 'id,address'));
    await expect(world.run('old', { update: { key: 'id' } })).rejects.toThrow(
      /the column "id" is new; the column "1" is gone/,
    );
    expect(world.text('old', 'results.csv')).toBe(before);
  });

  it('begins anew when the input changed again before an update was finished', async () => {
    const world = createRerunWorld(folder, rows(120));
    await world.run('old', { ...UPDATE, mode: 'restart' });
    const second = nextNight(rows(120), 2);
    world.put(nextNight(rows(120), 1));
    world.disk.intercept((operation, what) => {
      if (operation > 400 && what === 'sync') throw new PowerLoss('power loss');
    });
    await world.run('old', UPDATE).catch(() => undefined);
    world.disk.crash();
    world.put(second);
    await world.run('old', UPDATE);
    await world.run('clean', { mode: 'restart' });
    for (const name of FILES) expect(world.text('old', name), name).toBe(world.text('clean', name));
  });

  it('keeps what a first load answered that its quota stopped, night after night, over a living file', async () => {
    let text = rows(120);
    const world = createRerunWorld(folder, text);
    const askedBefore = new Set<string>();
    let isFinished = false;
    for (let night = 1; night <= 12 && !isFinished; night += 1) {
      const report = await world
        .run('old', { ...UPDATE, service: withQuota(world.service, 40) })
        .catch(quota);
      // Without a cache, only what was in progress when the quota ended is asked again.
      const again = world.asked().filter((asked) => askedBefore.has(asked));
      expect(again.length, `night ${night}`).toBeLessThan(9);
      for (const asked of world.asked()) askedBefore.add(asked);
      isFinished = report !== undefined;
      if (isFinished)
        expect(report).toMatchObject({ outcome: 'finished', update: { gone: expect.any(Number) as number } });
      else {
        text = nextNight(text, night, 0.02);
        world.put(text);
      }
    }
    expect(isFinished).toBe(true);
    await world.run('clean', { mode: 'restart' });
    for (const name of FILES) expect(world.text('old', name), name).toBe(world.text('clean', name));
    expect(world.disk.names().filter((name) => name.includes('/old/.'))).toEqual([]);
  });

  it('keeps what an update answered that was stopped, and the rows of the finished run that it had not reached', async () => {
    const world = createRerunWorld(folder, rows(100));
    await world.run('old', { ...UPDATE, mode: 'restart' });
    const second = nextNight(rows(100), 1);
    world.put(second);
    await world.run('old', { ...UPDATE, service: withQuota(world.service, 6) }).catch(quota);
    const asked = world.asked();
    expect(asked.length).toBeGreaterThan(3);
    const third = nextNight(second, 2, 0.03);
    world.put(third);
    const { update } = await world.run('old', UPDATE);
    expect(world.asked().filter((text) => asked.includes(text))).toEqual([]);
    expect(update!.kept).toBeGreaterThan(70);
    expect(update!.gone).toBeGreaterThan(0);
    await world.run('clean', { mode: 'restart' });
    for (const name of FILES) expect(world.text('old', name), name).toBe(world.text('clean', name));
  });

  it('takes a stopped run over after a power cut at any operation, with the same bytes', async () => {
    const OUTPUTS = ['csv', 'geojson'];
    const NAMES = ['results.csv', 'results.geojson', 'rejects.ndjson', 'datapackage.json', 'manifest.json'];
    const second = nextNight(rows(60), 1);
    const third = nextNight(second, 2);
    const stopped = async (seed: number) => {
      const world = createRerunWorld(folder, rows(60), OUTPUTS, seed);
      await world
        .run('old', { ...UPDATE, service: withQuota(world.service, 20), mode: 'restart' })
        .catch(quota);
      world.put(second);
      await world.run('old', { ...UPDATE, service: withQuota(world.service, 10) }).catch(quota);
      world.put(third);
      return world;
    };
    const whole = await stopped(0);
    whole.disk.intercept(() => undefined);
    await whole.run('old', UPDATE);
    const operations = whole.disk.operations();
    const files = NAMES.map((name) => whole.text('old', name));
    for (let at = 0; at < operations; at += 13) {
      const world = await stopped(at);
      world.disk.intercept((operation) => {
        if (operation >= at) throw new PowerLoss('power loss');
      });
      await world.run('old', UPDATE).catch(() => undefined);
      world.disk.crash();
      await world.run('old', UPDATE);
      expect(
        NAMES.map((name) => world.text('old', name)),
        `after ${at}`,
      ).toEqual(files);
      const left = world.disk.names().filter((name) => name.includes('/old/.'));
      expect(left, `left behind after ${at}`).toEqual([]);
    }
  });

  it('survives a power cut at any operation: the same command gives the same bytes', async () => {
    const OUTPUTS = ['csv', 'geojson', 'csv.gz'];
    const NAMES = ['results.csv', 'results.geojson', 'results.csv.gz', ...FILES.slice(-3), 'earlier.json'];
    const [first, second] = [rows(60), nextNight(rows(60), 1)];
    const finished = async (seed: number) => {
      const world = createRerunWorld(folder, first, OUTPUTS, seed);
      await world.run('old', { ...UPDATE, mode: 'restart' });
      world.put(second);
      return { ...world, files: (name: string) => NAMES.map((file) => world.text(name, file)) };
    };
    const whole = await finished(0);
    whole.disk.intercept(() => undefined);
    await whole.run('old', UPDATE);
    const operations = whole.disk.operations();
    expect(whole.text('old', 'earlier.json')).toContain('"rowsIn": 60');
    expect(operations).toBeGreaterThan(100);
    for (let at = 0; at < operations; at += 11) {
      const world = await finished(at);
      world.disk.intercept((operation) => {
        if (operation >= at) throw new PowerLoss('power loss');
      });
      await world.run('old', UPDATE).catch(() => undefined);
      world.disk.crash();
      await world.run('old', UPDATE);
      expect(world.files('old'), `after ${at}`).toEqual(whole.files('old'));
      const left = world.disk.names().filter((name) => name.includes('/old/.'));
      expect(left, `left behind after ${at}`).toEqual([]);
    }
  });
});
