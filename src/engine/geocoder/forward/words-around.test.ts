import { beforeAll, describe, expect, it } from 'vitest';
import { houseAt, openWorld, poiAt } from '../../../../test/support/place-world.ts';
import type { Feature } from '../../../dataset/features.ts';
import { isPlaceMatch, type Match } from '../places/place-match.ts';
import { nameOf, featureOf } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { PlaceSearch } from './place-search.ts';

const FEATURES: readonly Feature[] = [
  houseAt('41', 'Nguyễn Huệ', 10.7722, 106.7044),
  houseAt('49', 'Nguyễn Huệ', 10.7728, 106.7039),
  houseAt('10', 'Phan Văn Trị', 10.8112, 106.695),
  houseAt('20', 'Phan Văn Trị', 10.8118, 106.6946),
  poiAt('Bình Thạnh', 10.8046, 106.7078, ['bus_stop']),
  poiAt('Sân bay Tân Sơn Nhất', 10.8152, 106.6654, ['airport']),
];

let tables: PlaceTables;
let search: PlaceSearch;
beforeAll(async () => {
  ({ tables, search } = await openWorld(FEATURES));
});

function best(text: string): string {
  const [match] = search.search(text, { size: 1 }) as [Match];
  if (!isPlaceMatch(match)) return match.level;
  return `${match.level} ${match.houseNumber} ${nameOf(tables, featureOf(tables, match.place))}`;
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
