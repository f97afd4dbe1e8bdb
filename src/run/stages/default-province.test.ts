import { describe, expect, it } from 'vitest';
import { namesProvince, withDefaultProvince } from './default-province.ts';

describe('namesProvince', () => {
  it.each([
    '86 Bát Đàn, Hoàn Kiếm, Hà Nội',
    '86 Bat Dan Hoan Kiem Ha Noi',
    '12 Lê Lợi, Quận 1, TP.HCM',
    '12 Lê Lợi, Quận 1, Sài Gòn, Việt Nam',
    'Tỉnh Hà Giang, Huyện Mèo Vạc',
    'Phường Bến Nghé, Thành phố Hồ Chí Minh, Vietnam',
    'Xã Long Sơn, Bà Rịa - Vũng Tàu',
  ])('is true for %s', (text) => {
    expect(namesProvince(text)).toBe(true);
  });

  it.each([
    '86 Bát Đàn, Hoàn Kiếm',
    '12 Xa lộ Hà Nội, Thảo Điền',
    '12 Xa lộ Hà Nội',
    '3 Phố Huế',
    'Phường Hòa Bình, Biên Hòa',
    '',
  ])('is false for %s', (text) => {
    expect(namesProvince(text)).toBe(false);
  });
});

describe('withDefaultProvince', () => {
  it('completes a text without a province only', () => {
    expect(withDefaultProvince('86 Bát Đàn', 'Hà Nội')).toBe('86 Bát Đàn, Hà Nội');
    expect(withDefaultProvince('86 Bát Đàn, Huế', 'Hà Nội')).toBe('86 Bát Đàn, Huế');
    expect(withDefaultProvince('86 Bát Đàn', undefined)).toBe('86 Bát Đàn');
  });
});
