import { orderByIteratedSearch } from './iterated-search.ts';
import { type Ordering, type OrderingProblem, costOf } from './ordering-problem.ts';

/** Largest number of stops whose order is optimal. */
export const MOST_EXACT_STOPS = 12;
const KICKS_PER_STOP = 80;

/** The length of the search, in steps and not in time, and its seed. */
export interface OrderStopsOptions {
  seed?: number;
  /** Multiplies the number of kicks. */
  effort?: number;
}

/**
 * Orders stops by the cost of the tour; the first and the last stop are fixed.
 *
 * Guarantee: exact up to {@link MOST_EXACT_STOPS} stops; the same order for the same problem and seed, on any machine.
 * Cost: see docs/ROUTING.md.
 */
export function orderStops(
  problem: OrderingProblem,
  { seed = 1, effort = 1 }: OrderStopsOptions = {},
): Ordering {
  if (problem.count <= MOST_EXACT_STOPS) return orderExactly(problem);
  return orderByIteratedSearch(problem, { seed, kicks: Math.round(problem.count * KICKS_PER_STOP * effort) });
}

/**
 * Returns the optimal order.
 *
 * Source: M. Held, R. M. Karp: A dynamic programming approach to sequencing problems, 1962.
 * Cost: n² 2ⁿ for n stops between the first and the last: 2 ms for 12, four times that for each two more.
 */
export function orderExactly(problem: OrderingProblem): Ordering {
  const { count, costs } = problem;
  const inner = count - 2;
  const order = Int32Array.from({ length: count }, (_, at) => at);
  if (inner < 2) return { order, cost: costOf(problem, order) };
  const sets = 1 << inner;
  // best[set * inner + last]: lowest cost from the first stop through all of `set` to `last`; stops are numbered from the second one.
  const best = new Float64Array(sets * inner).fill(Infinity);
  const before = new Int8Array(sets * inner).fill(-1);
  for (let stop = 0; stop < inner; stop += 1) best[(1 << stop) * inner + stop] = costs[stop + 1];
  for (let set = 1; set < sets; set += 1) {
    for (let last = 0; last < inner; last += 1) {
      const so = best[set * inner + last];
      if (so === Infinity) continue;
      for (let next = 0; next < inner; next += 1) {
        if ((set & (1 << next)) !== 0) continue;
        const at = (set | (1 << next)) * inner + next;
        const cost = so + costs[(last + 1) * count + next + 1];
        if (cost < best[at]) {
          best[at] = cost;
          before[at] = last;
        }
      }
    }
  }
  let set = sets - 1;
  let last = -1;
  let cost = Infinity;
  for (let stop = 0; stop < inner; stop += 1) {
    const whole = best[set * inner + stop] + costs[(stop + 1) * count + count - 1];
    if (whole < cost) {
      cost = whole;
      last = stop;
    }
  }
  // Every order has a pair without a route; the given order is as good as any.
  if (last < 0) return { order, cost: Infinity };
  for (let at = count - 2; at > 0; at -= 1) {
    order[at] = last + 1;
    const earlier = before[set * inner + last];
    set &= ~(1 << last);
    last = earlier;
  }
  return { order, cost: costOf(problem, order) };
}
