/**
 * Lists the stops that are cut off from the others: those outside the largest group of which each reaches each.
 *
 * Shape: `seconds[from * count + to]`, Infinity where there is no way. Of groups of one size the one with the earliest stop is kept.
 */
export function stopsOutOfReach(count: number, seconds: Float64Array): number[] {
  const stops = Array.from({ length: count }, (_, stop) => stop);
  const isWay = (from: number, to: number) =>
    from === to || (seconds[from * count + to] as number) < Infinity;
  let group: number[] = [];
  for (const stop of stops) {
    const joined = stops.filter((other) => isWay(stop, other) && isWay(other, stop));
    if (joined.length > group.length) group = joined;
  }
  return stops.filter((stop) => !group.includes(stop));
}
