import { describe, expect, it } from 'vitest';
import { boxOf, flagOf, integerOf, isInBox, numberOf, positionOf, textOf, type RawQuery } from './query.ts';

describe('the parameters of a dialect', () => {
  it('are read by kind', () => {
    const query: RawQuery = { a: '1.5', b: '2', c: '', d: 'false', e: 'True', lat: '0', lon: '-0.5' };
    expect(numberOf(query, 'a')).toBe(1.5);
    expect(integerOf(query, 'b', { min: 1, max: 2 })).toBe(2);
    expect(textOf(query, 'c')).toBeUndefined();
    expect([flagOf(query, 'd', true), flagOf(query, 'e', false), flagOf(query, 'x', true)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(positionOf(query)).toEqual({ lat: 0, lon: -0.5 });
  });

  it('are refused with their name', () => {
    expect(() => textOf({ q: ['a', 'b'] }, 'q')).toThrow(/'q' is given 2 times/);
    expect(() => numberOf({ lat: '0x10' }, 'lat')).toThrow(/'lat' must be a number/);
    expect(() => numberOf({ lat: '91' }, 'lat', { min: -90, max: 90 })).toThrow(/from -90 to 90/);
    expect(() => integerOf({ limit: '1.5' }, 'limit')).toThrow(/whole number/);
    expect(() => positionOf({ lat: '1' })).toThrow(/'lon' is missing/);
    for (const bbox of ['1,2,3', '1,2,3,4,5', '1,2,3,91', '181,2,3,4', 'a,b,c,d', '1,,3,4'])
      expect(() => boxOf({ bbox }, 'bbox'), bbox).toThrow(/'bbox' must be the two corners/);
  });

  it('accept any two corners of a box', () => {
    const box = { minLat: 10, maxLat: 11, minLon: 106, maxLon: 107 };
    expect(boxOf({ b: '107,10,106,11' }, 'b')).toEqual(box);
    expect(isInBox({ lat: 11, lon: 106 }, box)).toBe(true);
    expect(isInBox({ lat: 11.001, lon: 106 }, box)).toBe(false);
  });
});
