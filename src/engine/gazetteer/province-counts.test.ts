import { beforeAll, describe, expect, it } from 'vitest';
import { houseAt, openWorld, streetAlong, type PlaceWorld } from '../../../test/support/place-world.ts';
import { countByProvince } from './province-counts.ts';

let world: PlaceWorld;

beforeAll(async () => {
  world = await openWorld([
    // Three streets of one ward of Ho Chi Minh City, and one street of Ha Noi.
    streetAlong('Lê Lợi', 3, 10.7755, 106.7005, 10.776, 106.701),
    streetAlong('Nguyễn Huệ', 3, 10.7756, 106.7015, 10.7761, 106.702),
    streetAlong('Đồng Khởi', 3, 10.7766, 106.7025, 10.7771, 106.703),
    houseAt('12', 'Lê Lợi', 10.7758, 106.7008),
    streetAlong('Hàng Bài', 3, 21.022, 105.852, 21.023, 105.852),
  ]);
});

describe('the places of provinces', () => {
  it('are counted; a ward that a single street is in is not covered', () => {
    const { admin, tables, adminSearch } = world;
    const counted = countByProvince(admin, tables, adminSearch.table);
    expect(counted).toHaveLength(34);
    expect(counted.slice(0, 2)).toEqual([
      {
        ...{ code: '79', name: 'Thành phố Hồ Chí Minh', wards: 168, covered: 1 },
        ...{ streets: 3, houses: 1, places: 0 },
      },
      { code: '01', name: 'Thành phố Hà Nội', wards: 126, covered: 0, streets: 1, houses: 0, places: 0 },
    ]);
  });
});
