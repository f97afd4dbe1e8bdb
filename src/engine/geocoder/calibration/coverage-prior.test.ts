import { beforeAll, describe, expect, it } from 'vitest';
import { openWorld, streetAlong, type PlaceWorld } from '../../../../test/support/place-world.ts';
import { coveredProvinces } from './coverage-prior.ts';

let world: PlaceWorld;

beforeAll(async () => {
  world = await openWorld([
    // Three streets of one ward of Ho Chi Minh City, and one street of Ha Noi.
    streetAlong('Lê Lợi', 3, 10.7755, 106.7005, 10.776, 106.701),
    streetAlong('Nguyễn Huệ', 3, 10.7756, 106.7015, 10.7761, 106.702),
    streetAlong('Đồng Khởi', 3, 10.7766, 106.7025, 10.7771, 106.703),
    streetAlong('Hàng Bài', 3, 21.022, 105.852, 21.023, 105.852),
  ]);
});

describe('the provinces that a dataset covers', () => {
  it('are those with a ward of several streets, not those that a single street is in', () => {
    const { admin, tables, adminSearch } = world;
    const covered = coveredProvinces(admin, tables, adminSearch.table);
    expect(covered).toEqual([
      { code: '79', name: 'Thành phố Hồ Chí Minh', wards: 168, covered: 1, streets: 3 },
    ]);
  });
});
