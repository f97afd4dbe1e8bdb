import { describe, expect, it } from 'vitest';
import { heading, radians } from './view-angles.ts';

describe('heading', () => {
  it.each([
    [0, 0],
    [Math.PI / 2, 90],
    [-Math.PI / 2, 270],
    [2 * Math.PI, 0],
    [-2 * Math.PI, 0],
  ])('of a yaw of %d is %d', (yaw, degrees) => {
    expect(heading(yaw)).toBeCloseTo(degrees, 9);
  });

  it('is the yaw of a heading', () => {
    expect(heading(radians(359.5))).toBeCloseTo(359.5, 9);
  });
});
