/** Share of a list between two items in turn: the golden ratio spreads any number of visits evenly over the list. */
const STEP = (Math.sqrt(5) - 1) / 2;

/**
 * Creates a visit of a list in an order without memory: the n-th item is known without the ones before.
 *
 * Guarantee: reaches each item once before it reaches one again.
 * Errors: Error if the list is empty.
 */
export function createVisit<Item>(items: readonly Item[], start: number): (nth: number) => Item {
  const count = items.length;
  if (count === 0) throw new Error('no items to visit');
  let step = Math.max(1, Math.round(count * STEP));
  while (greatestDivisor(step, count) !== 1) step += 1;
  return (nth) => items[(start + (nth % count) * step) % count] as Item;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
