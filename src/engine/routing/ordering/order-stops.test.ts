import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../base/seeded-random.ts';
import { orderByIteratedSearch, orderExactly, orderStops } from './order-stops.ts';
import { costOf, type OrderingProblem } from './ordering-problem.ts';

/** Makes up stops in a square and costs between them that differ by direction, as one-way streets make them. */
function madeUp(count: number, seed: number, asymmetry = 0.3): OrderingProblem {
  const random = createSeededRandom(seed);
  const points = Array.from({ length: count }, () => [random.next(), random.next()] as const);
  const costs = new Float64Array(count * count);
  points.forEach(([x, y], from) => {
    points.forEach(([u, v], to) => {
      if (from !== to) costs[from * count + to] = Math.hypot(x - u, y - v) * (1 + asymmetry * random.next());
    });
  });
  return { count, costs };
}

function cheapestByTryingAll(problem: OrderingProblem): number {
  const order = Int32Array.from({ length: problem.count }, (_, at) => at);
  let best = Infinity;
  const permute = (at: number): void => {
    if (at === problem.count - 1) best = Math.min(best, costOf(problem, order));
    for (let other = at; other < problem.count - 1; other += 1) {
      [order[at], order[other]] = [order[other] as number, order[at] as number];
      permute(at + 1);
      [order[at], order[other]] = [order[other] as number, order[at]];
    }
  };
  permute(1);
  return best;
}

function isWhole(order: Int32Array, count: number): boolean {
  return order[0] === 0 && order[count - 1] === count - 1 && new Set(order).size === count;
}

describe('orderExactly', () => {
  it.each([2, 3, 4, 5, 6, 7, 8, 9])('finds what trying all orders of %i stops finds', (count) => {
    for (let seed = 0; seed < 5; seed += 1) {
      const problem = madeUp(count, seed);
      const { order, cost } = orderExactly(problem);
      expect(isWhole(order, count)).toBe(true);
      expect(cost).toBeCloseTo(cheapestByTryingAll(problem), 9);
    }
  });

  it('keeps the order that was given where no order has a way', () => {
    const problem = { count: 5, costs: new Float64Array(25).fill(Infinity) };
    expect(orderExactly(problem)).toEqual({ order: Int32Array.of(0, 1, 2, 3, 4), cost: Infinity });
  });
});

describe('orderStops', () => {
  it('is exact up to twelve stops, and the search beyond finds the same', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const problem = madeUp(12, seed);
      const exact = orderStops(problem);
      expect(exact.cost).toBe(orderExactly(problem).cost);
      expect(orderByIteratedSearch(problem, { seed, kicks: 500 }).cost).toBeCloseTo(exact.cost, 9);
    }
  });

  it.each([13, 14, 50, 200])('orders %i stops whole, ends fixed, the same twice', (count) => {
    const problem = madeUp(count, count);
    const first = orderStops(problem, { effort: 0.2 });
    expect(isWhole(first.order, count)).toBe(true);
    expect(first.cost).toBe(costOf(problem, first.order));
    expect(orderStops(problem, { effort: 0.2 })).toEqual(first);
    expect(first.cost).toBeLessThanOrEqual(
      costOf(
        problem,
        Int32Array.from({ length: count }, (_, at) => at),
      ),
    );
  });

  it('orders identical stops, and stops that only some ways reach', () => {
    const same = { count: 20, costs: new Float64Array(400) };
    expect(isWhole(orderStops(same).order, 20)).toBe(true);
    const problem = madeUp(20, 3);
    for (let to = 1; to < 20; to += 1) if (to !== 7) problem.costs[6 * 20 + to] = Infinity;
    const { order, cost } = orderStops(problem);
    expect(cost).toBeLessThan(Infinity);
    expect(order[order.indexOf(6) + 1]).toBe(7);
  });
});

describe('orderByIteratedSearch', () => {
  it('finds the cheapest order among those that have a way, where many pairs have none', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const problem = madeUp(11, seed);
      const random = createSeededRandom(seed);
      problem.costs.forEach((_, pair) => {
        if (random.next() < 0.4) problem.costs[pair] = Infinity;
      });
      const exact = orderExactly(problem).cost;
      const { order, cost } = orderByIteratedSearch(problem, { seed, kicks: 500 });
      expect(cost).toBe(costOf(problem, order));
      if (exact === Infinity) expect(cost).toBe(Infinity);
      else expect(cost).toBeCloseTo(exact, 9);
    }
  });
});

const TSPLIB = '../shared/data/tsp';

describe.skipIf(!existsSync(TSPLIB))('TSPLIB (skipped where ../shared/data is absent)', () => {
  it.each(['berlin52', 'eil51', 'st70', 'kroA100'])('%s is ordered within 1 % of the optimum', (name) => {
    const text = readFileSync(`${TSPLIB}/${name}.tsp`, 'utf8');
    const points = [...text.matchAll(/^\s*\d+\s+([\d.e+-]+)\s+([\d.e+-]+)\s*$/gm)].map(
      ([, x, y]) => [Number(x), Number(y)] as const,
    );
    // A round trip begins and ends at the first stop.
    points.push(points[0] as (typeof points)[number]);
    const count = points.length;
    const costs = Float64Array.from({ length: count * count }, (_, at) => {
      const [[x, y], [u, v]] = [points[Math.floor(at / count)], points[at % count]] as [
        readonly [number, number],
        readonly [number, number],
      ];
      return Math.floor(Math.hypot(x - u, y - v) + 0.5);
    });
    const tour = readFileSync(`${TSPLIB}/${name}.opt.tour`, 'utf8').matchAll(/^\s*(\d+)\s*$/gm);
    const optimum = Int32Array.from([...tour].map(([, stop]) => Number(stop) - 1));
    const problem = { count, costs };
    const best = costOf(problem, Int32Array.from([...optimum, 0]));
    expect(optimum.length).toBe(count - 1);
    expect(orderStops(problem).cost).toBeLessThanOrEqual(best * 1.01);
  });
});
