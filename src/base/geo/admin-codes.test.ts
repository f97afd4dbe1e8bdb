import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PROVINCES, isAdminCode, provinceByAdminCode } from './admin-codes.ts';

// Section 4.10 of the interface document, as it stands there: code, then the name without diacritics.
const TABLE =
  `TQ Tuyen Quang; CB Cao Bang; LCU Lai Chau; LCI Lao Cai; TN Thai Nguyen; DB Dien Bien; LS Lang Son;
  SL Son La; PT Phu Tho; BN Bac Ninh; QNH Quang Ninh; HN Ha Noi; HP Hai Phong; HY Hung Yen; NB Ninh Binh;
  TH Thanh Hoa; NA Nghe An; HT Ha Tinh; QT Quang Tri; HUE Hue; DNG Da Nang; QNG Quang Ngai; GL Gia Lai;
  DLK Dak Lak; KH Khanh Hoa; LD Lam Dong; DN Dong Nai; TNH Tay Ninh; HCM Ho Chi Minh; DT Dong Thap;
  AG An Giang; VL Vinh Long; CT Can Tho; CM Ca Mau`
    .split(';')
    .map((entry) => /^(\S+) (.+)$/.exec(entry.trim()))
    .map((match) => [match?.[1] ?? '', match?.[2] ?? ''] as const);

const BOUNDARIES = new URL('../../../../shared/data/admin/vn-provinces-2025.ndjson.gz', import.meta.url);

function withoutDiacritics(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/Đ/g, 'D');
}

describe('PROVINCES', () => {
  it('has the 34 codes of the interface document with their names', () => {
    expect(TABLE).toHaveLength(34);
    const ours = PROVINCES.map((province) => [province.adminCode, withoutDiacritics(province.name)]);
    expect(ours.sort()).toEqual([...TABLE].sort());
  });

  it('has unique codes and composed names', () => {
    expect(new Set(PROVINCES.map((province) => province.provinceCode)).size).toBe(34);
    for (const { name } of PROVINCES) expect(name).toBe(name.normalize('NFC'));
  });

  it.skipIf(!existsSync(BOUNDARIES))(
    'has the codes and names of the boundary file (skipped without ../shared/data)',
    () => {
      const official = gunzipSync(readFileSync(BOUNDARIES))
        .toString()
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { properties: { code: string; name: string } }).properties)
        .map(({ code, name }) => [code, name]);
      expect(PROVINCES.map((province) => [province.provinceCode, province.name])).toEqual(official);
    },
  );
});

describe('lookups', () => {
  it('find by the code of forcodes', () => {
    expect(provinceByAdminCode('DN')).toMatchObject({ name: 'Đồng Nai' });
    expect(provinceByAdminCode('DNG')).toMatchObject({ name: 'Đà Nẵng' });
  });

  it('read QN as Quảng Ninh and never write it', () => {
    expect(provinceByAdminCode('QN')).toBe(provinceByAdminCode('QNH'));
    expect([isAdminCode('QN'), isAdminCode('QNH')]).toEqual([false, true]);
  });

  it.each(['', 'XX', 'hn', 'HNVT', '__proto__'])('know nothing of "%s"', (code) => {
    expect([provinceByAdminCode(code), isAdminCode(code)]).toEqual([undefined, false]);
  });
});
