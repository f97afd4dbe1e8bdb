import type { OrderingProblem } from './ordering-problem.ts';

/**
 * Returns, for each stop, the stops with the lowest cost to go to, or to come from.
 *
 * Shape: `width` stops each, row by row, cheapest first; equal costs by number.
 */
export function nearStops(
  { count, costs }: OrderingProblem,
  width: number,
  direction: 'onward' | 'backward',
): Int32Array {
  const near = new Int32Array(count * width);
  const [rowStep, columnStep] = direction === 'onward' ? [count, 1] : [1, count];
  for (let stop = 0; stop < count; stop += 1) {
    const others = Array.from({ length: count }, (_, other) => other).filter((other) => other !== stop);
    const costTo = (other: number) => costs[stop * rowStep + other * columnStep];
    others.sort((a, b) => {
      const [x, y] = [costTo(a), costTo(b)];
      return x < y ? -1 : x > y ? 1 : a - b;
    });
    near.set(others.slice(0, width), stop * width);
  }
  return near;
}
