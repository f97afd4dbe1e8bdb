import { describe, expect, it } from 'vitest';
import { ofTheDay } from '../../../../test/support/of-the-day.ts';
import { randomDay } from '../../../../test/support/random-days.ts';
import { faultsOfPlan } from './simulate-tours.ts';
import { planFleet } from './plan-fleet.ts';

/** 10,000 days with windows, breaks, midnight: a hundredth each day, all of them by GEOMILL_DAY=all. */
const SEEDS = ofTheDay(
  Array.from({ length: 10_000 }, (_, at) => at + 1),
  100,
);

describe('plans of random days', () => {
  it('pass the second simulation', { timeout: 3_600_000 }, () => {
    let served = 0;
    for (const seed of SEEDS) {
      const day = randomDay(seed);
      const plan = planFleet(day, { effort: 0.1 });
      expect(faultsOfPlan(day, plan), `day ${seed}`).toEqual([]);
      served += plan.tours.reduce((sum, { places }) => sum + places.length - 2, 0);
    }
    expect(served).toBeGreaterThan(SEEDS.length * 2);
  });
});
