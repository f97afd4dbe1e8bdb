import fc from 'fast-check';
import { constructCell, getBaseCellNumber, getIndexDigit } from 'h3-js';
import { describe, expect, it } from 'vitest';
import {
  baseCellOf,
  cellAt,
  cellCenter,
  cellResolution,
  digitAt,
  isCell,
  isResolution,
  splitCell,
} from './h3.ts';

const position = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
});
const resolution = fc.integer({ min: 0, max: 15 });

describe('cellAt and cellCenter', () => {
  it('take latitude first', () => {
    expect(cellAt({ lat: 20.990396, lon: 105.868825 }, 13)).toBe('8d415cb4520b53f');
    const { lat, lon } = cellCenter('8b415cb4520bfff');
    // The service prints 20.99029428701167, the neighbouring double: its degrees come from other arithmetic.
    expect(lat).toBeCloseTo(20.99029428701167, 13);
    expect(lon).toBe(105.86868969733383);
  });

  it.each([
    [0, 0],
    [90, 0],
    [-90, 0],
    [0, 180],
    [0, -180],
  ])('work at the edge %d/%d at every resolution', (lat, lon) => {
    for (let r = 0; r <= 15; r++) {
      const cell = cellAt({ lat, lon }, r);
      expect(cellResolution(cell)).toBe(r);
      expect(cellAt(cellCenter(cell), r)).toBe(cell);
    }
  });

  it('put both sides of the date line in one cell', () => {
    expect(cellAt({ lat: 12, lon: 180 }, 15)).toBe(cellAt({ lat: 12, lon: -180 }, 15));
  });

  it.each([
    [90.1, 0],
    [0, 180.1],
    [NaN, 0],
    [0, -Infinity],
  ])('refuse the position %d/%d', (lat, lon) => {
    expect(() => cellAt({ lat, lon }, 9)).toThrow(RangeError);
  });

  it.each([-1, 16, 1.5, NaN])('refuse the resolution %d', (r) => {
    expect(() => cellAt({ lat: 0, lon: 0 }, r)).toThrow(/resolution must be a whole number from 0 to 15/);
  });
});

describe('isCell', () => {
  it.each([
    ['a cell of resolution 13', '8d415cb4520b53f', true],
    ['upper case', '8D415CB4520B53F', false],
    ['a leading zero', '08d415cb4520b53f', false],
    ['a digit 7 in use', '8d415cb4520bf3f', false],
    ['an unused digit that is not 7', '8d415cb4520b53e', false],
    ['base cell 122', '80f5fffffffffff', false],
    ['the deleted direction of a pentagon', '81087ffffffffff', false],
    ['a directed edge', '12d415cb4520b53f', false],
    ['nothing', '', false],
  ])('judges %s', (_name, text, expected) => {
    expect(isCell(text)).toBe(expected);
  });
});

describe('isResolution', () => {
  it.each([0, 15])('accepts %d', (value) => expect(isResolution(value)).toBe(true));
  it.each([-1, 16, 0.5, NaN, '5', undefined])('refuses %s', (value) =>
    expect(isResolution(value)).toBe(false),
  );
});

describe('splitCell, baseCellOf and digitAt', () => {
  it('agree with h3-js at every resolution', () => {
    fc.assert(
      fc.property(position, resolution, (at, r) => {
        const cell = cellAt(at, r);
        const { high, low } = splitCell(cell);
        expect(baseCellOf(high)).toBe(getBaseCellNumber(cell));
        for (let digit = 1; digit <= 15; digit++) {
          expect(digitAt(high, low, digit)).toBe(digit <= r ? getIndexDigit(cell, digit) : 7);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('read the digit that lies across the halves', () => {
    for (let digit = 0; digit <= 6; digit++) {
      const { high, low } = splitCell(constructCell(32, [0, 0, 0, 0, digit], 5));
      expect(digitAt(high, low, 5)).toBe(digit);
    }
  });
});
