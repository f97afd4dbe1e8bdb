import { describe, expect, it } from 'vitest';
import { isLatitude, isLongitude, isPosition } from './position.ts';

describe('isPosition', () => {
  it.each([
    [0, 0],
    [90, 180],
    [-90, -180],
    [-0, -0],
    [20.990396, 105.868825],
  ])('accepts %f/%f', (lat, lon) => {
    expect(isPosition({ lat, lon })).toBe(true);
  });

  it.each([
    ['latitude past the pole', { lat: 90.000001, lon: 0 }],
    ['longitude past the date line', { lat: 0, lon: -180.000001 }],
    ['swapped Hanoi', { lat: 105.868825, lon: 20.990396 }],
    ['NaN', { lat: NaN, lon: 0 }],
    ['infinity', { lat: 0, lon: Infinity }],
    ['text', { lat: '20', lon: '105' }],
    ['a missing member', { lat: 20 }],
    ['an array', [20, 105]],
    ['null', null],
    ['undefined', undefined],
  ])('refuses %s', (_name, value) => {
    expect(isPosition(value)).toBe(false);
  });
});

describe('isLatitude and isLongitude', () => {
  it('differ between 90 and 180', () => {
    expect([isLatitude(90), isLatitude(90.1), isLatitude(180)]).toEqual([true, false, false]);
    expect([isLongitude(90.1), isLongitude(180), isLongitude(180.1)]).toEqual([true, true, false]);
  });
});
