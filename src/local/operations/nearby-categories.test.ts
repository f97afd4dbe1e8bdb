import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../../errors/geomill-error.ts';
import { categoryNumber } from '../../gazetteer/categories/categories.ts';
import { nearbyCategories } from './nearby-categories.ts';

function refusal(text: string): string {
  try {
    nearbyCategories(text);
  } catch (error) {
    if (isGeomillError(error, 'INVALID_REQUEST')) return error.message;
  }
  return 'not refused';
}

describe('nearbyCategories', () => {
  it('reads slugs and words', () => {
    expect(nearbyCategories('atm, Ngân hàng')).toEqual([categoryNumber('atm'), categoryNumber('bank')]);
  });

  it.each([
    ['hopsital', /"hopsital".*did you mean hospital/],
    ['atm,ngan hangg', /"ngan hangg".*bank/],
    ['zzzzzzzzzzzz', /no known category; ask for a kind of place/],
    ['🙂', /no known category/],
    [' , ,', /no category is named/],
    ['x'.repeat(10_000), /x…" is no known category/],
  ])('refuses %.20s', (text, message) => {
    const said = refusal(text);
    expect(said).toMatch(message);
    expect(said.length).toBeLessThan(200);
  });
});
