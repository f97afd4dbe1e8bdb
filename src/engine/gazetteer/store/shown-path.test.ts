import { describe, expect, it } from 'vitest';
import { foldHouseNumber, shownPath } from './shown-path.ts';

/** `12/3/45a`, `47-49`. */
const keyOf = (path: ReturnType<typeof shownPath>) =>
  path.map(({ number, letter, upTo }) => `${number}${letter}${upTo > number ? `-${upTo}` : ''}`).join('/');

describe('shownPath', () => {
  it.each([
    ['12', '12'],
    ['12A', '12a'],
    ['Số 12', '12'],
    ['số nhà 12 / 3', '12/3'],
    ['47 - 49', '47-49'],
    ['12/3/45A', '12/3/45a'],
    ['12;14', '12'],
    ['12, 14, 16', '12'],
    ['12 (tầng 2)', '12'],
    ['12A1', '12a1'],
    ['K12/H5', '12/5'],
    ['BT1-02', '1-2'],
    ['Lô A', ''],
    ['', ''],
  ])('reads %s', (text, key) => {
    expect(keyOf(shownPath(text))).toBe(key);
  });

  it('folds what is the same number', () => {
    expect(new Set(['12 / 3a', '12/3A', 'số 12/3A', ' 12/3a '].map(foldHouseNumber)).size).toBe(1);
  });
});
