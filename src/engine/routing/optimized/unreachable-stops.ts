/**
 * Returns the stops outside the largest group of mutually reachable stops.
 *
 * Shape: `seconds[from * count + to]`, Infinity if there is no route. Of groups of equal size the one with the earliest stop is kept.
 */
export function unreachableStops(count: number, seconds: Float64Array): number[] {
  const stops = Array.from({ length: count }, (_, stop) => stop);
  const hasRoute = (from: number, to: number) => from === to || seconds[from * count + to] < Infinity;
  let largest: number[] = [];
  for (const stop of stops) {
    const group = stops.filter((other) => hasRoute(stop, other) && hasRoute(other, stop));
    if (group.length > largest.length) largest = group;
  }
  return stops.filter((stop) => !largest.includes(stop));
}
