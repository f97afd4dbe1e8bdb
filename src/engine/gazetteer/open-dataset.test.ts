import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ARRAY_FAMILIES } from './array-families.ts';
import { nameOf } from './store/access.ts';
import { FREE } from './store/array-family.ts';
import { loadDataset } from './load-dataset.ts';
import { toManifestName } from './store/manifest-names.ts';
import { readManifest, type DatasetManifest } from './store/manifest.ts';
import { openDataset } from './open-dataset.ts';
import type { PlaceTables } from './store/place-tables.ts';

const STARTER = 'fixtures/starter';

describe('loadDataset', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'geomill-load-'));
    await cp(STARTER, dir, { recursive: true });
  });
  afterEach(() => rm(dir, { recursive: true }));

  async function change(changes: (manifest: DatasetManifest) => void): Promise<void> {
    const manifest = await readManifest(dir);
    changes(manifest);
    await writeFile(join(dir, 'manifest.json'), JSON.stringify(manifest));
  }

  const refusal = (message: RegExp) => ({
    code: 'DATASET_BAD',
    message: expect.stringMatching(message) as string,
  });

  it('reads what other threads open without reading or copying it again', async () => {
    const loaded = await loadDataset(dir);
    const first = openDataset(loaded);
    const second = openDataset(structuredClone(loaded));
    const [a, b] = [first.tables as PlaceTables, second.tables as PlaceTables];
    const { streets, pois } = first.manifest.counts;
    expect(b.featureCount).toBe(streets + pois);
    // A byte that one of them changes is changed for the other.
    a.featureFlags[0] = 77;
    expect(b.featureFlags[0]).toBe(77);
    expect(nameOf(b, 0)).toBe(nameOf(a, 0));
    const hoanKiem = { lat: 21.0287, lon: 105.8524 };
    expect(second.admin.wards[second.admin.wardAt(hoanKiem)]?.fullName).toBe('Phường Hoàn Kiếm');
    expect(second.admin.wardAt(hoanKiem)).toBe(first.admin.wardAt(hoanKiem));
  });

  it('reads a file once as long as it is in use, and again after it was written', async () => {
    const file = join(dir, 'places.bin');
    const old = new Date(Date.now() - 60_000);
    await utimes(file, old, old);
    const first = await loadDataset(dir);
    const second = await loadDataset(dir);
    expect(second.files['places.bin']).toBe(first.files['places.bin']);
    const bytes = await readFile(file);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
    await writeFile(file, bytes);
    await expect(loadDataset(dir)).rejects.toMatchObject(refusal(/places\.bin.*SHA-256/u));
  });

  it.each(['places.bin', 'cells.bin', 'wards.csv'])(
    'refuses %s with a flipped bit, truncated, longer or missing',
    async (name) => {
      const file = join(dir, name);
      const bytes = await readFile(file);
      const flipped = Buffer.from(bytes);
      flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] as number) ^ 1;
      await writeFile(file, flipped);
      await expect(loadDataset(dir)).rejects.toMatchObject(refusal(new RegExp(`${name}.*SHA-256`, 'u')));
      await truncate(file, bytes.length - 1);
      await expect(loadDataset(dir)).rejects.toMatchObject(
        refusal(new RegExp(`${name} has \\d+ bytes`, 'u')),
      );
      await writeFile(file, Buffer.concat([bytes, Buffer.alloc(1)]));
      await expect(loadDataset(dir)).rejects.toMatchObject(
        refusal(new RegExp(`${name} has \\d+ bytes`, 'u')),
      );
      await rm(file);
      await expect(loadDataset(dir)).rejects.toMatchObject(refusal(new RegExp(`${name} .*ENOENT`, 'u')));
    },
  );

  it('refuses what was loaded without a file that every search needs', async () => {
    const { files, ...loaded } = await loadDataset(dir);
    const { 'names.bin': _, ...others } = files;
    expect(() => openDataset({ ...loaded, files: others })).toThrow(/no arrays of names\.bin/);
    const { 'suggest.bin': __, ...search } = files;
    expect(openDataset({ ...loaded, files: search }).tables).toBeDefined();
  });

  it('refuses other formats and versions, and says what to do', async () => {
    await change((manifest) => Object.assign(manifest, { version: 0 }));
    await expect(loadDataset(dir)).rejects.toMatchObject(
      refusal(/version 0; this program reads .* Build it anew/u),
    );
    await writeFile(join(dir, 'manifest.json'), '{"format":"geomill-admin","version":1}');
    await expect(loadDataset(dir)).rejects.toMatchObject(refusal(/geomill-admin version 1/u));
    for (const text of ['', '{', 'null', '[]']) {
      await writeFile(join(dir, 'manifest.json'), text);
      await expect(loadDataset(dir), text).rejects.toMatchObject({ code: 'DATASET_BAD' });
    }
  });

  it.each<[string, (manifest: DatasetManifest) => void, RegExp]>([
    [
      'beyond its file',
      ({ arrays }) => Object.assign(arrays[0] as object, { length: 1e9 }),
      /does not fit its file/u,
    ],
    [
      'off the alignment',
      ({ arrays }) => Object.assign(arrays[1] as object, { offset: 4 }),
      /does not fit its file/u,
    ],
    [
      'of a negative length',
      ({ arrays }) => Object.assign(arrays[0] as object, { length: -1 }),
      /does not fit/u,
    ],
    [
      'of an unknown type',
      ({ arrays }) => Object.assign(arrays[0] as object, { type: 'i64' }),
      /does not fit/u,
    ],
    [
      'of an inherited type',
      ({ arrays }) => Object.assign(arrays[0] as object, { type: 'toString' }),
      /does not fit/u,
    ],
    ['in no file', ({ arrays }) => Object.assign(arrays[0] as object, { file: 'none.bin' }), /does not fit/u],
    ['twice', ({ arrays }) => arrays.push({ ...arrays[0], offset: 0 } as (typeof arrays)[number]), /twice/u],
    ['none', (manifest) => Object.assign(manifest, { arrays: undefined }), /lacks/u],
  ])('refuses a manifest with an array %s', async (_, changes, message) => {
    await change(changes);
    await expect(loadDataset(dir)).rejects.toMatchObject(refusal(message));
  });

  it.each<[string, (manifest: DatasetManifest) => void, RegExp]>([
    [
      'is missing',
      ({ arrays }) =>
        arrays.splice(
          arrays.findIndex(({ name }) => name === 'thingLat'),
          1,
        ),
      /thingLat is missing/u,
    ],
    [
      'is shorter',
      ({ arrays }) => (arrays.find(({ name }) => name === 'thingLat')!.length -= 1),
      /thingLat has \d+ elements/u,
    ],
    [
      'is of another type',
      ({ arrays }) => (arrays.find(({ name }) => name === 'thingLat')!.type = 'u32'),
      /thingLat/u,
    ],
  ])('refuses tables of which an array %s', async (_, changes, message) => {
    await change(changes);
    const loaded = await loadDataset(dir);
    expect(() => openDataset(loaded)).toThrow(message);
  });

  it.each(['units.bin', 'names.bin', 'spatial.bin', 'suggest.bin'])(
    'refuses tables without %s, and says what to do',
    async (file) => {
      await change((manifest) => {
        manifest.arrays = manifest.arrays.filter((entry) => entry.file !== file);
      });
      const loaded = await loadDataset(dir);
      expect(() => openDataset(loaded)).toThrow(new RegExp(`no arrays of ${file}.*Build it anew`, 'u'));
    },
  );

  it('is described by the families of arrays, every array of it', async () => {
    const { arrays, files } = await readManifest(STARTER);
    const described = ARRAY_FAMILIES.filter(
      ({ optional, file }) => optional !== true || file in files,
    ).flatMap(({ file, prefix = '', arrays }) =>
      Object.entries(arrays).map(([name, { type }]) => `${file} ${toManifestName(prefix + name)} ${type}`),
    );
    expect(arrays.map(({ file, name, type }) => `${file} ${name} ${type}`).sort()).toEqual(described.sort());
  });

  it('refuses each array that is shorter than its rule says', async () => {
    const loaded = await loadDataset(dir);
    const ruled = ARRAY_FAMILIES.flatMap(({ prefix = '', arrays }) =>
      Object.entries(arrays)
        .filter(([, { length }]) => length !== FREE)
        .map(([name]) => toManifestName(prefix + name)),
    );
    let tried = 0;
    for (const entry of loaded.manifest.arrays) {
      if (!ruled.includes(entry.name) || entry.length === 0) continue;
      tried += 1;
      entry.length -= 1;
      expect(() => openDataset(loaded), entry.name).toThrow(/is damaged: in .* elements instead of/u);
      entry.length += 1;
    }
    expect(tried).toBeGreaterThan(50);
    expect(openDataset(loaded).tables).toBeDefined();
  });

  it('opens a dataset without tables', async () => {
    await change((manifest) => Object.assign(manifest, { arrays: [] }));
    expect(openDataset(await loadDataset(dir)).tables).toBeUndefined();
  });

  it('has an id that follows from every byte', async () => {
    const { id, edition, counts, bbox, attribution, files, arrays } = await readManifest(dir);
    const described = JSON.stringify({ edition, attribution, counts, bbox, files, arrays });
    expect(createHash('sha256').update(described).digest('hex')).toBe(id);
  });
});
