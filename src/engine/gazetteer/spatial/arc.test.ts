import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../test/bench/random.ts';
import { arcRiseUnits, newVector, positionOfVector, setBetween, setVector } from './arc.ts';

const DEGREE = 1e7;

/** The highest latitude on an arc, by looking at many of its points. */
function highestOn(latA: number, lonA: number, latB: number, lonB: number): number {
  const [from, to, at] = [newVector(), newVector(), newVector()];
  setVector(from, latA, lonA);
  setVector(to, latB, lonB);
  let highest = -90;
  for (let step = 0; step <= 400; step += 1) {
    setBetween(at, from, to, step / 400);
    highest = Math.max(highest, positionOfVector(at).lat);
  }
  return highest;
}

describe('arcRiseUnits', () => {
  it('is never less than an arc rises above its ends', () => {
    const random = createRandom(3);
    for (let round = 0; round < 3000; round += 1) {
      const [latA, latB] = [random() * 90, random() * 90];
      const span = random() ** 3 * 179;
      const rise = highestOn(latA, 0, latB, span) - Math.max(latA, latB);
      expect(rise * DEGREE).toBeLessThanOrEqual(arcRiseUnits(span * DEGREE) + 1);
    }
  });

  it.each([0.01, 1, 10, 28])('is close to what an arc of %d degrees at 45 degrees rises', (span) => {
    const rise = (highestOn(45, 0, 45, span) - 45) * DEGREE;
    expect(rise).toBeGreaterThan(arcRiseUnits(span * DEGREE) * 0.9);
  });
});
