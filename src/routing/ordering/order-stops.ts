import { orderExactly } from './held-karp.ts';
import { orderByIteratedSearch } from './iterated-search.ts';
import type { Ordering, OrderingProblem } from './ordering-problem.ts';

/** Stops up to which the cheapest order is found for certain. */
export const MOST_EXACT_STOPS = 12;
const KICKS_PER_STOP = 80;

/** Says how long to search, in steps and not in time, and from which seed. */
export interface OrderStopsOptions {
  seed?: number;
  /** Multiplies the number of kicks. */
  effort?: number;
}

/**
 * Finds the order in which to visit stops, the first and the last of them fixed.
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
