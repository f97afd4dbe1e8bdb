import { describe, expect, it } from 'vitest';
import { unreachableStops } from './unreachable-stops.ts';

/** Parses a matrix: `.` for a route, `x` for none. */
const matrix = (...rows: string[]) =>
  Float64Array.from(rows.join(''), (cell) => (cell === 'x' ? Infinity : 1));

describe('unreachableStops', () => {
  it('returns the one stop of an island, not the others', () => {
    expect(unreachableStops(3, matrix('.x.', 'x.x', '.x.'))).toEqual([1]);
  });

  it('returns the smaller of two groups, and the later of two of one size', () => {
    expect(unreachableStops(5, matrix('..x.x', '..x.x', 'xx.x.', '..x.x', 'xx.x.'))).toEqual([2, 4]);
    expect(unreachableStops(4, matrix('.x.x', 'x.x.', '.x.x', 'x.x.'))).toEqual([1, 3]);
  });

  it('returns a stop without a route back', () => {
    expect(unreachableStops(3, matrix('...', 'x.x', '...'))).toEqual([1]);
  });

  it('returns nothing if all stops are connected', () => {
    expect(unreachableStops(2, matrix('..', '..'))).toEqual([]);
  });
});
