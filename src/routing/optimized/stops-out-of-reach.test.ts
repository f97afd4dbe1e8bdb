import { describe, expect, it } from 'vitest';
import { stopsOutOfReach } from './stops-out-of-reach.ts';

/** Reads a matrix of ways: `.` for a way, `x` for none. */
const matrix = (...rows: string[]) => Float64Array.from(rows.join(''), (way) => (way === 'x' ? Infinity : 1));

describe('stopsOutOfReach', () => {
  it('names the one stop of an island, not those that miss it', () => {
    expect(stopsOutOfReach(3, matrix('.x.', 'x.x', '.x.'))).toEqual([1]);
  });

  it('names the smaller of two groups, and the later of two of one size', () => {
    expect(stopsOutOfReach(5, matrix('..x.x', '..x.x', 'xx.x.', '..x.x', 'xx.x.'))).toEqual([2, 4]);
    expect(stopsOutOfReach(4, matrix('.x.x', 'x.x.', '.x.x', 'x.x.'))).toEqual([1, 3]);
  });

  it('names a stop that nobody comes back from', () => {
    expect(stopsOutOfReach(3, matrix('...', 'x.x', '...'))).toEqual([1]);
  });

  it('names nobody where all reach all', () => {
    expect(stopsOutOfReach(2, matrix('..', '..'))).toEqual([]);
  });
});
