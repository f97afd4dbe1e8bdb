import { stat } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { PROVINCES } from '../../src/base/geo/admin-codes.ts';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { readManifest } from '../../src/engine/gazetteer/store/manifest.ts';
import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';

const DIR = 'fixtures/starter';

describe('the starter dataset', () => {
  let dataset: AdminDataset;
  beforeAll(async () => {
    dataset = await openAdminDataset(DIR);
  });

  it('holds every unit, as its manifest counts them, in under 34 MB', async () => {
    const manifest = await readManifest(DIR);
    const counts = { provinces: 34, wards: 3321, formerWards: 15_095 };
    expect(manifest.counts).toMatchObject(counts);
    expect([dataset.provinces.length, dataset.wards.length, dataset.formerWards.length]).toEqual(
      Object.values(counts),
    );
    const sizes = await Promise.all(
      Object.keys(manifest.files).map(async (name) => (await stat(`${DIR}/${name}`)).size),
    );
    expect(sizes).toEqual(Object.values(manifest.files).map((entry) => entry.bytes));
    // Of 30.8 MB, names and suggestions of streets, places and units are 14.8, units 7.5 (2.5 of them those of every day since 2004),
    // lines, positions and cells of streets, houses and places 7.4, hamlets 1.1.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(34_000_000);
  });

  it('has the forcode prefix of every province', () => {
    expect(dataset.provinces.map((province) => [province.code, province.forcodePrefix])).toEqual(
      PROVINCES.map((province) => [province.provinceCode, province.adminCode]),
    );
  });

  it('finds every ward at its own position, in its province, with plausible figures', () => {
    const lost = dataset.wards.filter((ward, index) => dataset.wardAt(ward.position) !== index);
    expect(lost.map((ward) => ward.fullName)).toEqual([]);
    for (const ward of dataset.wards) {
      expect(dataset.provinces[ward.province]).toBeDefined();
      // A circle of that radius holds nearly all of the ward, so it is not much smaller than the ward.
      expect(Math.PI * (ward.radiusMeters / 1000) ** 2).toBeGreaterThan(ward.areaKm2 * 0.85);
    }
    const areaKm2 = dataset.wards.reduce((sum, ward) => sum + ward.areaKm2, 0);
    expect(areaKm2).toBeGreaterThan(330_000);
    expect(areaKm2).toBeLessThan(340_000);
  });

  it('names units with and without their type, in composed letters', () => {
    for (const { name, fullName, type } of [...dataset.provinces, ...dataset.wards]) {
      expect(fullName).toBe(`${type} ${name}`);
      expect(fullName).toBe(fullName.normalize('NFC'));
    }
    expect([...new Set(dataset.wards.map((ward) => ward.type))].sort()).toEqual(['Phường', 'Xã', 'Đặc khu']);
    expect(dataset.wards[0]).toMatchObject({ code: '00004', name: 'Ba Đình', fullName: 'Phường Ba Đình' });
  });

  it('knows what every ward was before', () => {
    const reached = new Set(dataset.formerWards.flatMap((former) => former.wards));
    expect(dataset.wards.filter((_, index) => !reached.has(index)).map((ward) => ward.fullName)).toEqual([]);
    const provinces = new Set(dataset.formerWards.map((former) => former.province));
    // Those of June 2025, and two that the records since 2004 have besides.
    const earlier = ['Tỉnh Hà Tây', 'Tỉnh Thừa Thiên Huế'];
    expect(earlier.filter((province) => provinces.delete(province))).toEqual(earlier);
    expect(provinces.size).toBe(63);
    const keys = dataset.formerWards.map(
      ({ province, district, fullName }) => `${province}|${district}|${fullName}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
    const becameOf = (fullName: string, district: string): (string | undefined)[] | undefined =>
      dataset.formerWards
        .find((former) => former.fullName === fullName && former.district === district)
        ?.wards.map((ward) => dataset.wards[ward]?.fullName);
    expect(becameOf('Phường Trúc Bạch', 'Quận Ba Đình')).toEqual(['Phường Ba Đình']);
    expect(becameOf('Phường 12', 'Quận Gò Vấp')).toEqual(['Phường An Hội Tây']);
    expect(becameOf('', 'Huyện Côn Đảo')).toEqual(['Đặc khu Côn Đảo']);
  });

  it.each([
    ['Hồ Hoàn Kiếm', 21.0287, 105.8524, 'Phường Hoàn Kiếm', 'Thành phố Hà Nội'],
    ['Chợ Bến Thành', 10.7721, 106.6983, 'Phường Bến Thành', 'Thành phố Hồ Chí Minh'],
    ['Côn Sơn', 8.684, 106.607, 'Đặc khu Côn Đảo', 'Thành phố Hồ Chí Minh'],
    ['Dinh Độc Lập', 10.777, 106.6955, 'Phường Bến Thành', 'Thành phố Hồ Chí Minh'],
    ['Ngọ Môn', 16.4677, 107.5793, 'Phường Phú Xuân', 'Thành phố Huế'],
  ])('finds %s', (_, lat, lon, ward, province) => {
    const found = dataset.wards[dataset.wardAt({ lat, lon })];
    expect([found?.fullName, dataset.provinces[found?.province ?? -1]?.fullName]).toEqual([ward, province]);
  });

  it.each([
    ['Vientiane', 17.97, 102.6],
    ['the open sea', 12, 111],
    ['0/0', 0, 0],
    ['the north pole', 90, 0],
    ['the date line', 21, 180],
  ])('finds no ward at %s', (_, lat, lon) => {
    expect(dataset.wardAt({ lat, lon })).toBe(-1);
  });

  it('lists the wards around a position, its own first at 0', () => {
    const near = dataset.wardsNear({ lat: 21.0287, lon: 105.8524 }, 3000);
    expect(near.length).toBeGreaterThan(5);
    expect(dataset.wards[near[0]?.ward ?? -1]?.fullName).toBe('Phường Hoàn Kiếm');
    expect(near[0]?.distanceMeters).toBe(0);
    expect(near.map((entry) => entry.distanceMeters)).toEqual(
      near.map((entry) => entry.distanceMeters).sort((a, b) => a - b),
    );
    // 1 km off the beach of Vũng Tàu.
    const offShore = { lat: 10.33, lon: 107.1 };
    expect(dataset.wardAt(offShore)).toBe(-1);
    expect(dataset.wardsNear(offShore, 5000).length).toBeGreaterThan(0);
  });

  it('finds a few of the nearest wards as the first of all, from anywhere', () => {
    const from = [
      { lat: 10.3, lon: 107.2 },
      { lat: -10.77, lon: -73.3 },
      { lat: 90, lon: 0 },
    ];
    for (const position of from) {
      const all = dataset.wardsNear(position, 20_100_000);
      expect(all.length).toBe(dataset.wards.length);
      for (const size of [1, 2, 50]) {
        expect(dataset.wardsNear(position, 20_100_000, size)).toEqual(all.slice(0, size));
      }
    }
  });
});
