import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../base/seeded-random.ts';
import { readFleetInstance } from '../../../../test/support/fleet-instances.ts';
import { problemOf, travelTimes, vehicleOf } from '../../../../test/support/fleet-problems.ts';
import type { FleetPlan, FleetProblem, Vehicle } from './fleet-problem.ts';
import { planFleet } from './plan-fleet.ts';
import { faultsOfPlan } from './simulate-tours.ts';

/** A problem with as many vehicles as given, alike. */
function madeUp(count: number, seed: number, vehicles = 3, vehicle: Partial<Vehicle> = {}): FleetProblem {
  return problemOf(
    count,
    travelTimes(count, seed),
    Array.from({ length: vehicles }, () => vehicleOf(count, vehicle)),
  );
}

const served = ({ tours }: FleetPlan) =>
  tours.flatMap(({ places }) => places.slice(1, -1).filter((place) => place !== 0));

describe('planFleet', () => {
  it('keeps capacity, windows and the latest return, and accounts for every stop', () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const random = createSeededRandom(seed);
      const count = 10 + random.below(25);
      const problem = madeUp(count, seed, 4, { capacity: [20], until: 30_000 });
      const windows = problem.windows.map(() => [] as { from: number; until: number }[]);
      problem.windows = windows;
      for (let stop = 1; stop < count - 1; stop += 1) {
        problem.demand[stop] = 1 + random.below(6);
        problem.service[stop] = random.below(600);
        const from = random.below(7200);
        windows[stop]!.push({ from, until: from + 1800 + random.below(9000) });
      }
      const plan = planFleet(problem, { seed, effort: 0.2 });
      expect(faultsOfPlan(problem, plan)).toEqual([]);
      expect(planFleet(problem, { seed, effort: 0.2 })).toEqual(plan);
    }
  });

  it('names what it cannot serve, with the reason', () => {
    const problem = madeUp(8, 1, 1, { capacity: [10], until: 80_000 });
    problem.demand.fill(2, 1, 7);
    problem.demand[1] = 11;
    problem.windows = problem.windows.map((_, at) => (at === 2 ? [{ from: 0, until: 1 }] : []));
    for (let other = 0; other < 8; other += 1) problem.seconds[other * 8 + 3] = Infinity;
    problem.service[4] = 90_000;
    expect(planFleet(problem).unserved).toEqual([
      { stop: 1, reason: 'demand' },
      { stop: 2, reason: 'window' },
      { stop: 3, reason: 'unreachable' },
      { stop: 4, reason: 'duration' },
    ]);
  });

  it('says that the fleet is too small', () => {
    const problem = madeUp(12, 2, 2, { capacity: [4] });
    problem.demand.fill(1, 1, 11);
    const plan = planFleet(problem);
    expect(served(plan)).toHaveLength(8);
    expect(plan.unserved.map(({ reason }) => reason)).toEqual(['fleet', 'fleet']);
  });

  it('is the same within a bound that it does not need, and as complete within one that it does', () => {
    const problem = madeUp(40, 5, 6, { capacity: [20] });
    problem.demand.fill(3, 1, 39);
    const whole = planFleet(problem);
    expect(planFleet({ ...problem, mostWork: 40 * 600_000 })).toEqual(whole);
    for (const [share, longer] of [
      [10_000, 1.05],
      [2000, 1.15],
    ] as const) {
      const bounded = planFleet({ ...problem, mostWork: 40 * share });
      expect(faultsOfPlan(problem, bounded)).toEqual([]);
      expect(bounded.unserved).toHaveLength(whole.unserved.length);
      expect(bounded.cost).toBeLessThan(whole.cost * longer);
    }
    // A bound that ended nothing would give the same tours.
    expect(planFleet({ ...problem, mostWork: 40 })).not.toEqual(whole);
  });

  it.each([2, 3, 4])('plans %i places', (count) => {
    const plan = planFleet(madeUp(count, 1));
    expect(served(plan)).toHaveLength(count - 2);
    expect(plan.unserved).toEqual([]);
  });
});

const FOLDER = '../shared/data/tsp';

describe.skipIf(!existsSync(FOLDER))('public instances (skipped where ../shared/data is absent)', () => {
  it.each([
    ['X-n101-k25.vrp', 0.3, 1.03],
    ['SmallShipments.txt', 1, 1],
    ['X115-HVRP.vrp', 1, 1.04],
  ])('%s is planned within a few percent of its solution', (file, effort, gap) => {
    const { problem, best } = readFleetInstance(FOLDER, file)!;
    const plan = planFleet(problem, { effort });
    expect(faultsOfPlan(problem, plan)).toEqual([]);
    expect(plan.unserved).toEqual([]);
    expect(plan.cost).toBeLessThanOrEqual(best * gap);
  });
});
