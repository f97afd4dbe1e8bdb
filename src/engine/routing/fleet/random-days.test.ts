import { describe, expect, it } from 'vitest';
import { randomDay } from '../../../../test/support/random-days.ts';
import { faultsOfPlan } from './simulate-tours.ts';
import { planFleet } from './plan-fleet.ts';

/** 10,000 days: GEOMILL_DAYS=10000. */
const DAYS = Number(process.env.GEOMILL_DAYS ?? 200);

describe('plans of random days', () => {
  it('pass the second simulation', { timeout: 600_000 }, () => {
    let served = 0;
    for (let seed = 1; seed <= DAYS; seed += 1) {
      const day = randomDay(seed);
      const plan = planFleet(day, { effort: 0.1 });
      expect(faultsOfPlan(day, plan), `day ${seed}`).toEqual([]);
      served += plan.tours.reduce((sum, { places }) => sum + places.length - 2, 0);
    }
    expect(served).toBeGreaterThan(DAYS * 2);
  });
});
