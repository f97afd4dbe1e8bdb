import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { categoryValues } from '../../src/engine/gazetteer/categories/categories.ts';
import { aliasesOf, categoriesOf, nameOf } from '../../src/engine/gazetteer/store/access.ts';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import type { PlaceTables } from '../../src/engine/gazetteer/store/place-tables.ts';
import { recordOf } from '../../src/engine/gazetteer/store/records.ts';
import { readBoundaries } from './boundaries.ts';
import { buildStarter, type StarterOptions } from './build-starter.ts';
import { TABLES, tinyProvinceLines, tinyWardLines } from '../../test/support/starter-tiny-map.ts';
import { createWardMap } from './ward-map.ts';
import { readWellKnownPlaces } from './well-known-places.ts';

function describePlace(tables: PlaceTables, feature: number): unknown[] {
  const [category = -1] = categoriesOf(tables, feature);
  return [
    nameOf(tables, feature),
    aliasesOf(tables, feature),
    categoryValues(category)[0],
    recordOf(tables, feature),
  ];
}

describe('buildStarter, on a map of three wards', () => {
  let folder: string;
  let options: StarterOptions;
  const at = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-starter-'));
    await writeFile(at('wards.ndjson.gz'), gzipSync(tinyWardLines()));
    await writeFile(at('provinces.ndjson'), tinyProvinceLines());
    await writeFile(
      at('places.csv'),
      'name,other_names,category,lat,lon,address\nChợ Tây,West Market|Chợ Cũ,market,21.02,105.82,12 Đường Lê Lợi\n',
    );
    options = {
      map: { wardsFile: at('wards.ndjson.gz'), provincesFile: at('provinces.ndjson') },
      tables: TABLES,
      cities: [
        { name: 'Hưng Yên', lat: '20.91', lng: '106.11', country: 'VN' },
        { name: 'Vientiane', lat: '17.97', lng: '102.6', country: 'LA' },
      ],
      wellKnownFile: at('places.csv'),
      outDir: at('out'),
    };
    await buildStarter(options);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('makes what the reader opens', async () => {
    const dataset = await openAdminDataset(at('out'));
    expect(dataset.edition).toBe('2025-07-01');
    expect(dataset.provinces.map(({ fullName, forcodePrefix }) => [fullName, forcodePrefix])).toEqual([
      ['Thành phố Hà Nội', 'HN'],
      ['Tỉnh Hưng Yên', 'HY'],
    ]);
    expect(dataset.wards.map(({ code, fullName, province }) => [code, fullName, province])).toEqual([
      ['00001', 'Phường Tây', 0],
      ['00002', 'Xã Đông', 0],
      ['00003', 'Đặc khu Đảo', 1],
    ]);
    expect(
      dataset.formerWards.map(({ code, fullName, district, province, wards, extents }) => ({
        code,
        fullName,
        district,
        province,
        wards,
        extents,
      })),
    ).toEqual([
      {
        code: '00010',
        fullName: 'Phường Cũ',
        district: 'Quận Một',
        province: 'Thành phố Hà Nội',
        wards: [0, 1],
      },
      {
        code: '00011',
        fullName: 'Xã Đảo, Nhỏ',
        district: 'Huyện Hai',
        province: 'Tỉnh Hưng Yên',
        wards: [2],
      },
    ]);
  });

  it('puts each ward into itself, and measures it', async () => {
    const { wards, wardAt } = await openAdminDataset(at('out'));
    wards.forEach((ward, index) => expect(wardAt(ward.position)).toBe(index));
    const [west, , island] = wards;
    expect(west?.areaKm2).toBeGreaterThan(28);
    expect(west?.areaKm2).toBeLessThan(29);
    // The second part of the island counts, though the position lies in the first.
    expect(island?.position.lon).toBeCloseTo(106.11, 3);
    expect(island?.areaKm2).toBeGreaterThan(4.8);
  });

  it('agrees with the boundaries nearly everywhere', async () => {
    const { wards, wardAt } = await openAdminDataset(at('out'));
    const boundaries = await readBoundaries(at('wards.ndjson.gz'));
    const map = createWardMap(boundaries.map((boundary) => boundary.polygons));
    // The boundary file has Đông under a code of its own, which comes last.
    const names = boundaries.map((boundary) => boundary.name);
    let checked = 0;
    let agreed = 0;
    for (let lat = 20.89; lat < 21.06; lat += 0.0013) {
      for (let lon = 105.79; lon < 106.14; lon += 0.0013) {
        checked++;
        if (names[map.wardAt(lon, lat)] === wards[wardAt({ lat, lon })]?.name) agreed++;
      }
    }
    expect(agreed / checked).toBeGreaterThan(0.995);
  });

  it('knows holes, slivers, islands and the sea', async () => {
    const { wards, wardAt, wardsNear } = await openAdminDataset(at('out'));
    expect(wardAt({ lat: 21.0125, lon: 105.8125 })).toBe(-1);
    const inSliver = Array.from({ length: 200 }, (_, i) => ({ lat: 21.04 + i * 5e-5, lon: 105.85003 }));
    expect(inSliver.filter((position) => wardAt(position) === -1)).toEqual([]);
    expect(wardAt({ lat: 20.9025, lon: 106.1325 })).toBe(2);
    expect(wardAt({ lat: 20.95, lon: 106 })).toBe(-1);
    const near = wardsNear({ lat: 21.02, lon: 105.84 }, 5000);
    expect(near.map(({ ward }) => wards[ward]?.name)).toEqual(['Tây', 'Đông']);
    expect(near[0]?.distanceMeters).toBe(0);
    // 0.01 degrees of longitude at 21° north.
    expect(Math.abs((near[1]?.distanceMeters ?? 0) - 1038)).toBeLessThan(80);
  });

  it('makes the same bytes from the same inputs, and replaces what was there', async () => {
    const names = await readdir(at('out'));
    expect(names).toEqual(
      expect.arrayContaining([
        ...['cells.bin', 'former-wards.csv', 'manifest.json', 'provinces.csv', 'wards.csv'],
        ...['places.bin', 'records.bin', 'spatial.bin'],
      ]),
    );
    const before = await Promise.all(names.map((name) => readFile(at(`out/${name}`))));
    await buildStarter(options);
    expect(await Promise.all(names.map((name) => readFile(at(`out/${name}`))))).toEqual(before);
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('makes the same bytes from the map of a dataset', async () => {
    await buildStarter({ ...options, map: { takenFrom: at('out') }, outDir: at('taken') });
    for (const name of await readdir(at('out')))
      expect(await readFile(at(`taken/${name}`))).toEqual(await readFile(at(`out/${name}`)));
  });

  it('reports steps and shares in order', async () => {
    const seen: [string, number][] = [];
    await buildStarter({ ...options, onProgress: (step, share) => seen.push([step, share]) });
    expect([...new Set(seen.map(([step]) => step))]).toEqual([
      ...['boundaries', 'measure', 'cover', 'compress'],
      ...['read', 'locate', 'streets', 'tables', 'arrays', 'write'],
    ]);
    expect(seen.every(([, share]) => share >= 0 && share <= 1)).toBe(true);
  });

  it('leaves a folder alone that holds anything else', async () => {
    await mkdir(at('mine'));
    await writeFile(at('mine/thesis.txt'), 'all of it');
    await expect(buildStarter({ ...options, outDir: at('mine') })).rejects.toMatchObject({
      code: 'OUTPUT_REFUSED',
    });
    expect(await readFile(at('mine/thesis.txt'), 'utf8')).toBe('all of it');
  });

  it('holds the places of both lists', async () => {
    const { tables } = openDataset(await loadDataset(at('out')));
    const places = Array.from(
      { length: tables?.featureCount ?? 0 },
      (_, feature) => tables && describePlace(tables, feature),
    );
    expect(places).toEqual([
      ['Chợ Tây', ['Chợ Cũ', 'West Market'], 'market', { houseNumber: '12', street: 'Đường Lê Lợi' }],
      ['Hưng Yên', [], 'city', undefined],
    ]);
  });

  it.each([
    ['other columns', 'name,lat,lon\n', /:1 has the columns/u],
    [
      'a category that is not known',
      `${'name,other_names,category,lat,lon,address'}\nA,,castle,21,105,\n`,
      /:2 .*castle/u,
    ],
    [
      'no position',
      `${'name,other_names,category,lat,lon,address'}\nA,,market,,105,\n`,
      /:2 has no position/u,
    ],
    [
      'a place twice',
      `${'name,other_names,category,lat,lon,address'}\nA,,market,21,105,\na,,market,21,105.1,\n`,
      /:3 is in line 2/u,
    ],
  ])('refuses a table of places with %s', async (_, text, message) => {
    await writeFile(at('wrong.csv'), text);
    await expect(readWellKnownPlaces(at('wrong.csv'), () => undefined)).rejects.toThrow(message);
  });

  it('says which boundary is missing, unreadable or absent', async () => {
    await writeFile(at('two.ndjson'), tinyWardLines().split('\n').slice(1).join('\n'));
    const boundaries = { wardsFile: at('wards.ndjson.gz'), provincesFile: at('provinces.ndjson') };
    await expect(
      buildStarter({ ...options, map: { ...boundaries, wardsFile: at('two.ndjson') } }),
    ).rejects.toThrow(/two\.ndjson.*00003 Đảo/u);
    await writeFile(at('bad.ndjson'), `${tinyWardLines()}{"type":"Feature"}\n`);
    await expect(readBoundaries(at('bad.ndjson'))).rejects.toMatchObject({
      code: 'INPUT_BAD',
      message: expect.stringContaining('bad.ndjson:4') as string,
    });
    await expect(readBoundaries(at('none.ndjson'))).rejects.toMatchObject({ code: 'INPUT_MISSING' });
  });
});
