import { orderExactly } from './held-karp.ts';
import { orderByIteratedSearch } from './iterated-search.ts';
import type { Ordering, OrderingProblem } from './ordering-problem.ts';

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
