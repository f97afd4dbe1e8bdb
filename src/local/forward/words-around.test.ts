import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { assembleTables } from '../../dataset/build/assemble-tables.ts';
import type { Feature } from '../../dataset/features.ts';
import { openAdminDataset } from '../admin/open-admin-dataset.ts';
import { buildNameArrays } from '../names/build-names.ts';
import { openNames } from '../names/names.ts';
import { isPlaceMatch, type Match } from '../places/place-match.ts';
import { createAdminSearch } from '../search/admin-search.ts';
import { nameOf, thingOf } from '../store/access.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import { createPlaceSearch, type PlaceSearch } from './place-search.ts';

const house = (number: string, street: string, lat: number, lon: number): Feature => ({
  kind: 'house',
  key: `test:${number} ${street}`,
  number,
  street,
  units: {},
  position: { lat, lon },
});
const poi = (name: string, lat: number, lon: number, categories: string[]): Feature => ({
  kind: 'poi',
  key: `test:${name}`,
  name,
  otherNames: [],
  position: { lat, lon },
  categories,
  units: {},
  importance: 100,
});
const FEATURES: readonly Feature[] = [
  house('41', 'Nguyễn Huệ', 10.7722, 106.7044),
  house('49', 'Nguyễn Huệ', 10.7728, 106.7039),
  house('10', 'Phan Văn Trị', 10.8112, 106.695),
  house('20', 'Phan Văn Trị', 10.8118, 106.6946),
  poi('Bình Thạnh', 10.8046, 106.7078, ['bus_stop']),
  poi('Sân bay Tân Sơn Nhất', 10.8152, 106.6654, ['airport']),
];

let tables: PlaceTables;
let search: PlaceSearch;
beforeAll(async () => {
  const admin = await openAdminDataset(fileURLToPath(new URL('../../../fixtures/starter', import.meta.url)));
  tables = assembleTables({ admin, features: FEATURES });
  const names = openNames(buildNameArrays(tables));
  search = createPlaceSearch({ adminSearch: createAdminSearch(admin), tables, names });
});

function best(text: string): string {
  const [match] = search.search(text, { size: 1 }) as [Match];
  if (!isPlaceMatch(match)) return match.level;
  return `${match.level} ${match.houseNumber} ${nameOf(tables, thingOf(tables, match.place))}`;
}

describe('words around an address', () => {
  it.each([
    'ĐC: 45 Nguyễn Huệ, Q1',
    'Đ/c: 45 Nguyễn Huệ, Q1',
    'Địa chỉ: số 45 Nguyễn Huệ, Q1',
    'Số nhà 45 Nguyễn Huệ, Q1',
    '45 Nguyễn Huệ (gần phố đi bộ), Q1',
    '45 Nguyễn Huệ, Q1, SĐT 0909123456',
    'Anh Nam, 0909123456, 45 Nguyễn Huệ, Q1',
  ])('do not hide it: %s', (text) => {
    expect(best(text)).toBe('interpolated 45 Nguyễn Huệ');
  });

  it('cost it little where they only say what it is', () => {
    const score = (text: string) => search.search(text, { size: 1 })[0]?.score ?? 0;
    const bare = score('45 Nguyễn Huệ, Q1');
    for (const text of [
      'ĐC: 45 Nguyễn Huệ, Q1',
      'Địa chỉ: 45 Nguyễn Huệ, Q1',
      '45 Nguyễn Huệ, Q1, 0909123456',
    ])
      expect(score(text), text).toBeGreaterThan(bare - 0.05);
  });
});

describe('words that units and places share', () => {
  it('are the unit behind an address, whatever is called like it', () => {
    expect(best('12 Phan Văn Trị, Bình Thạnh')).toBe('interpolated 12 Phan Văn Trị');
    expect(best('12/5A Phan Văn Trị, Bình Thạnh')).toMatch(/Phan Văn Trị$/);
  });

  it('are the place where its name has them: the airport is in no district Tân Sơn', () => {
    expect(best('Sân bay Tân Sơn Nhất')).toBe('poi  Sân bay Tân Sơn Nhất');
    expect(best('san bay tan son nhat')).toBe('poi  Sân bay Tân Sơn Nhất');
  });
});
