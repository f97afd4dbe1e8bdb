import { beforeAll, describe, expect, it } from 'vitest';
import { openAdminDataset } from '../../local/admin/open-admin-dataset.ts';
import type { AdminDataset } from '../../local/admin/units.ts';
import { categoryNumber } from '../../local/categories/categories.ts';
import { hashKey } from '../../local/place-id.ts';
import { findPlace } from '../../local/places/find-place.ts';
import { buildUnits, type UnitTable } from '../../local/search/units.ts';
import {
  aliasesOf,
  categoriesOf,
  childrenOf,
  houseNumberOf,
  nameOf,
  parentOf,
  pieceOf,
  positionOf,
  thingOf,
} from '../../local/store/access.ts';
import { HOUSE_FLAGS, THING_FLAGS, type PlaceTables } from '../../local/store/place-tables.ts';
import { recordOf } from '../../local/store/records.ts';
import type { Feature, HouseFeature, LatLonPolygons, PoiFeature, StreetFeature } from '../features.ts';
import { assembleTables } from './assemble-tables.ts';

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

/** Describes every street as `name (former ward, ward): numbers`. */
function streetsOf(tables: PlaceTables): string[] {
  return Array.from({ length: tables.streetCount }, (_, thing) => {
    const piece = tables.thingPiece[thing] as number;
    const former = admin.formerWards[units.formerOf[piece] as number]?.fullName ?? '?';
    const ward = admin.wards[units.wardOf[piece] as number]?.fullName ?? 'outside';
    const numbers = [];
    for (
      let row = tables.streetHouseStart[thing] as number;
      row < (tables.streetHouseStart[thing + 1] as number);
      row += 1
    )
      numbers.push(houseNumberOf(tables, tables.thingCount + row));
    return `${nameOf(tables, thing)} (${former}, ${ward}): ${numbers.join(' ')}`;
  });
}

// Phố Hàng Bài and around: Phường Hoàn Kiếm and Phường Cửa Nam of Ha Noi.
const HANG_BAI = [21.0248, 105.8527, 21.0215, 105.8518];

describe('assembleTables', () => {
  it('makes one street of the spellings of a name in a ward, named as lines name it', () => {
    const tables = assemble([
      street('osm:way/1', 'Phố Hàng Bài', HANG_BAI),
      house('a', '10', 21.0235, 105.8524, { street: 'Đường Hàng Bài' }),
      house('b', '2', 21.0236, 105.8524, { street: 'Hang Bai' }),
      house('c', '2A', 21.0236, 105.8524, { street: 'Hàng Bài' }),
    ]);
    const [first] = streetsOf(tables);
    expect(tables.streetCount).toBe(1);
    expect(first).toMatch(/^Phố Hàng Bài \(.*\): 2 2A 10$/);
    expect(aliasesOf(tables, 0)).toEqual(['Hang Bai', 'Đường Hàng Bài']);
    expect(thingOf(tables, tables.thingCount + 2)).toBe(0);
  });
});

describe('tables', () => {
  it('keep what was given', () => {
    const tables = assemble([
      poi('p1', 'Bệnh viện', 21.02, 105.85, {
        categories: ['hospital'],
        outline: square(21.02, 105.85, 0.001),
        phone: '115',
      }),
      poi('p2', 'Nhà thuốc', 21.0201, 105.85, { categories: ['pharmacy'] }),
      poi('p3', 'Xa', 21.03, 105.85, { parentKey: 'p1' }),
      house('h', '12', 21.02, 105.85, { postcode: '100000' }),
    ]);
    const find = (key: string): number => findPlace(tables, hashKey(key));
    expect(childrenOf(tables, find('p1'))).toEqual(Uint32Array.of(find('p2'), find('p3')));
    expect(parentOf(tables, find('p2'))).toBe(find('p1'));
    expect([...categoriesOf(tables, find('p1'))]).toEqual([categoryNumber('hospital')]);
    expect(recordOf(tables, find('p1'))).toEqual({ phone: '115' });
    expect(recordOf(tables, find('h'))).toEqual({ postcode: '100000' });
    expect(recordOf(tables, find('p2'))).toBeUndefined();
    expect(positionOf(tables, find('h'))).toEqual({ lat: 21.02, lon: 105.85 });
    expect(pieceOf(tables, find('h'))).toBeLessThan(tables.pieceCount);
    expect((tables.thingFlags[thingOf(tables, find('h'))] as number) & THING_FLAGS.nameless).not.toBe(0);
    expect(tables.houseFlags[0]).toBe(0);
    expect(HOUSE_FLAGS.nearestStreet).toBe(2);
  });
});
