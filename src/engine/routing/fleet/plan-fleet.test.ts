import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../base/seeded-random.ts';
import type { FleetPlan, FleetProblem } from './fleet-problem.ts';
import { planFleet } from './plan-fleet.ts';

function madeUp(count: number, seed: number, limits: Partial<FleetProblem> = {}): FleetProblem {
  const random = createSeededRandom(seed);
  const points = Array.from({ length: count }, () => [random.next() * 3600, random.next() * 3600] as const);
  const seconds = new Float64Array(count * count);
  points.forEach(([x, y], from) =>
    points.forEach(([u, v], to) => (seconds[from * count + to] = Math.hypot(x - u, y - v))),
  );
  return {
    count,
    seconds,
    demand: new Float64Array(count),
    service: new Float64Array(count),
    earliest: new Float64Array(count),
    latest: new Float64Array(count).fill(Infinity),
    vehicles: 3,
    capacity: Infinity,
    ...limits,
  };
}

/** Drives every tour and tells what a driver would complain of. */
function complaints(problem: FleetProblem, { tours, unserved }: FleetPlan): string[] {
  const wrong: string[] = [];
  const seen = [...tours.flat(), ...unserved.map(({ stop }) => stop)].sort((a, b) => a - b);
  const all = Array.from({ length: problem.count - 2 }, (_, at) => at + 1);
  if (seen.join() !== all.join()) wrong.push(`stops ${seen.join()}`);
  if (tours.length > problem.vehicles) wrong.push(`${tours.length} tours`);
  for (const tour of tours) {
    let load = 0;
    let clock = 0;
    let at = 0;
    for (const stop of [...tour, problem.count - 1]) {
      load += problem.demand[stop] as number;
      clock += (problem.service[at] as number) + (problem.seconds[at * problem.count + stop] as number);
      clock = Math.max(clock, problem.earliest[stop] as number);
      if (clock > (problem.latest[stop] as number) + 1e-6) wrong.push(`late at ${stop}`);
      at = stop;
    }
    if (load > problem.capacity) wrong.push(`load ${load}`);
  }
  return wrong;
}

describe('planFleet', () => {
  it('keeps capacity, windows and the latest return, and accounts for every stop', () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const random = createSeededRandom(seed);
      const count = 10 + random.below(25);
      const problem = madeUp(count, seed, { capacity: 20, vehicles: 4 });
      for (let stop = 1; stop < count - 1; stop += 1) {
        problem.demand[stop] = 1 + random.below(6);
        problem.service[stop] = random.below(600);
        problem.earliest[stop] = random.below(7200);
        problem.latest[stop] = (problem.earliest[stop] as number) + 1800 + random.below(9000);
      }
      problem.latest[count - 1] = 30_000;
      const plan = planFleet(problem, { seed, effort: 0.2 });
      expect(complaints(problem, plan)).toEqual([]);
      expect(planFleet(problem, { seed, effort: 0.2 })).toEqual(plan);
    }
  });

  it('names what it cannot serve, with the reason', () => {
    const problem = madeUp(8, 1, { capacity: 10, vehicles: 1 });
    problem.demand.fill(2, 1, 7);
    problem.demand[1] = 11;
    problem.latest[2] = 1;
    for (let other = 0; other < 8; other += 1) problem.seconds[other * 8 + 3] = Infinity;
    problem.service[4] = 90_000;
    problem.latest[7] = 80_000;
    expect(planFleet(problem).unserved).toEqual([
      { stop: 1, reason: 'demand' },
      { stop: 2, reason: 'window' },
      { stop: 3, reason: 'unreachable' },
      { stop: 4, reason: 'duration' },
    ]);
  });

  it('says that the fleet is too small', () => {
    const problem = madeUp(12, 2, { capacity: 4, vehicles: 2 });
    problem.demand.fill(1, 1, 11);
    const { tours, unserved } = planFleet(problem);
    expect(tours.flat()).toHaveLength(8);
    expect(unserved.map(({ reason }) => reason)).toEqual(['fleet', 'fleet']);
  });

  it('is the same within a bound that it does not need, and as complete within one that it does', () => {
    const problem = madeUp(40, 5, { capacity: 20, vehicles: 6 });
    problem.demand.fill(3, 1, 39);
    const whole = planFleet(problem);
    expect(planFleet({ ...problem, mostWork: 40 * 600_000 })).toEqual(whole);
    for (const [share, longer] of [
      [10_000, 1.05],
      [2000, 1.15],
    ] as const) {
      const bounded = planFleet({ ...problem, mostWork: 40 * share });
      expect(complaints(problem, bounded)).toEqual([]);
      expect(bounded.unserved).toHaveLength(whole.unserved.length);
      expect(bounded.cost).toBeLessThan(whole.cost * longer);
    }
    // A bound that ended nothing would give the same tours.
    expect(planFleet({ ...problem, mostWork: 40 })).not.toEqual(whole);
  });

  it.each([2, 3, 4])('plans %i places', (count) => {
    const plan = planFleet(madeUp(count, 1));
    expect(plan.tours.flat()).toHaveLength(count - 2);
    expect(plan.unserved).toEqual([]);
  });
});

const INSTANCE = '../shared/data/tsp/X-n101-k25';

describe.skipIf(!existsSync(`${INSTANCE}.vrp`))('CVRPLIB (skipped where ../shared/data is absent)', () => {
  it('X-n101-k25 is planned within 5 % of the best known', () => {
    const text = readFileSync(`${INSTANCE}.vrp`, 'utf8');
    const numbers = (from: string, to: string) =>
      text
        .slice(text.indexOf(from) + from.length, text.indexOf(to))
        .trim()
        .split('\n')
        .map((line) => line.trim().split(/\s+/).map(Number));
    const places = numbers('NODE_COORD_SECTION', 'DEMAND_SECTION').map(([, x = 0, y = 0]) => [x, y] as const);
    const demands = numbers('DEMAND_SECTION', 'DEPOT_SECTION').map(([, demand = 0]) => demand);
    places.push(places[0] as (typeof places)[number]);
    const count = places.length;
    const problem = madeUp(count, 0, {
      vehicles: 26,
      capacity: Number(/CAPACITY\s*:\s*(\d+)/.exec(text)?.[1]),
      demand: Float64Array.from([...demands, 0]),
    });
    places.forEach(([x, y], from) =>
      places.forEach(
        ([u, v], to) => (problem.seconds[from * count + to] = Math.round(Math.hypot(x - u, y - v))),
      ),
    );
    const best = Number(/Cost\s+(\d+)/.exec(readFileSync(`${INSTANCE}.sol`, 'utf8'))?.[1]);
    const plan = planFleet(problem, { effort: 0.5 });
    expect(complaints(problem, plan)).toEqual([]);
    expect(plan.unserved).toEqual([]);
    expect(plan.cost).toBeLessThanOrEqual(best * 1.05);
  });
});
