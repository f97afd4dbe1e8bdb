import { describe, expect, it } from 'vitest';
import { cleanHouseNumber, splitAddressLine, type AddressLine } from './address-line.ts';

describe('splitAddressLine', () => {
  it.each<[string, AddressLine]>([
    [
      '131 Đường Hồng Hà, Ba Đình, Hà Nội',
      { number: '131', street: 'Đường Hồng Hà', units: { district: 'Ba Đình', province: 'Hà Nội' } },
    ],
    [
      '5 Phố Xã Đàn, Đống Đa, Hà Nội',
      { number: '5', street: 'Phố Xã Đàn', units: { district: 'Đống Đa', province: 'Hà Nội' } },
    ],
    [
      'Số 5, ngõ 12, đường Láng, Đống Đa, Hà Nội',
      { number: '5', street: 'ngõ 12 đường Láng', units: { district: 'Đống Đa', province: 'Hà Nội' } },
    ],
    [
      '40 Ngõ 1 Phạm Tuấn Tài, Quận Cầu Giấy, Hà Nội',
      {
        number: '40',
        street: 'Ngõ 1 Phạm Tuấn Tài',
        units: { district: 'Quận Cầu Giấy', province: 'Hà Nội' },
      },
    ],
    [
      'Tòa nhà ABC, 12 Lê Lợi, P. Bến Nghé, Q.1, TP.HCM',
      {
        name: 'Tòa nhà ABC',
        number: '12',
        street: 'Lê Lợi',
        units: { ward: 'P. Bến Nghé', district: 'Q.1', province: 'TP.HCM' },
      },
    ],
    [
      'Căn hộ 5.12, 300 Bến Chương Dương, P. Cầu Kho',
      {
        name: 'Căn hộ 5.12',
        number: '300',
        street: 'Bến Chương Dương',
        units: { ward: 'P. Cầu Kho' },
      },
    ],
    [
      '47 - 49 Lê Lợi Phường Bến Nghé Quận 1',
      { number: '47-49', street: 'Lê Lợi', units: { ward: 'Phường Bến Nghé', district: 'Quận 1' } },
    ],
    [
      '12A/5 Đường 3/2, Phường 12, Quận 10, Thành phố Hồ Chí Minh 700000, Việt Nam',
      {
        number: '12A/5',
        street: 'Đường 3/2',
        units: { ward: 'Phường 12', district: 'Quận 10', province: 'Thành phố Hồ Chí Minh' },
        postcode: '700000',
      },
    ],
    [
      'K12/H5 Ông Ích Khiêm, Hải Châu, Đà Nẵng',
      {
        number: 'K12/H5',
        street: 'Ông Ích Khiêm',
        units: { district: 'Hải Châu', province: 'Đà Nẵng' },
      },
    ],
    ['12 A Lê Lợi', { number: '12A', street: 'Lê Lợi', units: {} }],
    ['12 Đ. Lê Lợi, Huế', { number: '12', street: 'Đ. Lê Lợi', units: { province: 'Huế' } }],
    [
      '12, Lê Lợi, TP Vinh, Nghệ An',
      { number: '12', street: 'Lê Lợi', units: { district: 'TP Vinh', province: 'Nghệ An' } },
    ],
    [
      '56 Lê Lợi, Xã Tân Phú Trung, Củ Chi, TPHCM',
      {
        number: '56',
        street: 'Lê Lợi',
        units: { ward: 'Xã Tân Phú Trung', district: 'Củ Chi', province: 'TPHCM' },
      },
    ],
    ['24 Quang Trung, Hoàn Kiếm', { number: '24', street: 'Quang Trung', units: { district: 'Hoàn Kiếm' } }],
    [
      '1 Công xã Paris, Hồ Chí Minh',
      { number: '1', street: 'Công xã Paris', units: { province: 'Hồ Chí Minh' } },
    ],
    ['Đường 3/2, Q10', { street: 'Đường 3/2', units: { district: 'Q10' } }],
    ['P.10, Q.5', { units: { ward: 'P.10', district: 'Q.5' } }],
    ['12', { number: '12', units: {} }],
    ['', { units: {} }],
    ['…, Quận 5', { units: { district: 'Quận 5' } }],
  ])('parts %s', (line, parts) => {
    expect(splitAddressLine(line)).toEqual(parts);
  });

  it('reads decomposed letters too', () => {
    const line = '131 Đường Hồng Hà, Phường Phúc Xá Quận Ba Đình'.normalize('NFD');
    const { number, units } = splitAddressLine(line);
    expect(number).toBe('131');
    expect(units.ward?.normalize('NFC')).toBe('Phường Phúc Xá');
    expect(units.district?.normalize('NFC')).toBe('Quận Ba Đình');
  });
});

describe('cleanHouseNumber', () => {
  it.each([
    ['12', '12'],
    ['12/3/45A', '12/3/45A'],
    ['Số 12', '12'],
    ['số nhà 7B', '7B'],
    ['47 - 49', '47-49'],
    ['12 B', '12B'],
    ['K12/H5', 'K12/H5'],
    ['12 ngõ 5', undefined],
    ['Q5', undefined],
    ['không số', undefined],
    ['1/2/3/4/5/6/7', undefined],
    ['', undefined],
  ])('reads %j as %j', (text, number) => {
    expect(cleanHouseNumber(text)).toBe(number);
  });
});
