import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../base/seeded-random.ts';
import { problemOf, travelTimes, vehicleOf } from '../../../../test/support/fleet-problems.ts';
import type { FleetCosts, FleetProblem } from './fleet-problem.ts';
import { planFleet } from './plan-fleet.ts';

const COSTS: FleetCosts = { wait: 0, overtime: 0, regularSeconds: Infinity, balance: 0, late: 0 };

type Breaks = FleetProblem['vehicles'][number]['breaks'];

function madeUp(
  count: number,
  seed: number,
  { breaks = [], vehicles = 1, ...more }: More = {},
): FleetProblem {
  const random = createSeededRandom(seed);
  const problem = problemOf(
    count,
    travelTimes(count, seed, 1800),
    Array.from({ length: vehicles }, () => vehicleOf(count, { breaks })),
    { leavesLater: true, ...more },
  );
  const windows = problem.windows.map(() => [] as { from: number; until: number }[]);
  for (let stop = 1; stop < count - 1; stop += 1) {
    problem.service[stop] = random.below(600);
    const from = random.next() < 0.5 ? random.below(6000) : 0;
    windows[stop]!.push({ from, until: random.next() < 0.4 ? from + 2500 + random.below(6000) : Infinity });
  }
  return { ...problem, windows };
}

type More = Partial<Omit<FleetProblem, 'vehicles'>> & { breaks?: Breaks; vehicles?: number };

/** Drives a tour second by second where a knot is near, as a driver would; Infinity where it is late. */
function drive(problem: FleetProblem, order: readonly number[], departure: number) {
  const { count, seconds, service, windows, factors = [] } = problem;
  const breaks = problem.vehicles[0]!.breaks;
  const knots = [...factors.map(({ from }) => from), ...breaks.flatMap(({ from, until }) => [from, until])];
  const isBreak = (time: number) => breaks.some(({ from, until }) => time >= from && time < until);
  let clock = departure;
  let travel = 0;
  let wait = 0;
  const rest = () => {
    const current = breaks.find(({ from, until }) => clock >= from && clock < until);
    if (current) clock = current.until;
  };
  const work = (amount: number, isTravel: boolean) => {
    let left = amount;
    while (left > 1e-12) {
      rest();
      const factor = isTravel ? (factors.findLast(({ from }) => from <= clock)?.factor ?? 1) : 1;
      const knot = Math.min(...knots.filter((time) => time > clock));
      const step = Math.min(left * factor, knot - clock);
      clock += step;
      if (isTravel) travel += step;
      left -= step / factor;
    }
  };
  for (let at = 1; at < order.length; at += 1) {
    const [before, stop] = [order[at - 1]!, order[at]!];
    work(seconds[before * count + stop]!, true);
    const reached = clock;
    clock = Math.max(clock, windows[stop]![0]?.from ?? 0);
    rest();
    for (let time = reached; time < clock;) {
      const next = Math.min(clock, ...knots.filter((knot) => knot > time));
      if (!isBreak(time)) wait += next - time;
      time = next;
    }
    if (clock > (windows[stop]![0]?.until ?? Infinity) + 1e-6) return { end: Infinity, cost: Infinity };
    work(service[stop]!, false);
  }
  const { wait: waitCost, overtime, regularSeconds } = problem.costs ?? COSTS;
  const late = Math.max(0, clock - departure - regularSeconds);
  return { end: clock, cost: travel + waitCost * wait + (late > 0 ? overtime * late : 0) };
}

function permutations(stops: readonly number[]): number[][] {
  if (stops.length === 0) return [[]];
  return stops.flatMap((stop) =>
    permutations(stops.filter((other) => other !== stop)).map((rest) => [stop, ...rest]),
  );
}

/** Returns the cost of the best order, each at the latest departure that ends no later. */
function best(problem: FleetProblem): number {
  const stops = Array.from({ length: problem.count - 2 }, (_, at) => at + 1);
  const rank = (stop: number) => problem.rank?.[stop] ?? 1;
  let lowest = Infinity;
  for (const inner of permutations(stops)) {
    if (inner.some((stop, at) => at > 0 && rank(inner[at - 1]!) > rank(stop))) continue;
    const order = [0, ...inner, problem.count - 1];
    const { end } = drive(problem, order, 0);
    if (end === Infinity) continue;
    let [low, high] = [0, end];
    for (let round = 0; round < 50; round += 1) {
      const middle = (low + high) / 2;
      if (drive(problem, order, middle).end <= end + 1e-9) low = middle;
      else high = middle;
    }
    lowest = Math.min(lowest, drive(problem, order, low).cost);
  }
  return lowest;
}

describe('what tours cost', () => {
  const waiting = { ...COSTS, wait: 0.5 };
  it.each<[string, More]>([
    ['waiting', { costs: waiting }],
    ['overtime', { costs: { ...waiting, overtime: 3, regularSeconds: 3000 } }],
    [
      'the hour of the day',
      {
        costs: waiting,
        factors: [
          { from: 0, factor: 1.5 },
          { from: 2000, factor: 1 },
          { from: 4000, factor: 2 },
        ],
      },
    ],
    ['a break', { costs: waiting, breaks: [{ from: 2500, until: 4000 }] }],
    ['first and last stops', { costs: waiting, rank: Uint8Array.from([0, 1, 2, 1, 0, 1, 2]) }],
  ])('is the least that any order of five stops costs: %s', (_, more) => {
    let planned = 0;
    for (let seed = 1; seed <= 12; seed += 1) {
      const problem = madeUp(7, seed, more);
      const lowest = best(problem);
      const plan = planFleet(problem);
      if (lowest === Infinity) expect(plan.unserved.length).toBeGreaterThan(0);
      else {
        planned += 1;
        expect(plan.unserved).toEqual([]);
        expect(plan.cost).toBeCloseTo(lowest, 3);
        const { places, times } = plan.tours[0]!;
        expect(drive(problem, places, times[0]!.end).cost).toBeCloseTo(plan.cost, 3);
      }
    }
    expect(planned).toBeGreaterThan(5);
  });

  it('shares work among all vehicles where imbalance costs, and uses as few as it can where it does not', () => {
    const spread = (balance: number) => {
      const some = madeUp(20, 3, { vehicles: 3, costs: { ...COSTS, balance } });
      const problem = { ...some, windows: some.windows.map(() => []) };
      const { tours } = planFleet(problem);
      const times = tours.map(({ places }) => drive(problem, places, 0).end);
      return { tours: tours.length, share: Math.min(...times) / Math.max(...times) };
    };
    expect(spread(0).tours).toBe(1);
    const { tours, share } = spread(1);
    expect(tours).toBe(3);
    expect(share).toBeGreaterThan(0.9);
  });
});
