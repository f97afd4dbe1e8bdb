import { describe, expect, it } from 'vitest';
import { provinceByAdminCode } from '../geo/admin-codes.ts';
import { encodeForcode } from '../geo/forcode.ts';
import { cellAt } from '../geo/h3.ts';
import { readPositionCell, readWrittenPosition } from './written-position.ts';

const PLACE = { lat: 10.7769, lon: 106.7009 };
const haNoi = () => provinceByAdminCode('HN')?.provinceCode;

describe('readWrittenPosition', () => {
  it.each([
    ['10.7769, 106.7009', '', 10],
    ['10,7769; 106,7009', '', 10],
    ['10.7769 106.7009', '', 10],
    ['106.7009, 10.7769', '', 10],
    ['10.7769N, 106.7009E', '', 10],
    ['Tọa độ: 10.7769, 106.7009, phường Sài Gòn, TP.HCM', 'phường Sài Gòn, TP.HCM', 10],
    ['12 Lê Lợi (lat: 10.7769, lng: 106.7009), Quận 1', '12 Lê Lợi, Quận 1', 10],
    ['10°46\'36.84"N 106°42\'3.24"E, Quận 1', 'Quận 1', 10],
    ['Quận 1 POINT(106.7009 10.7769)', 'Quận 1', 10],
    ['kho A https://maps.google.com/?q=10.7769,106.7009, Quận 1', 'kho A, Quận 1', 10],
    ['kho A www.google.com/maps/@10.7769,106.7009,17z', 'kho A', 100],
    ['geo:10.7769,106.7009', '', 10],
    ['{"type":"Point","coordinates":[106.7009,10.7769]}', '', 10],
  ])('reads %s', (text, rest, accuracyMeters) => {
    const read = readWrittenPosition(text);
    const exact = read?.locate({ lat: 0, lon: 0 });
    expect(exact?.position.lat).toBeCloseTo(PLACE.lat, 6);
    expect(exact?.position.lon).toBeCloseTo(PLACE.lon, 6);
    expect(read?.rest).toBe(rest);
    expect(exact?.accuracyMeters).toBe(accuracyMeters);
  });

  it('reads full Plus Codes, and short ones beside a reference', () => {
    const full = readWrittenPosition('7P28QPG4+4V Quận 1');
    expect(full).toMatchObject({ name: '7P28QPG4+4V', rest: 'Quận 1', isRelative: false });
    const short = readWrittenPosition('qpg4+4v, Bến Nghé, Quận 1');
    expect(short).toMatchObject({ name: 'QPG4+4V', rest: 'Bến Nghé, Quận 1', isRelative: true });
    expect(short?.locate({ lat: 10.9, lon: 106.6 })?.position).toEqual(full?.locate(PLACE)?.position);
    // Written for a place in Switzerland.
    expect(readWrittenPosition('8FVC9G8F+6X')).toBeUndefined();
  });

  it.each([
    ["Thửa 12, tờ 5, Bến Nghé (VN-2000 105°45': X=1192000.25, Y=603000.5)", 'Thửa 12, tờ 5, Bến Nghé'],
    ['Bến Nghé, 1192000,25 603000,5 VN2000 TP. Hồ Chí Minh', 'Bến Nghé'],
    ["X: 1192000.25 m; Y: 603000.5 m, VN-2000 kinh tuyến trục 105°45' múi 3°, Bến Nghé", 'Bến Nghé'],
  ])('reads metres of the projection beside them: %s', (text, rest) => {
    const read = readWrittenPosition(text);
    expect(read?.locate(PLACE)?.position).toEqual({ lat: 10.777446106, lon: 106.693616823 });
    expect(read?.rest).toBe(rest);
  });

  it('reads none in 10,000 plain addresses', () => {
    let seed = 11;
    const below = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    const digits = (n: number) => Array.from({ length: n }, () => below(10)).join('');
    const plain = [
      () => `${below(999)}/${below(99)} Lê Lợi`,
      () => `SĐT 09${digits(8)} - 0${digits(3)}.${digits(3)}.${digits(3)}`,
      () => `MST: 0${digits(9)}-00${below(9)}`,
      () => `Km ${below(300)}+${digits(3)}, QL1A Km${digits(4)}+${digits(3)}`,
      () => `giá ${below(90)}.${digits(3)}.${digits(3)} đ, ${digits(3)},${below(9)} m2`,
      () => `CMND ${digits(9)}, ${digits(12)}; STK ${digits(6)} ${digits(7)}`,
      () => `ngày ${below(28)}/${below(12)}/2025 ${below(24)}:${digits(2)}`,
      () => `hồ sơ VN-2000 số ${digits(6)} ${digits(7)}, UTM ${digits(6)}`,
    ];
    const texts = Array.from({ length: 10_000 }, () =>
      [below(8), below(8)].map((at) => plain[at]?.()).join(', '),
    );
    expect(texts.filter((text) => readWrittenPosition(text)?.locate(PLACE) !== undefined)).toEqual([]);
  });

  it('does not read metres without a projection, or one elsewhere', () => {
    for (const text of [
      'X=1192000.25, Y=603000.5',
      'VN-2000 Atlantis: X=1192000.25, Y=603000.5',
      'VN-2000 Hà Nội: 9123456 0912345',
      'UTM 48N 0912345678 0912345679',
    ])
      expect(readWrittenPosition(text)).toBeUndefined();
  });

  it('reads H3 cells and forcodes of the province that contains them', () => {
    const place = { lat: 21.0337, lon: 105.8464 };
    const cell = readWrittenPosition(`kho ${cellAt(place, 12)}`);
    expect(cell?.rest).toBe('kho');
    expect(cell?.locate(place)?.position.lat).toBeCloseTo(place.lat, 3);
    const forcode = encodeForcode(place, 12, 'HN');
    expect(readWrittenPosition(`kho ${forcode}, Hà Nội`, haNoi)?.rest).toBe('kho, Hà Nội');
    expect(readWrittenPosition(`kho ${encodeForcode(place, 12, 'HCM')}`, haNoi)).toBeUndefined();
    expect(readPositionCell(forcode)).not.toHaveProperty('fault');
    expect(readPositionCell(cellAt(place, 12).toUpperCase())).not.toHaveProperty('fault');
  });

  it.each([
    'Km 12+300, QL1A, xã Tam Kỳ',
    'Km1234+567 Quốc lộ 1A',
    'Km 2345+67',
    '12/3/45 Lê Lợi, P.4',
    'MST 0301234567, ĐT 0912 345 678',
    '+84 912 345 678 Lê Lợi',
    'giá 12.500, 105.000 đồng',
    'giá 12.500.000 - 105.000.000',
    'lô 10.1234 m2',
    'Số 10, 106 Lê Lợi',
    'CH12345, tòa S2.05, Vinhomes Ocean Park',
    'TK 812345678901234',
    'A12+B13 KDC Phú Mỹ',
    'B4+C5 khu A',
    'GH12+34',
    '',
    '21 105',
  ])('reads none in "%s"', (text) => {
    expect(readWrittenPosition(text, haNoi)).toBeUndefined();
  });
});
