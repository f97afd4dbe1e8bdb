import { describe, expect, it } from 'vitest';
import { isQuarterName, streetKey } from './street-key.ts';

describe('streetKey', () => {
  it.each([
    [
      'Lê Lợi',
      [
        'Đường Lê Lợi',
        'Phố Lê Lợi',
        'Lê Lợi',
        'LE LOI',
        'Le Loi Street',
        'Đ. Lê Lợi',
        'đường phố Lê Lợi',
        'Le Loi St.',
      ],
    ],
    [
      'a date',
      [
        'Đường 3/2',
        '3 Tháng 2',
        'Ba Tháng Hai',
        'đường 3 tháng 2',
        'Đường 03/02',
        '3-2',
        '3.2',
        'Đường mùng 3 tháng 2',
      ],
    ],
    ['30/4', ['30/4', 'Đường 30 Tháng 4', 'Ba Mươi Tháng Tư', '30-4 Street']],
    ['a number', ['Đường số 5', 'Đường 5', 'Street 5', 'Số 5', 'Đường Số 05', 'Street No. 5']],
    ['a month', ['Cách Mạng Tháng Tám', 'Đường Cách Mạng Tháng 8', 'CÁCH MẠNG THÁNG 8']],
    ['an alley', ['Ngõ 12 Phố Huế', 'ngõ 12 Huế']],
    ['y and i', ['Phố Lý Thường Kiệt', 'Lí Thường Kiệt']],
    ['one form', ['Phố Huế', 'Phố Huế'.normalize('NFD')]],
  ])('gives one key to the spellings of %s', (_, names) => {
    expect(new Set(names.map(streetKey)).size).toBe(1);
  });

  it('keeps apart what is another street', () => {
    const names = [
      ...[
        'Lê Lợi',
        'Đại lộ Lê Lợi',
        'Ngõ 12 Lê Lợi',
        'Hẻm 12 Lê Lợi',
        'Ngõ 1 2',
        'Ngõ 12',
        'Quốc lộ 1',
        'Đường số 1',
      ],
      ...[
        'Đường 3/2',
        'Đường 2/3',
        'Đường D2',
        'Đường 2',
        'Đường 2A',
        'Tháng 2',
        'Đường 23',
        'Hẻm 3/2',
        'Đường Nam Tháng Mười Lăm',
      ],
    ];
    expect(new Set(names.map(streetKey)).size).toBe(names.length);
  });

  it('keeps a name that is nothing but a type word', () => {
    expect(['Phố', 'Đường', 'Street'].map(streetKey)).toEqual(['pho', 'duong', 'street']);
    expect(streetKey('…')).toBe('');
  });
});

describe('isQuarterName', () => {
  it('knows hamlets, quarters and groups, and no streets', () => {
    for (const name of [
      'Thôn Đông',
      'Ấp 3',
      'KP2',
      'kp. 2',
      'Tổ dân phố số 4',
      'Khu phố 5',
      'Xóm Mới',
      'thon 5',
    ])
      expect(isQuarterName(name), name).toBe(true);
    for (const name of [
      'Bàn Cờ',
      'Đường Láng',
      'Tổng Đốc Phương',
      'Khuông Việt',
      'Phố Huế',
      'Apollo',
      'Lê Lợi',
    ])
      expect(isQuarterName(name), name).toBe(false);
  });
});
