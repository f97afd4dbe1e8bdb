import { describe, expect, it } from 'vitest';
import { valueAt } from './piecewise-linear.ts';

const curve = { x: [-1, 0, 2], y: [0.1, 0.5, 0.9] };

describe('valueAt', () => {
  it.each([
    [-5, 0.1],
    [-1, 0.1],
    [-0.5, 0.3],
    [0, 0.5],
    [1, 0.7],
    [2, 0.9],
    [9, 0.9],
  ])('at %d is %d', (at, expected) => {
    expect(valueAt(curve, at)).toBeCloseTo(expected, 12);
  });

  it('is constant for one point, and 0 for none', () => {
    expect(valueAt({ x: [3], y: [0.4] }, -7)).toBe(0.4);
    expect(valueAt({ x: [], y: [] }, 1)).toBe(0);
  });
});
