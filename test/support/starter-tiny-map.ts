import type { AddressTables } from '../../tools/starter/gazetteer.ts';

type Points = [number, number][];

/**
 * Draws a map of three wards: two that share an edge with a sliver of 10 m at its north end, one with a hole, one an island in two
 * parts.
 */
export const WARD_RINGS: Record<string, Points[][]> = {
  '00001': [[box(105.8, 21, 105.85, 21.05), box(105.81, 21.01, 105.815, 21.015)]],
  '00002': [
    [
      [
        [105.85, 21],
        [105.9, 21],
        [105.9, 21.05],
        [105.8501, 21.05],
        [105.85, 21.02],
        [105.85, 21],
      ],
    ],
  ],
  '00003': [[box(106.1, 20.9, 106.12, 20.92)], [box(106.13, 20.9, 106.135, 20.905)]],
};

/** Names the units of the tiny map, and two former wards. */
export const TABLES: AddressTables = {
  provinces: [
    { province_code: '33', name: 'Hưng Yên' },
    { province_code: '01', name: 'Thành phố Hà Nội' },
  ],
  wards: [
    { ward_code: '00002', name: 'Xã Đông', province_code: '01' },
    { ward_code: '00001', name: 'Phường Tây', province_code: '01' },
    { ward_code: '00003', name: 'Đặc khu Đảo', province_code: '33' },
  ],
  wardMappings: [
    {
      old_ward_code: '00010',
      old_ward_name: 'Phường Cũ',
      old_district_name: 'Quận Một',
      old_province_name: 'Thành phố Hà Nội',
      new_ward_code: '00001',
      new_ward_name: 'Phường Tây',
      new_province_name: 'Thành phố Hà Nội',
    },
    {
      old_ward_code: null,
      old_ward_name: 'Phường Cũ',
      old_district_name: 'Quận Một',
      old_province_name: 'Thành phố Hà Nội',
      new_ward_code: '00001',
      new_ward_name: 'Xã Đông',
      new_province_name: 'Thành phố Hà Nội',
    },
    {
      old_ward_code: '00011',
      old_ward_name: 'Xã Đảo, Nhỏ',
      old_district_name: 'Huyện Hai',
      old_province_name: 'Tỉnh Hưng Yên',
      new_ward_code: '00003',
      new_ward_name: 'Đặc khu Đảo',
      new_province_name: 'Hưng Yên',
    },
  ],
};

/** Writes boundaries as the lines of a boundary file. */
export function boundaryLines(
  units: { code: string; name: string; provinceCode: string; polygons: Points[][] }[],
): string {
  const features = units.map(({ code, name, provinceCode, polygons }) => ({
    type: 'Feature',
    properties: { code, name, province_code: provinceCode },
    geometry:
      polygons.length === 1
        ? { type: 'Polygon', coordinates: polygons[0] }
        : { type: 'MultiPolygon', coordinates: polygons },
  }));
  return features.map((feature) => `${JSON.stringify(feature)}\n`).join('');
}

/** Writes the boundaries of the three wards; the second under another code, as real sources do. */
export function tinyWardLines(): string {
  return boundaryLines([
    { code: '00003', name: 'Đảo', provinceCode: '33', polygons: WARD_RINGS['00003'] ?? [] },
    { code: '00001', name: 'Tây', provinceCode: '01', polygons: WARD_RINGS['00001'] ?? [] },
    { code: '00099', name: 'Đông', provinceCode: '01', polygons: WARD_RINGS['00002'] ?? [] },
  ]);
}

/** Writes the boundaries of the two provinces. */
export function tinyProvinceLines(): string {
  return boundaryLines([
    { code: '01', name: 'Hà Nội', provinceCode: '01', polygons: [[box(105.8, 21, 105.9, 21.05)]] },
    { code: '33', name: 'Hưng Yên', provinceCode: '33', polygons: WARD_RINGS['00003'] ?? [] },
  ]);
}

function box(west: number, south: number, east: number, north: number): Points {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
