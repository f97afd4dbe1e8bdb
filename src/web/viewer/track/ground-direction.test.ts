import { describe, expect, it } from 'vitest';
import { groundDirection, splitNear } from './ground-direction.ts';

const METER = 1 / 111_195;

describe('the direction to the ground', () => {
  it('is down by the height of the camera', () => {
    const { yaw, pitch } = groundDirection([0, 0], [2.2 * METER, 0], 2.2);
    expect(yaw).toBeCloseTo(Math.PI / 2, 6);
    expect(pitch).toBeCloseTo(-Math.PI / 4, 3);
  });

  it('uses heights only where both are known', () => {
    const flat = groundDirection([0, 0, 30], [0, 10 * METER], 2);
    expect(flat.pitch).toBeCloseTo(Math.atan2(-2, 10), 3);
    expect(groundDirection([0, 0, 30], [0, 10 * METER, 32], 2).pitch).toBeCloseTo(0, 3);
  });
});

describe('the near parts of a line', () => {
  it('have the middle of a long segment that passes by', () => {
    const parts = splitNear(
      [0, 0],
      [
        [-500 * METER, 5 * METER],
        [500 * METER, 5 * METER],
      ],
    );
    expect(parts).toHaveLength(1);
    const [first, last] = [parts[0]![0]!, parts[0]!.at(-1)!];
    expect(first[0]).toBeGreaterThan(-101 * METER);
    expect(last[0]).toBeLessThan(101 * METER);
    expect(last[0] - first[0]).toBeGreaterThan(150 * METER);
  });

  it('are apart where the line goes away in between', () => {
    const path: [number, number][] = [0, 50, 300, 50, 0].map((meters) => [meters * METER, 0]);
    expect(splitNear([0, 0], path)).toHaveLength(2);
    expect(splitNear([1, 1], path)).toEqual([]);
  });
});
