import { rowsOf } from '../../../test/support/reason-counts.ts';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormerWard, Province, Ward } from '../../engine/gazetteer/units/units.ts';
import { readFormerWards, type UnitsBelow } from './former-wards.ts';

const NOWHERE = { position: { lat: 0, lon: 0 }, areaKm2: 1, radiusMeters: 1 };
const province = (code: string, fullName: string): Province => ({
  code,
  name: fullName,
  fullName,
  type: '',
  forcodePrefix: '',
  ...NOWHERE,
});
const ward = (code: string, fullName: string, at: number): Ward => ({
  code,
  name: fullName,
  fullName,
  type: '',
  province: at,
  ...NOWHERE,
});
const former = (code: string, fullName: string, district: string, wards: number[]): FormerWard => ({
  code,
  fullName,
  district,
  province: 'Thành phố Hà Nội',
  wards,
});

const BELOW: UnitsBelow = {
  provinces: [province('01', 'Thành phố Hà Nội'), province('91', 'Tỉnh An Giang')],
  wards: [
    ward('00004', 'Phường Ba Đình', 0),
    ward('00097', 'Phường Hồng Hà', 0),
    ward('30001', 'Xã Mỹ Đức', 1),
  ],
  formerWards: [
    former('00001', 'Phường Phúc Xá', 'Quận Ba Đình', [1]),
    former('00004', 'Phường Trúc Bạch', 'Quận Ba Đình', [0]),
    former('', 'Phường 6', 'Quận Ba Đình', [0]),
    former('00300', 'Xã Tân Hòa', 'Huyện Quốc Oai', [1]),
    former('00301', 'Xã Tân Lập', 'Huyện Đan Phượng', [1]),
    former('00302', 'Xã Đông Hòa', 'Huyện Đan Phượng', [1]),
    former('00303', 'Xã Đồng Hóa', 'Huyện Quốc Oai', [1]),
  ],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-former-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const path = join(folder, 'legacy.csv');
  await writeFile(path, text);
  return readFormerWards(path, BELOW);
}

describe('readFormerWards', () => {
  it('adds what is new, leaves what is known, and remarks on contradictions', async () => {
    const report = await read(
      'wardCode,province,district,ward,newProvince,newWard,newWardCode\n' +
        '1.0,Thành phố Hà Nội,Quận Ba Đình,Phường Phúc Xá,Thành phố Hà Nội,Phường Hồng Hà,00097\n' +
        '4.0,Thành phố Hà Nội,Quận Ba Đình,Phường Trúc Bạch,Thành phố Hà Nội,Phường Hồng Hà,00097\n' +
        '7.0,Thành phố Hà Nội,Quận Ba Đình,Phường Cống Vị,Thành phố Hà Nội,Phường Ba Đình,99999\n' +
        '7.0,Thành phố Hà Nội,Quận Ba Đình,Phường Cống Vị,,,97\n' +
        '4.0,Thành phố Hà Nội,Quận Ba Đình,Phường Trúc Bạch Cũ,Thành phố Hà Nội,Phường Ba Đình,00004\n' +
        '9.0,Thành phố Hà Nội,Quận Ba Đình,Phường Z,Thành phố Hà Nội,Phường Y,\n' +
        '9.0,Thành phố Hà Nội,Quận Ba Đình,,Thành phố Hà Nội,Phường Ba Đình,00004\n',
    );
    expect(report.formerWards).toEqual([
      former('00007', 'Phường Cống Vị', 'Quận Ba Đình', [0, 1]),
      former('', 'Phường Trúc Bạch Cũ', 'Quận Ba Đình', [0]),
    ]);
    expect(rowsOf(report.remarks)).toEqual({
      'known already': { count: 1, rows: [1] },
      'contradicts the units of the dataset, which stay unchanged': { count: 1, rows: [2] },
    });
    expect(rowsOf(report.skipped)).toEqual({
      'the ward it became is not in force': { count: 1, rows: [6] },
      'no former ward, district or province': { count: 1, rows: [7] },
    });
    expect(BELOW.formerWards).toHaveLength(7);
  });

  it('adds other names, spelled as elsewhere or without diacritics, with or without a type word', async () => {
    const report = await read(
      'province_key,district_key,ward_key,alias_keyword,source,year\n' +
        [
          'phuongtrucbach,xatanlap',
          'phuongtrucbach,phuong06',
          'phuongtrucbach,p6',
          'phuongtrucbach,xadonghoa',
          'phuongtrucbach,xakhongai',
          'phuongkhongco,xatanlap',
          'phuongtrucbach,tanlap',
          'phuongtrucbach,tanhoa',
        ]
          .map((names) => `thanhphohanoi,quanbadinh,${names},x,\n`)
          .join(''),
    );
    expect(report.formerWards).toEqual([
      former('', 'Xã Tân Lập', 'Quận Ba Đình', [0]),
      former('', 'Xã Dong Hoa', 'Quận Ba Đình', [0]),
      former('', 'Xã Khongai', 'Quận Ba Đình', [0]),
      former('', 'Phường Tân Hòa', 'Quận Ba Đình', [0]),
    ]);
    expect(rowsOf(report.remarks)).toEqual({ 'known already': { count: 3, rows: [2, 3, 7] } });
    expect(rowsOf(report.skipped)).toEqual({
      'the former ward is not known': { count: 1, rows: [6] },
    });
  });

  it('refuses a table of something else', async () => {
    await expect(read('name,lat,lon\n')).rejects.toThrow(/no columns have a former ward/);
  });
});

const REAL = '../shared/data/admin';

describe.skipIf(!existsSync(REAL))(`the lists of ${REAL}, where they are`, () => {
  it('are known to the starter but for names of wards that it has not', async () => {
    const { openAdminDataset } = await import('../../engine/gazetteer/units/open-admin-dataset.ts');
    const starter = await openAdminDataset('fixtures/starter');
    const wards = await readFormerWards(join(REAL, 'legacy-to-2025-wards.csv'), starter);
    expect(wards.rows).toBe(10_602);
    expect(wards.formerWards).toEqual([]);
    expect(wards.remarks.get('dataset.knownAlready')?.count).toBeGreaterThan(10_500);
    const aliases = await readFormerWards(join(REAL, 'legacy-ward-aliases.csv'), starter);
    expect(aliases.used).toBeGreaterThan(3800);
    // Of two wards of one district without diacritics, Long Thành and Long Thạnh.
    expect([...new Set(aliases.formerWards.map(({ fullName }) => fullName))]).toEqual(['Xã Long Thanh']);
    for (const added of [...wards.formerWards, ...aliases.formerWards]) {
      expect(added.wards.length).toBeGreaterThan(0);
      expect(added.wards.every((index) => starter.wards[index] !== undefined)).toBe(true);
      expect(added.fullName).toMatch(/^(Phường|Xã|Thị trấn) \S/);
    }
  });
});
