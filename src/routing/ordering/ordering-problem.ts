/**
 * Holds the costs between stops, of which the first is where the tour begins and the last where it ends.
 *
 * Shape: `costs` row by row, `costs[from * count + to]`; they may differ by direction. Infinity where there is no way.
 * Units: whatever is to be small in sum: seconds, as a rule.
 */
export interface OrderingProblem {
  count: number;
  costs: Float64Array;
}

/** Holds an order of all stops, beginning with the first and ending with the last, and what it costs. */
export interface Ordering {
  order: Int32Array;
  cost: number;
}

/** Returns what an order costs. */
export function costOf({ count, costs }: OrderingProblem, order: Int32Array): number {
  let cost = 0;
  for (let at = 1; at < order.length; at += 1) {
    cost += costs[(order[at - 1] as number) * count + (order[at] as number)] as number;
  }
  return cost;
}
