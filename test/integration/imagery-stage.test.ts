import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDataset } from '../../src/dataset/compile/build-dataset.ts';
import { createPictureCollector, readImageryFile } from '../../src/dataset/imagery/read-imagery-file.ts';
import { findPictureFault } from '../support/picture-faults.ts';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { openPictures } from '../../src/engine/gazetteer/open-dataset.ts';
import { createLocalService, type LocalService } from '../../src/engine/local/local-service.ts';
import { createServer } from '../../src/server/create-server.ts';
import { imagery } from '../../src/run/stages/imagery.ts';
import type { RowStagePlan, StageResult } from '../../src/run/stages/stage.ts';

const ITEMS = 'fixtures/street/items.ndjson';
const HOUSES = 'fixtures/street/houses.csv';

interface Item {
  id: string;
  properties: { datetime: string; 'geomill:faces'?: number[]; 'imagery:status'?: string };
}

const items = readFileSync(ITEMS, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Item);
const facesOf = new Map(items.map(({ id, properties }) => [id, properties['geomill:faces'] ?? []]));
const houses = readFileSync(HOUSES, 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => line.split(','));

let dir: string;
let local: LocalService;

beforeAll(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'geomill-street-')), 'dataset');
  const collector = createPictureCollector();
  await buildDataset({
    outDir: dir,
    starterDir: 'fixtures/starter',
    withoutStarterPlaces: true,
    readers: [() => readImageryFile(ITEMS, collector, {})],
    pictures: collector.pictures,
  });
  local = await createLocalService({ datasetDir: dir });
}, 120_000);
afterAll(() => rm(join(dir, '..'), { recursive: true }));

function planned(options: Record<string, unknown> = {}): RowStagePlan {
  const plan = imagery.plan(options, { columns: ['id', 'house_number', 'lat', 'lon'], hasPosition: false });
  if ('faults' in plan) throw new Error(JSON.stringify(plan));
  return plan as unknown as RowStagePlan;
}

async function run(cells: readonly unknown[], options: Record<string, unknown> = {}): Promise<StageResult> {
  return planned(options).run({ cells, position: null }, local.service, {});
}

function valueOf(result: StageResult, name: string, options: Record<string, unknown> = {}): unknown {
  const column = imagery.plan(options, { columns: ['lat', 'lon'], hasPosition: false });
  if ('faults' in column) throw new Error('no plan');
  return column.columns.find((one) => one.name === name)?.of(result.result as never);
}

describe('the stage imagery over the drawn street', () => {
  it('chooses for each house a picture that faces it, by the number that is drawn', async () => {
    expect(houses.length).toBeGreaterThanOrEqual(24);
    for (const cells of houses) {
      const result = await run(cells);
      expect([cells[1], result.status]).toEqual([cells[1], 'ok']);
      const id = valueOf(result, 'id') as string;
      expect([cells[1], facesOf.get(id)]).toEqual([cells[1], expect.arrayContaining([Number(cells[1])])]);
      const distance = valueOf(result, 'distance_meters') as number;
      expect(distance).toBeGreaterThanOrEqual(3);
      expect(distance).toBeLessThanOrEqual(15);
      expect(valueOf(result, 'thumb')).toMatch(new RegExp(`${id}/thumb`));
    }
  });

  it('links to the viewer, at the picture and turned to the house', async () => {
    const options = { viewer_url: 'https://maps.example/viewer/demo.html?lang=vi' };
    const [, , lat, lon] = houses[12]!;
    const result = await run(houses[12]!, options);
    const link = valueOf(result, 'link', options) as string;
    const [page, hash] = link.split('#');
    expect(page).toBe(options.viewer_url);
    expect(Object.fromEntries(new URLSearchParams(hash))).toEqual({
      picture: valueOf(result, 'id'),
      lookAt: `${Number(lat)},${Number(lon)}`,
    });
    expect(planned().columns.map(({ name }) => name)).not.toContain('link');
  });

  it('chooses the newest, and only within dates', async () => {
    const years = new Set(items.map(({ properties }) => properties.datetime.slice(0, 4)));
    expect(years.size).toBeGreaterThanOrEqual(2);
    const [oldest = ''] = [...years].sort();
    for (const cells of houses.slice(0, 6)) {
      const wide = { max_meters: 30 };
      const newest = valueOf(await run(cells, { ...wide, choose: 'newest' }), 'captured_at') as string;
      const nearest = valueOf(await run(cells, wide), 'captured_at') as string;
      expect(Date.parse(newest)).toBeGreaterThanOrEqual(Date.parse(nearest));
      const old = await run(cells, { ...wide, from: `${oldest}-01-01`, to: `${oldest}-12-31` });
      if (old.status === 'ok') expect(valueOf(old, 'captured_at')).toMatch(new RegExp(`^${oldest}`));
      const none = await run(cells, { ...wide, to: '1999-12-31' });
      expect(none).toMatchObject({ status: 'not_found', position: { lat: Number(cells[2]) } });
    }
  });

  it('tells rows without a position, with a bad one, and wrong options apart', async () => {
    expect(await run(['x', '1', '', ''])).toMatchObject({ status: 'skipped' });
    expect(await run(['x', '1', '91', '0'])).toMatchObject({ status: 'error' });
    expect(await run(['x', '1', '0', '0'])).toMatchObject({ status: 'not_found' });
    const table = { columns: ['lat', 'lon'], hasPosition: false };
    expect(imagery.plan({ min_meters: 9, max_meters: 3 }, table)).toMatchObject({
      faults: [{ option: 'min_meters' }],
    });
    expect(imagery.plan({ from: '2024-13-01' }, table)).toMatchObject({ faults: [{ option: 'from' }] });
    expect(imagery.plan({ from: '2025-01-02', to: '2025-01-01' }, table)).toMatchObject({
      faults: [{ option: 'from' }],
    });
  });

  it('plans the requests that it sends', () => {
    const [question] = planned({ tolerance_degrees: 60 }).questions({
      cells: ['x', '1', '21', '0.0000001'],
      position: null,
    });
    expect(question).toEqual({
      operation: 'searchImagery',
      parameters: {
        place_position: '0.0000001,21',
        place_distance: '3-15',
        place_fov_tolerance: 60,
        limit: 10,
      },
    });
  });
});

describe('street pictures of a dataset', () => {
  it('are read by the first search only, are correct, and survive a damaged file with an error', async () => {
    const { loaded } = await createLocalService({ datasetDir: dir });
    expect(Object.keys(loaded.files)).not.toContain('imagery.bin');
    const tables = await openPictures(loaded);
    expect(Object.keys(loaded.files)).toContain('imagery.bin');
    expect(tables && findPictureFault(tables)).toBeUndefined();
    expect(loaded.manifest.counts.pictures).toBe(items.length);
    const path = join(dir, 'imagery.bin');
    const bytes = await readFile(path);
    const damaged = Buffer.from(bytes);
    damaged[100] = (damaged[100] as number) ^ 1;
    await writeFile(path, damaged);
    const { service } = await createLocalService({ datasetDir: dir });
    await expect(service.searchImagery({})).rejects.toSatisfy((error) =>
      isGeomillError(error, 'DATASET_BAD'),
    );
    await writeFile(path, bytes);
  });

  it('are NOT_SUPPORTED in a dataset without any', async () => {
    const { service } = await createLocalService({ datasetDir: 'fixtures/starter' });
    await expect(service.searchImagery({})).rejects.toSatisfy((error) =>
      isGeomillError(error, 'NOT_SUPPORTED'),
    );
  });
});

describe('the imagery pages of the server', () => {
  it('let a client browse from the landing page to each picture and back, by absolute addresses', async () => {
    const { app } = await createServer({ service: local.service, datasetDir: dir });
    const get = async (url: string) => {
      const response = await app.inject({
        method: 'GET',
        url: new URL(url, 'http://localhost').href.slice(16),
      });
      expect([url, response.statusCode]).toEqual([url, 200]);
      return response.json<{ links: { rel: string; href: string }[]; features?: Item[] }>();
    };
    const hrefOf = (page: { links: { rel: string; href: string }[] }, rel: string) =>
      page.links.find((link) => link.rel === rel)?.href;
    const landing = await get('/imagery/v1');
    expect(await get('/imagery/v1/conformance')).toHaveProperty('conformsTo');
    const seen = new Set<string>();
    for (const { href } of landing.links.filter(({ rel }) => rel === 'child')) {
      const collection = await get(href);
      let next = `${hrefOf(collection, 'items')}?limit=7`;
      for (let pages = 0; pages < 20 && next !== ''; pages += 1) {
        const page = await get(next);
        for (const item of page.features ?? []) {
          seen.add(item.id);
          expect(await get(hrefOf(item as never, 'self') ?? '')).toEqual(item);
        }
        next = hrefOf(page, 'next') ?? '';
      }
    }
    expect(seen.size).toBe(
      items.filter(({ properties }) => (properties['imagery:status'] ?? 'ready') === 'ready').length,
    );
    await app.close();
  });

  it('search by POST, with the next page as a POST', async () => {
    const { app } = await createServer({ service: local.service, datasetDir: dir });
    const [first] = houses;
    const intersects = {
      type: 'Polygon',
      coordinates: [
        [
          [105, 21],
          [106, 21],
          [106, 22],
          [105, 22],
          [105, 21],
        ],
      ],
    };
    expect(first).toBeDefined();
    let body: object | undefined = { intersects, limit: 10 };
    const ids: string[] = [];
    while (body !== undefined) {
      const response: LightMyRequestResponse = await app.inject({
        method: 'POST',
        url: '/imagery/v1/search',
        payload: body,
      });
      expect(response.statusCode).toBe(200);
      const page = response.json<{ features: Item[]; links: { rel: string; body?: object }[] }>();
      ids.push(...page.features.map(({ id }) => id));
      body = page.links.find(({ rel }) => rel === 'next')?.body;
    }
    const all = await local.service.searchImagery({ intersects: JSON.stringify(intersects), limit: 100 });
    expect(ids).toEqual(all.features.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(10);
    await app.close();
  });

  it.each([
    ['/imagery/v1/collections/none', 404],
    ['/imagery/v1/collections/none/items', 404],
    ['/imagery/v1/collections/none/items/none', 404],
    ['/imagery/v1/collections/none/items?limit=0', 400],
    ['/imagery/v1/collections/none/items?ids=a', 400],
    ['/imagery/v1/search?page=0', 400],
  ])('answer %s by %i', async (url, status) => {
    const { app } = await createServer({ service: local.service, datasetDir: dir });
    const response = await app.inject({ method: 'GET', url });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ status_code: status, message: expect.any(String) as string });
    await app.close();
  });
});
