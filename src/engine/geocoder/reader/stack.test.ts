import { describe, expect, it } from 'vitest';
import type { Reading } from './find-names.ts';
import { countNamesakes, createStack, type Stack } from './stack.ts';

const reading = (start: number, end: number): Reading => ({ start, end }) as Reading;
/** A ward that a stack reads from the words given, over base wards from `at` on. */
function ward(at: number, words: Reading, province?: Reading): Stack {
  const unit = { ranges: Int32Array.of(at, at + 2) } as Stack['unit'];
  return createStack(unit, 1, words, undefined, province);
}

describe('countNamesakes', () => {
  const [words, province] = [reading(0, 2), reading(3, 5)];
  const own = ward(10, words);

  it('counts the units elsewhere that the same words can mean', () => {
    expect(countNamesakes(own, [own, ward(20, words), ward(30, reading(0, 2))])).toBe(2);
  });

  it('counts neither a unit of the same area nor one of other words', () => {
    expect(countNamesakes(own, [own, ward(11, words), ward(20, reading(0, 1))])).toBe(0);
  });

  it('counts no unit that lacks the province which the words name', () => {
    const inProvince = ward(10, words, province);
    expect(countNamesakes(inProvince, [inProvince, ward(20, words)])).toBe(0);
  });
});
