import { describe, expect, it } from 'vitest';
import type { LabelledAddress } from '../../test/bench/accuracy-data.ts';
import { createSeveralRecords } from './several-records.ts';

function house(key: string, text: string, lat: number, wardCode: string): LabelledAddress {
  const position = { lat, lon: 106.7 };
  const [number = '', ...words] = (text.split(', ')[0] ?? '').split(' ');
  const street = words.join(' ');
  const feature = { kind: 'house' as const, key, number, street, units: {}, position };
  return { key, house: feature, text, street, position, wardCode, isIndexed: false };
}

function place(key: string, text: string, lat: number, wardCode: string): LabelledAddress {
  return { key, text, street: '', position: { lat, lon: 106.7 }, wardCode, isIndexed: false };
}

describe('createSeveralRecords', () => {
  const near = house('a', '12 Lê Lợi, Phường Một, Thành phố Hồ Chí Minh', 10.77, '1');
  const twin = house('b', '12 Đường Lê Lợi, Phường Một, Thành phố Hồ Chí Minh', 10.775, '1');
  const next = house('c', '14 Lê Lợi, Phường Một, Thành phố Hồ Chí Minh', 10.77, '1');
  const same = house('d', '14 Lê Lợi, Phường Một, Thành phố Hồ Chí Minh', 10.7705, '1');
  const other = house('e', '16 Lê Lợi, Phường Một, Thành phố Hồ Chí Minh', 10.77, '1');
  const across = house('f', '16 Lê Lợi, Phường Hai, Thành phố Hồ Chí Minh', 10.78, '2');
  const shop = place('g', 'ATM, Phường Một, Thành phố Hồ Chí Minh', 10.77, '1');
  const chain = place('h', 'ATM, Phường Hai, Thành phố Hồ Chí Minh', 10.9, '2');
  const fits = createSeveralRecords([near, twin, next, same, other, across, shop, chain]);

  it('finds a number that the source has at two positions of one street', () => {
    expect(fits(near, 'as written')).toBe(true);
    expect(fits(twin, 'as written')).toBe(true);
  });

  it('leaves records that are as near as a right answer', () => {
    expect(fits(next, 'as written')).toBe(false);
  });

  it('tells records in different wards apart if the ward is named', () => {
    expect(fits(other, 'as written')).toBe(false);
    expect(fits(other, 'missing unit')).toBe(true);
    expect(fits(shop, 'as written')).toBe(false);
    expect(fits(shop, 'missing unit')).toBe(true);
  });
});
