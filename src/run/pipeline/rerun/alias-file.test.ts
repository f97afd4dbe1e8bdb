import { expect, it } from 'vitest';
import { aliasKey } from './alias-file.ts';

it('takes texts as one that differ in case, spaces and composition of letters', () => {
  const text = '12  Lê Lợi, Quận 1';
  expect(aliasKey(` ${text.toUpperCase()} `)).toBe(aliasKey(text));
  expect(aliasKey(text.normalize('NFD'))).toBe(aliasKey(text));
});

it('keeps texts apart that differ in diacritics', () => {
  expect(aliasKey('Xã An Hòa')).not.toBe(aliasKey('Xã An Hoa'));
});
