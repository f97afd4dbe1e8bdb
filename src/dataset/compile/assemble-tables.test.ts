import { beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../test/bench/random.ts';
import { openAdminDataset } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import type { AdminDataset } from '../../engine/gazetteer/units/units.ts';
import { categoryNumber } from '../../engine/gazetteer/categories/categories.ts';
import { hashKey } from '../../engine/gazetteer/place-id.ts';
import { findPlace } from '../../engine/geocoder/place-engine.ts';
import { buildUnits, type UnitTable } from '../../engine/gazetteer/unit-table/units.ts';
import {
  aliasesOf,
  categoriesOf,
  childrenOf,
  houseNumberOf,
  nameOf,
  parentOf,
  pathTextOf,
  baseWardOf,
  positionOf,
  featureOf,
} from '../../engine/gazetteer/store/access.ts';
import { HOUSE_FLAGS, FEATURE_FLAGS, type PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import { recordOf } from '../../engine/gazetteer/store/records.ts';
import { shownPath } from '../../engine/gazetteer/store/shown-path.ts';
import { fold } from '../../base/text/fold.ts';
import { compareHousePaths } from '../../base/text/house-path.ts';
import type { Feature, HouseFeature, LatLonPolygons, PoiFeature, StreetFeature } from '../features.ts';
import { assembleStore, assembleTables } from './assemble-tables.ts';
import { createFeatureStore } from './feature-store.ts';

let admin: AdminDataset;
let units: UnitTable;

beforeAll(async () => {
  admin = await openAdminDataset('fixtures/starter');
  units = buildUnits(admin);
});

const street = (
  key: string,
  name: string,
  line: number[],
  more: Partial<StreetFeature> = {},
): StreetFeature => ({
  ...{ kind: 'street', key, name, otherNames: [], rank: 1 },
  line: Float64Array.from(line),
  ...more,
});
const house = (
  key: string,
  number: string,
  lat: number,
  lon: number,
  more: Partial<HouseFeature> = {},
): HouseFeature => ({
  ...{ kind: 'house', key, number, units: {}, position: { lat, lon } },
  ...more,
});
const poi = (
  key: string,
  name: string,
  lat: number,
  lon: number,
  more: Partial<PoiFeature> = {},
): PoiFeature => ({
  ...{ kind: 'poi', key, name, otherNames: [], categories: [], units: {}, importance: 100 },
  position: { lat, lon },
  ...more,
});
const square = (lat: number, lon: number, half: number): LatLonPolygons => [
  [
    Float64Array.from([
      ...[lat - half, lon - half, lat - half, lon + half, lat + half, lon + half],
      ...[lat + half, lon - half, lat - half, lon - half],
    ]),
  ],
];

function assemble(features: Feature[]): PlaceTables {
  return assembleTables({ admin, units, features });
}

/** Names the flags of a feature. */
function flagsOf(tables: PlaceTables, feature: number): string[] {
  const flags = tables.featureFlags[feature] as number;
  return Object.entries(FEATURE_FLAGS).flatMap(([name, bit]) => ((flags & bit) === 0 ? [] : [name]));
}

/** Describes every street as `name (former ward, ward): numbers`. */
function streetsOf(tables: PlaceTables): string[] {
  return Array.from({ length: tables.streetCount }, (_, feature) => {
    const baseWard = tables.featureBaseWard[feature] as number;
    const former = admin.formerWards[units.formerOf[baseWard] as number]?.fullName ?? '?';
    const ward = admin.wards[units.wardOf[baseWard] as number]?.fullName ?? 'outside';
    const numbers = [];
    for (
      let row = tables.streetHouseStart[feature] as number;
      row < (tables.streetHouseStart[feature + 1] as number);
      row += 1
    )
      numbers.push(houseNumberOf(tables, tables.featureCount + row));
    return `${nameOf(tables, feature)} (${former}, ${ward}): ${numbers.join(' ')}`;
  });
}

// Phường Ba Đình (00004) became of four former wards; the points lie well inside.
const BA_DINH = [21.0385, 105.838] as const;
const line = (fromLat: number, fromLon: number, toLat: number, toLon: number): number[] => [
  fromLat,
  fromLon,
  toLat,
  toLon,
];
const EAST_WEST = line(21.0385, 105.837, 21.0385, 105.84);

describe('streets', () => {
  it('are one for the spellings of a name in a ward, named as lines name it', () => {
    const tables = assemble([
      street('osm:way/1', 'Phố Hàng Than', EAST_WEST),
      house('a', '10', 21.0386, 105.838, { street: 'Đường Hàng Than' }),
      house('b', '2', 21.0386, 105.8375, { street: 'Hang Than' }),
      house('c', '2A', 21.0386, 105.8376, { street: 'Đường Hàng Than' }),
    ]);
    expect(streetsOf(tables)).toEqual(['Phố Hàng Than (Phường Ngọc Hà, Phường Ba Đình): 2 2A 10']);
    expect(aliasesOf(tables, 0)).toEqual(['Hang Than', 'Đường Hàng Than']);
    expect(featureOf(tables, tables.featureCount + 2)).toBe(0);
    expect(flagsOf(tables, 0)).toEqual([]);
  });

  it('take the commonest name where there is no line, and know dates and numbers', () => {
    const tables = assemble(
      ['Đường 3/2', '3 Tháng 2', '3 Tháng 2', 'Ba Tháng Hai'].map((name, i) =>
        house(`h${i}`, `${i + 1}`, BA_DINH[0], BA_DINH[1], { street: name }),
      ),
    );
    expect(tables.streetCount).toBe(1);
    expect(nameOf(tables, 0)).toBe('3 Tháng 2');
    expect(flagsOf(tables, 0)).toEqual(['noLine']);
  });

  it('lie where the former ward is that most of their houses name', () => {
    const named = (key: string, number: string, ward?: string): HouseFeature =>
      house(key, number, 21.0386, 105.838, {
        street: 'Hàng Than',
        units: ward === undefined ? {} : { ward },
      });
    const tables = assemble([
      street('osm:way/1', 'Hàng Than', EAST_WEST),
      named('a', '1', 'Phường Trúc Bạch'),
      named('b', '3', 'P. Trúc Bạch'),
      named('c', '5', 'Phường Đội Cấn'),
      named('d', '7'),
    ]);
    expect(streetsOf(tables)).toEqual([
      'Hàng Than (Phường Trúc Bạch, Phường Ba Đình): 1 3 7',
      'Hàng Than (Phường Đội Cấn, Phường Ba Đình): 5',
    ]);
    expect([flagsOf(tables, 0), flagsOf(tables, 1)]).toEqual([['formerKnown'], ['formerKnown', 'noLine']]);
    expect(tables.streetPartStart[1]).toBe(1);
  });

  it('lie where known points are near, where nothing else says which former ward', () => {
    const at = (key: string, lon: number, ward: string): HouseFeature =>
      house(key, '1', 21.0385, lon, { street: key, units: { ward } });
    const tables = assemble([
      street('osm:way/1', 'Hàng Than', line(21.0385, 105.8435, 21.0385, 105.844)),
      at('Tây', 105.836, 'Quán Thánh'),
      at('Đông', 105.844, 'Trúc Bạch'),
    ]);
    const [first] = streetsOf(tables).filter((text) => text.startsWith('Hàng Than'));
    expect(first).toBe('Hàng Than (Phường Trúc Bạch, Phường Ba Đình): ');
  });

  it('are cut at the boundaries of former wards', () => {
    const area = (name: string, adminLevel: number, lon: number): Feature => ({
      ...{ kind: 'area', key: name, name, adminLevel },
      polygons: square(21.0385, lon, 0.002),
    });
    const tables = assemble([
      area('Quận Ba Đình', 6, 105.84),
      area('Phường Quán Thánh', 8, 105.836),
      area('Phường Trúc Bạch', 8, 105.84),
      street('osm:way/1', 'Hàng Than', line(21.0385, 105.835, 21.0385, 105.841)),
      house('a', '1', 21.0386, 105.8355, { street: 'Hàng Than' }),
      house('b', '3', 21.0386, 105.8405, { street: 'Hàng Than' }),
    ]);
    expect(streetsOf(tables)).toEqual([
      'Hàng Than (Phường Quán Thánh, Phường Ba Đình): 1',
      'Hàng Than (Phường Trúc Bạch, Phường Ba Đình): 3',
    ]);
    const [, cut] = tables.pointLon.subarray(tables.partPointStart[0], tables.partPointStart[1]);
    expect(Math.abs((cut as number) - 1_058_380_000)).toBeLessThan(300);
  });

  it('lie in the ward whose boundary holds them, whatever cells and addresses say', () => {
    const given: Feature = {
      ...{ kind: 'area', key: 'w', name: 'Phường Ngọc Hà', adminLevel: 6, code: '00008' },
      polygons: square(21.0385, 105.838, 0.001),
    };
    const tables = assemble([
      given,
      house('a', '1', BA_DINH[0], BA_DINH[1], { street: 'Hàng Than', units: { ward: 'Phường Trúc Bạch' } }),
    ]);
    expect(streetsOf(tables)[0]).toMatch(/Phường Ngọc Hà\): 1$/);
  });

  it('lie in the nearest ward just off the shore, and in none far out', () => {
    // 300 m and 60 km off Mỹ Khê, Đà Nẵng.
    const tables = assemble([poi('near', 'Bãi biển', 16.06, 108.25), poi('far', 'Biển', 16.06, 108.8)]);
    const baseWardAt = (key: string): number =>
      tables.featureBaseWard[findPlace(tables, hashKey(key))] as number;
    expect(admin.wardAt({ lat: 16.06, lon: 108.25 })).toBe(-1);
    expect(admin.wards[units.wardOf[baseWardAt('near')] as number]?.fullName).toBe('Phường An Hải');
    expect(baseWardAt('far')).toBe(tables.baseWardCount);
  });

  it('outside of all wards are cut by cells', () => {
    const tables = assemble([
      street('osm:way/1', 'Landstrasse', line(47.14, 9.52, 47.1405, 9.5205)),
      street('osm:way/2', 'Landstrasse', line(47.24, 9.52, 47.2405, 9.5205)),
      house('a', '7', 47.14, 9.52, { street: 'Landstrasse' }),
    ]);
    expect(tables.streetCount).toBe(2);
    expect([...tables.featureBaseWard]).toEqual([tables.baseWardCount, tables.baseWardCount]);
    expect(streetsOf(tables).sort()).toEqual(['Landstrasse (?, outside): ', 'Landstrasse (?, outside): 7']);
    expect(tables.baseWardStreetStart.slice(-2)).toEqual(Uint32Array.of(0, 2));
  });
});

describe('houses without a street', () => {
  it('join the nearest one within 150 m, otherwise those without any', () => {
    const tables = assemble([
      street('osm:way/1', 'Hàng Than', EAST_WEST),
      house('a', '1', 21.039, 105.838),
      house('b', '2', 21.0405, 105.838),
    ]);
    expect(streetsOf(tables)).toEqual([
      ' (Phường Ngọc Hà, Phường Ba Đình): 2',
      'Hàng Than (Phường Ngọc Hà, Phường Ba Đình): 1',
    ]);
    expect(flagsOf(tables, 0)).toEqual(['nameless', 'noLine']);
    expect([...tables.houseFlags]).toEqual([0, HOUSE_FLAGS.nearestStreet]);
  });

  it('are not asked of streets at all where every house has one', () => {
    const tables = assemble([
      house('a', '1', BA_DINH[0], BA_DINH[1], { street: 'Thôn Đông', isInterpolated: true }),
    ]);
    expect(flagsOf(tables, 0)).toEqual(['quarter', 'noLine']);
    expect([...tables.houseFlags]).toEqual([HOUSE_FLAGS.interpolated]);
  });
});

describe('points of interest', () => {
  it('keep what was given', () => {
    const tables = assemble([
      poi('p1', 'Bệnh viện', 21.02, 105.85, {
        ...{ categories: ['hospital', 'nonsense'], phone: '115', otherNames: ['Hospital', 'Benh vien'] },
        outline: square(21.02, 105.85, 0.001),
      }),
      poi('p2', 'Nhà thuốc', 21.0201, 105.85, { categories: ['pharmacy'] }),
      poi('p3', 'Xa', 21.03, 105.85, { parentKey: 'p1' }),
      house('h', '12', 21.02, 105.85, { postcode: '100000' }),
    ]);
    const find = (key: string): number => findPlace(tables, hashKey(key));
    expect(childrenOf(tables, find('p1'))).toEqual(Uint32Array.of(find('p2'), find('p3')));
    expect([parentOf(tables, find('p2')), parentOf(tables, find('p1'))]).toEqual([find('p1'), -1]);
    expect([...categoriesOf(tables, find('p1'))]).toEqual([categoryNumber('hospital')]);
    // "Benh vien" is the name itself without diacritics.
    expect(aliasesOf(tables, find('p1'))).toEqual(['Hospital']);
    expect(recordOf(tables, find('p1'))).toEqual({ phone: '115' });
    expect(recordOf(tables, find('h'))).toEqual({ postcode: '100000' });
    expect(recordOf(tables, find('p2'))).toBeUndefined();
    expect(positionOf(tables, find('h'))).toEqual({ lat: 21.02, lon: 105.85 });
    expect(baseWardOf(tables, find('h'))).toBeLessThan(tables.baseWardCount);
  });

  it('belong to the smallest outline around them, or to the building of their address, and never to themselves', () => {
    const address = { number: '1', street: 'Lê Duẩn' };
    const tables = assemble([
      poi('park', 'Công viên', 21.02, 105.85, {
        categories: ['park'],
        outline: square(21.02, 105.85, 0.002),
      }),
      poi('hall', 'Nhà', 21.02, 105.85, { categories: ['building'], outline: square(21.02, 105.85, 0.0005) }),
      poi('cafe', 'Quán', 21.0201, 105.85, { categories: ['cafe'] }),
      poi('mall', 'Vincom', 10.78, 106.7, { categories: ['mall'], ...address }),
      poi('shop', 'Tiệm', 10.7801, 106.7, { categories: ['cafe'], number: '1', street: 'Đường Lê Duẩn' }),
      poi('far', 'Khác', 10.79, 106.7, { categories: ['cafe'], ...address }),
      poi('a', 'A', 10.7, 106.6, { parentKey: 'b' }),
      poi('b', 'B', 10.7, 106.6, { parentKey: 'a' }),
    ]);
    const find = (key: string): number => findPlace(tables, hashKey(key));
    const parents = ['hall', 'cafe', 'park', 'shop', 'far', 'mall'].map((key) => parentOf(tables, find(key)));
    expect(parents).toEqual([find('park'), find('hall'), -1, find('mall'), -1, -1]);
    expect([parentOf(tables, find('a')), parentOf(tables, find('b'))].sort((x, y) => x - y)[0]).toBe(-1);
  });
});

describe('keys', () => {
  it('leave out what was there before', () => {
    const tables = assemble([
      house('a', '1', BA_DINH[0], BA_DINH[1]),
      house('a', '2', BA_DINH[0], BA_DINH[1]),
      poi('p', 'A', 21, 105.8),
      poi('p', 'B', 21, 105.8),
    ]);
    expect(tables.placeCount - tables.streetCount).toBe(2);
    expect(nameOf(tables, findPlace(tables, hashKey('p')))).toBe('A');
  });

  it('part a place from the house of the same object', () => {
    const tables = assemble([house('o', '1', BA_DINH[0], BA_DINH[1]), poi('o', 'A', BA_DINH[0], BA_DINH[1])]);
    const feature = findPlace(tables, hashKey('o'));
    expect(nameOf(tables, feature)).toBe('A');
    const keys = Array.from(
      tables.keyOrder,
      (place) => `${tables.placeKeyHigh[place]} ${tables.placeKeyLow[place]}`,
    );
    expect(new Set(keys).size).toBe(tables.placeCount);
  });

  it('of streets stay the same whatever else there is', () => {
    const keyOf = (tables: PlaceTables, name: string): string => {
      const feature = Array.from({ length: tables.streetCount }, (_, i) => i).find(
        (i) => nameOf(tables, i) === name,
      ) as number;
      return `${tables.placeKeyHigh[feature]} ${tables.placeKeyLow[feature]}`;
    };
    const alone = assemble([street('osm:way/1', 'Hàng Than', EAST_WEST)]);
    const among = assemble([
      street('osm:way/0', 'Châu Long', EAST_WEST),
      street('osm:way/9', 'Phố Hàng Than', line(21.0386, 105.837, 21.0386, 105.838)),
    ]);
    expect(keyOf(among, 'Phố Hàng Than')).toBe(keyOf(alone, 'Hàng Than'));
  });
});

describe('tables', () => {
  it('are in the promised order, for any features', () => {
    const random = createRandom(5);
    const names = ['Lê Lợi', 'Phố Huế', 'Đường số 5', 'Hàng Than', 'An Dương', 'Thôn Đông'];
    const features: Feature[] = Array.from({ length: 400 }, (_, i): Feature => {
      const [lat, lon] = [21 + random() * 0.06, 105.8 + random() * 0.06];
      const name = names[Math.floor(random() * names.length)] as string;
      if (i % 4 === 0)
        return street(`s${i}`, name, line(lat, lon, lat + random() * 0.01, lon + random() * 0.01));
      if (i % 4 === 1) return poi(`p${i}`, name, lat, lon);
      const number = ['12', '12A', '12/3', '47-49', 'Lô A', '5'][Math.floor(random() * 6)] as string;
      return house(`h${i}`, number, lat, lon, i % 8 === 2 ? {} : { street: name });
    });
    const tables = assemble(features);
    expect(tables).toEqual(assemble(features));
    const keyOf = (feature: number): string => fold(nameOf(tables, feature));
    for (const [from, to] of [
      [0, tables.streetCount],
      [tables.streetCount, tables.featureCount],
    ] as const) {
      for (let feature = from + 1; feature < to; feature += 1) {
        const [before, baseWard] = [
          tables.featureBaseWard[feature - 1] as number,
          tables.featureBaseWard[feature] as number,
        ];
        expect(before < baseWard || (before === baseWard && keyOf(feature - 1) <= keyOf(feature))).toBe(true);
      }
    }
    for (let path = 1; path < tables.pathNumber.length; path += 1) {
      const [a, b] = [pathTextOf(tables, path - 1), pathTextOf(tables, path)];
      expect(compareHousePaths(shownPath(a), shownPath(b))).toBeLessThanOrEqual(0);
    }
    for (let row = 0; row < tables.housePath.length; row += 1) {
      const feature = featureOf(tables, tables.featureCount + row);
      expect(
        row >= (tables.streetHouseStart[feature] as number) &&
          row < (tables.streetHouseStart[feature + 1] as number),
      ).toBe(true);
    }
    expect(tables.placeCount).toBe(tables.streetCount + 100 + 200);
  });

  it('have the streets of tables where nothing better is known, and their numbers behind surveyed ones', () => {
    const [lat, lon] = BA_DINH;
    const point = (key: string, name: string, radiusMeters: number, at: number = lat): HouseFeature =>
      house(key, '', at, lon, { street: name, radiusMeters });
    const near = { street: 'Sơn Tây', isInterpolated: true };
    const features: Feature[] = [
      point('a', 'Đường Sơn Tây', 500),
      point('b', 'Kim Mã', 2000),
      point('c', 'Phố Kim Mã', 500, lat + 0.001),
      point('d', 'Kim Mã', 500, lat - 0.001),
      house('e', '12', lat, lon, near),
      house('f', '12', lat, lon, { street: 'Sơn Tây' }),
      house('g', '12', lat, lon, { street: 'Sơn Tây', isLearned: true }),
      house('h', '14', lat, lon, near),
    ];
    const store = createFeatureStore();
    for (const feature of features) store.add(feature);
    const tables = assembleStore(store, { admin, units });
    expect(streetsOf(tables).map((text) => text.replace(/ \(.*\)/u, ''))).toEqual([
      'Kim Mã: ',
      'Sơn Tây: 12 14',
    ]);
    expect(Array.from(tables.houseFlags)).toEqual([0, HOUSE_FLAGS.interpolated]);
    // Of a street that is known by points only, the best of them say where it is.
    expect(tables.featureRadius[0]).toBe(500);
    expect(Math.abs((tables.featureLat[0] as number) - lat * 1e7)).toBe(10000);
    expect([...store.skipped].map(([reason, { count }]) => [reason, count])).toEqual([
      ['dataset.streetKnown', 1],
      ['dataset.houseKnown', 2],
    ]);
  });

  it('hold nothing where nothing was given', () => {
    const tables = assemble([]);
    expect([tables.streetCount, tables.placeCount, tables.baseWardStreetStart.length]).toEqual([
      0,
      0,
      tables.baseWardCount + 2,
    ]);
  });

  it('are not harmed by features that cannot be used', () => {
    const tables = assemble([
      house('a', '', 21, 105),
      house('b', '1', Number.NaN, 105),
      poi('c', ' ', 21, 105),
      poi('d', 'A', 91, 105),
      street('e', '', EAST_WEST),
      street('f', 'A', [21, 105]),
      street('g', 'A', [21, 105, Number.NaN, 105]),
    ]);
    expect(tables.placeCount).toBe(0);
  });
});
