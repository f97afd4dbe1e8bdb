/**
 * The costs between stops, of which the first is the start of the tour and the last its end.
 *
 * Shape: `costs` row by row, `costs[from * count + to]`; they may differ by direction. Infinity if there is no route.
 * Units: any; the sum is minimized. Usually seconds.
 */
export interface OrderingProblem {
  count: number;
  costs: Float64Array;
}

/** An order of all stops, from the first to the last, and its cost. */
export interface Ordering {
  order: Int32Array;
  cost: number;
}

/** Returns the cost of an order. */
export function costOf({ count, costs }: OrderingProblem, order: Int32Array): number {
  let cost = 0;
  for (let at = 1; at < order.length; at += 1) cost += costs[order[at - 1] * count + order[at]];
  return cost;
}
