import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../../../base/errors/geomill-error.ts';
import { categoryNumber } from '../../gazetteer/categories/categories.ts';
import { readCategoryParameter } from './category-parameter.ts';

function refusal(text: string): string {
  try {
    readCategoryParameter(text);
  } catch (error) {
    if (isGeomillError(error, 'INVALID_REQUEST')) return error.message;
  }
  return 'not refused';
}

describe('readCategoryParameter', () => {
  it('reads slugs and words', () => {
    expect(readCategoryParameter('atm, Ngân hàng')).toEqual([categoryNumber('atm'), categoryNumber('bank')]);
  });

  it.each([
    ['hopsital', /"hopsital".*did you mean hospital/],
    ['atm,ngan hangg', /"ngan hangg".*bank/],
    ['zzzzzzzzzzzz', /no known category; use a category such as/],
    ['🙂', /no known category/],
    [' , ,', /no category given/],
    ['x'.repeat(10_000), /x…" is no known category/],
  ])('rejects %.20s', (text, message) => {
    const said = refusal(text);
    expect(said).toMatch(message);
    expect(said.length).toBeLessThan(200);
  });
});
