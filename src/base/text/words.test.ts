import { describe, expect, it } from 'vitest';
import { diacriticKey, hasDiacritics } from './diacritics.ts';
import { editDistance } from './edit-distance.ts';
import { isTrailingStreetWord, placeWordAt } from './place-words.ts';
import { PROVINCE_ALIASES } from './unit-aliases.ts';
import { tokenize } from './tokens.ts';
import { DISTRICT, PROVINCE, splitFullName, trailingUnitWordAt, unitWordAt, WARD } from './unit-words.ts';

describe('unit words', () => {
  it.each([
    ['Phường 12', WARD, 1],
    ['P.12', WARD, 1],
    ['f 12', WARD, 1],
    ['Thị trấn Trâu Quỳ', WARD, 2],
    ['Q.1', DISTRICT, 1],
    ['thi xa Sơn Tây', DISTRICT, 2],
    ['TP.Vinh', PROVINCE | DISTRICT, 1],
    ['T.P Vinh', PROVINCE | DISTRICT, 2],
    ['tỉnh Hà Nam', PROVINCE, 1],
    ['Đặc khu Phú Quốc', WARD, 2],
  ])('reads the type of %s', (text, layers, length) => {
    expect(unitWordAt(tokenize(text), 0)).toMatchObject({ layers, length });
  });

  it('reads a type word of two only where no comma parts it', () => {
    expect(unitWordAt(tokenize('thành, phố Huế'), 0)).toBeUndefined();
    expect(trailingUnitWordAt(tokenize('Binh Thanh District'), 2)?.layers).toBe(DISTRICT);
    expect(trailingUnitWordAt(tokenize('Binh Thanh, District 1'), 2)).toBeUndefined();
  });

  it('splits full names, whatever their letters are made of', () => {
    expect(splitFullName('Thị trấn Trâu Quỳ')).toEqual({ type: 'Thị trấn', name: 'Trâu Quỳ' });
    expect(splitFullName('Thành phố Hà Nội'.normalize('NFD'))).toEqual({ type: 'Thành phố', name: 'Hà Nội' });
    expect(splitFullName('Cao Bằng')).toEqual({ type: '', name: 'Cao Bằng' });
    expect(splitFullName('Xã Lý')).toEqual({ type: 'Xã', name: 'Lý' });
  });
});

describe('place words', () => {
  it('knows streets, hamlets and sites', () => {
    expect(placeWordAt(tokenize('Quốc lộ 1A'), 0)).toMatchObject({ kind: 'street', length: 2 });
    expect(placeWordAt(tokenize('xa lộ Hà Nội'), 0)).toMatchObject({ kind: 'street', length: 2 });
    expect(placeWordAt(tokenize('Bệnh viện Đa khoa'), 0)).toMatchObject({ kind: 'site', length: 2 });
    expect(placeWordAt(tokenize('Ba Đình'), 0)).toBeUndefined();
    expect(isTrailingStreetWord(tokenize('Hanoi Highway')[1])).toBe(true);
  });
});

describe('aliases', () => {
  it('has one meaning for each alias', () => {
    const meanings = new Map<string, Set<string>>();
    for (const { key, nameKey } of PROVINCE_ALIASES)
      meanings.set(key, (meanings.get(key) ?? new Set()).add(nameKey));
    expect(PROVINCE_ALIASES.length).toBeGreaterThan(25);
    expect([...meanings].filter(([, names]) => names.size > 1)).toEqual([]);
  });
});

describe('spelling', () => {
  it('compares diacritics whatever the form and the place of the tone', () => {
    expect(diacriticKey('Hoà Bình')).toBe(diacriticKey('Hòa Bình'.normalize('NFD')));
    expect(diacriticKey('Thanh Trì')).not.toBe(diacriticKey('Thạnh Trị'));
    expect(diacriticKey('Đa')).not.toBe(diacriticKey('Da'));
    expect(hasDiacritics('Ha Noi')).toBe(false);
    expect(hasDiacritics('Hà Nội'.normalize('NFD'))).toBe(true);
    expect(diacriticKey('Quốc lộ 1A, Mỹ-Tho')).toBe(diacriticKey('quốc  lộ 1a mỹ tho'.normalize('NFD')));
    expect(diacriticKey('Tân Phú 東京')).toBe(diacriticKey('Tân Phú 東京'.normalize('NFD')));
  });

  it('counts edits up to a bound', () => {
    expect(editDistance('badinh', 'badinh')).toBe(0);
    expect(editDistance('badinh', 'bdainh')).toBe(1);
    expect(editDistance('badinh', 'badin')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(editDistance('kitten', 'sitting', 1)).toBe(2);
  });
});
