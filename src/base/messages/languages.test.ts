import { expect, it } from 'vitest';
import { firstLanguage } from './languages.ts';

it('takes the first language that has texts', () => {
  expect(firstLanguage(['fr-FR', 'vi-VN', 'en'])).toBe('vi');
  expect(firstLanguage(['EN-us', 'vi'])).toBe('en');
  expect(firstLanguage([undefined, ' vi;q=0.8'])).toBe('vi');
});

it('takes English where none of them has texts', () => {
  expect(firstLanguage([])).toBe('en');
  expect(firstLanguage(['fr', '', undefined])).toBe('en');
});
