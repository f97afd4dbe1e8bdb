import { costOf, type Ordering, type OrderingProblem } from './ordering-problem.ts';
import { createSeededRandom } from '../../../base/seeded-random.ts';
import { createLocalSearch } from './local-search.ts';

/** Largest number of stops whose order is optimal. */
const MOST_EXACT_STOPS = 12;
const KICKS_PER_STOP = 80;

/** The length of the search, in steps and not in time, and its seed. */
interface OrderStopsOptions {
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

/** Longest part of the order that one kick changes: the local search after a small change is fast. */
const KICK_REACH = 50;
/** Largest accepted worsening at the beginning, as a share of the best cost; falls to zero. */
const ACCEPTED_SHARE = 0.05;

/**
 * Returns a cheap order: improves an order, changes it at random, improves it again, and keeps the best one.
 *
 * Guarantee: the same problem, seed and number of kicks give the same order, on any machine.
 * Source: H. R. Lourenço, O. Martin, T. Stützle: Iterated Local Search, 2003; the kick swaps two neighbouring parts (double bridge).
 */
export function orderByIteratedSearch(
  given: OrderingProblem,
  { seed, kicks }: { seed: number; kicks: number },
): Ordering {
  const problem = withDetours(given);
  const { count } = problem;
  const random = createSeededRandom(seed);
  const search = createLocalSearch(problem);
  const order = orderByNearest(problem);
  for (let stop = 0; stop < count; stop += 1) search.touch(stop);
  search.improve(order);
  const kept = order.slice();
  let keptCost = costOf(problem, order);
  const best = order.slice();
  let bestCost = keptCost;
  for (let kick = 0; kick < kicks && count > 4; kick += 1) {
    for (const at of swapParts(order, random)) search.touch(order[at]);
    search.improve(order);
    const cost = costOf(problem, order);
    const accepted = ACCEPTED_SHARE * bestCost * (1 - kick / kicks) * random.next();
    if (cost <= Math.max(keptCost, bestCost + accepted)) {
      kept.set(order);
      keptCost = cost;
      if (cost < bestCost) {
        best.set(order);
        bestCost = cost;
      }
    } else {
      order.set(kept);
    }
  }
  return { order: best, cost: costOf(given, best) };
}

/** Replaces infinite costs by one larger than any tour: infinite sums cannot be compared. */
function withDetours({ count, costs }: OrderingProblem): OrderingProblem {
  const longest = costs.reduce((most, cost) => (cost < Infinity ? Math.max(most, cost) : most), 0);
  const detour = (longest + 1) * count;
  return { count, costs: costs.map((cost) => Math.min(cost, detour)) };
}

/** Orders stops by going to the nearest unvisited one each time. */
function orderByNearest({ count, costs }: OrderingProblem): Int32Array {
  const order = new Int32Array(count);
  const isLeft = new Uint8Array(count).fill(1);
  isLeft[0] = 0;
  isLeft[count - 1] = 0;
  for (let at = 1; at < count - 1; at += 1) {
    const from = order[at - 1];
    let nearest = -1;
    for (let stop = 1; stop < count - 1; stop += 1) {
      if (isLeft[stop] === 0) continue;
      if (nearest < 0 || costs[from * count + stop] < costs[from * count + nearest]) nearest = stop;
    }
    order[at] = nearest;
    isLeft[nearest] = 0;
  }
  order[count - 1] = count - 1;
  return order;
}

/** Swaps two neighbouring parts of an order. Shape: returns the positions next to a change. */
function swapParts(order: Int32Array, random: ReturnType<typeof createSeededRandom>): number[] {
  const inner = order.length - 2;
  const reach = Math.min(inner, KICK_REACH);
  const from = 1 + random.below(inner - reach + 1);
  // Three different cuts inside the reach: [from, a), [a, b), [b, end].
  const a = from + random.below(reach - 1);
  const b = a + 1 + random.below(from + reach - a - 1);
  const end = b + random.below(from + reach - b);
  const first = order.slice(a, b);
  const second = order.slice(b, end + 1);
  order.set(second, a);
  order.set(first, a + second.length);
  return [a - 1, a, a + second.length - 1, a + second.length, end, end + 1];
}
