import { countsOf } from '../support/reason-counts.ts';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImageryCollection } from '../../src/contract/records/imagery.ts';
import { checkerOf } from '../../src/contract/parameters.ts';
import { exactSchema } from '../../src/contract/schema.ts';
import { createPictureCollector, readImageryFile } from '../../src/dataset/imagery/read-imagery-file.ts';
import { buildPictureTables } from '../../src/dataset/imagery/build-picture-tables.ts';
import { openPictureIndex, type PictureIndex } from '../../src/engine/imagery/index/picture-index.ts';
import { searchImagery } from '../../src/engine/imagery/search-imagery.ts';
import { writeStac } from '../../src/engine/imagery/stac/links.ts';
import { listCollections } from '../../src/engine/imagery/stac/collections.ts';
import { landingPage } from '../../src/engine/imagery/stac/landing-page.ts';
import { generateItems, indexOf } from '../support/generated-pictures.ts';

const DATA = resolve('../shared/data/imagery');
const SCHEMAS = join(DATA, 'stac-1.0.0');
const VALIDATOR = resolve('node_modules/stac-node-validator/bin/cli.js');
const REAL_FILES = ['panoramax_strasbourg_item_collection.json', 'panoramax_tsi_assembled_21_items.json'];
const STREET = 'fixtures/street/items.ndjson';
const exact = checkerOf(exactSchema(ImageryCollection));

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'geomill-stac-'));
});
afterAll(() => rm(dir, { recursive: true }));

async function readIndex(...files: string[]): Promise<PictureIndex> {
  const collector = createPictureCollector();
  for (const file of files) await readImageryFile(file, collector, {});
  return openPictureIndex(buildPictureTables(collector.pictures));
}

/** Runs the validator over STAC objects. Shape: its output; undefined if all are valid. */
async function validate(name: string, objects: readonly object[]): Promise<string | undefined> {
  const folder = join(dir, name);
  await mkdir(folder);
  const files = objects.map((_, at) => join(folder, `${at}.json`));
  // Schemas of extensions are not part of STAC and would be fetched.
  await Promise.all(
    objects.map((object, at) =>
      writeFile(files[at] as string, JSON.stringify({ ...object, stac_extensions: [] })),
    ),
  );
  const geojson = ['Feature', 'Geometry'].map(
    (kind) => `https://geojson.org/schema/${kind}.json=${join(SCHEMAS, 'geojson.org', `${kind}.json`)}`,
  );
  const args = [VALIDATOR, ...files, '--schemas', SCHEMAS, '--schemaMap', geojson.join(';')];
  return promisify(execFile)(process.execPath, args).then(
    () => undefined,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

describe.skipIf(!existsSync(SCHEMAS))('STAC 1.0.0 (needs ../shared/data)', () => {
  it('every item, collection and the landing page of the drawn street is valid', async () => {
    const index = await readIndex(STREET);
    const { features } = searchImagery(index, { limit: 100 });
    expect(features.length).toBe(index.readyCount);
    const { collections } = listCollections(index);
    const objects = [...features, ...collections, landingPage(index)];
    const root = 'https://pictures.example/imagery/v1/';
    expect(
      await validate('street', [...objects, ...objects.map((one) => writeStac(one, root))]),
    ).toBeUndefined();
  }, 60_000);

  it('items that lack a time, a view, assets or links are completed to valid ones', async () => {
    const { features } = searchImagery(indexOf(generateItems(60, 7)), { limit: 60 });
    expect(features.some(({ properties }) => properties.datetime === null)).toBe(true);
    expect(await validate('generated', features)).toBeUndefined();
    const { features: real } = searchImagery(await readIndex(...REAL_FILES.map((name) => join(DATA, name))), {
      limit: 50,
    });
    expect(await validate('real', real)).toBeUndefined();
  }, 60_000);

  it('an item that is not valid is refused by the same check', async () => {
    const [item] = searchImagery(await readIndex(STREET), { limit: 1 }).features;
    const wrong = { ...item, properties: { ...item?.properties, datetime: '2024-05-01T00:00:00+07:00' } };
    expect(await validate('wrong', [wrong])).toMatch(/datetime/);
  }, 60_000);
});

describe.skipIf(!existsSync(DATA))('real responses of a Panoramax API (need ../shared/data)', () => {
  it('are read, searched and paged, and link to their neighbours', async () => {
    const index = await readIndex(...REAL_FILES.map((name) => join(DATA, name)));
    const stated = REAL_FILES.flatMap(
      (name) =>
        (JSON.parse(readFileSync(join(DATA, name), 'utf8')) as { features: { id: string }[] }).features,
    ).map(({ id }) => id);
    expect(index.readyCount).toBe(22);
    const seen: string[] = [];
    let page = 1;
    for (let more = true; more; page += 1) {
      const response = searchImagery(index, { limit: 5, page });
      expect(exact.faults(response)).toEqual([]);
      seen.push(...response.features.map(({ id }) => id));
      more = response.links?.some(({ rel }) => rel === 'next') ?? false;
    }
    expect(page - 1).toBe(5);
    expect([...seen].sort()).toEqual([...stated].sort());
    const [first] = searchImagery(index, { ids: ['2d593403-7f7f-4a1e-a218-071e891844d2'] }).features;
    const next = first?.links?.find(({ rel }) => rel === 'next');
    expect(next).toMatchObject({
      id: '6709207b-a4a5-45a2-9072-e158cdc88f40',
      geometry: { type: 'Point', coordinates: [7.753198, 48.581769] },
    });
    const near = searchImagery(index, { place_position: '7.731916,48.501790', place_distance: '0-5' });
    expect(near.features.map(({ id }) => id)).toEqual(['c41b9734-8e81-421f-b2cb-04aeec8250c1']);
    expect(near.features[0]?.properties['imagery:status']).toBe('ready');
    expect(near.features[0]?.properties).not.toHaveProperty('geovisio:status');
  });

  it('report what items lack', async () => {
    const report = await readImageryFile(join(DATA, REAL_FILES[1] as string), createPictureCollector(), {});
    expect(report).toMatchObject({ rows: 21, used: 21 });
    expect(countsOf(report.remarks)).toMatchObject({
      'no capture time: no search by datetime returns it': 21,
      'no asset hd, sd, thumb': 21,
      'no providers': 21,
    });
  });
});
