import type { SeededRandom } from '../seeded-random.ts';

/** Stops taken out at a time, on average, and the longest string of them. Source: as of plan-fleet.ts, section 5. */
const MEAN_REMOVED = 10;
const LONGEST_STRING = 10;
/** How often some stops inside a string are left where they are, and how often one more. */
const SPLIT_SHARE = 0.5;
const GO_ON_SHARE = 0.01;

/**
 * Takes strings of neighbouring stops out of tours that pass near one another.
 *
 * Shape: `routes` without first and last place, changed in place; the stops that were taken out are returned. `near` lists, for each
 * stop, all stops from the nearest on.
 */
export function ruin(
  routes: readonly number[][],
  near: readonly Int32Array[],
  routeOf: Int32Array,
  random: SeededRandom,
): { removed: number[]; changed: Set<number> } {
  const removed: number[] = [];
  const changed = new Set<number>();
  let served = 0;
  let used = 0;
  for (const route of routes) {
    served += route.length;
    if (route.length > 0) used += 1;
  }
  if (served === 0) return { removed, changed };
  const longest = Math.min(LONGEST_STRING, served / used);
  const mostStrings = (4 * MEAN_REMOVED) / (1 + longest) - 1;
  const strings = Math.floor(1 + random.next() * mostStrings);
  const seed = random.below(near.length);
  for (const stop of near[seed] as Int32Array) {
    if (changed.size >= strings) break;
    const number = routeOf[stop] as number;
    if (number < 0 || changed.has(number)) continue;
    const route = routes[number] as number[];
    const length = Math.floor(1 + random.next() * Math.min(longest, route.length));
    takeString(route, route.indexOf(stop), length, random, removed);
    changed.add(number);
  }
  for (const stop of removed) routeOf[stop] = -1;
  return { removed, changed };
}

/** Takes a string of stops that holds a given one out of a route, now and then leaving some inside it. */
function takeString(
  route: number[],
  at: number,
  length: number,
  random: SeededRandom,
  removed: number[],
): void {
  let kept = 0;
  if (length > 1 && length < route.length && random.next() < SPLIT_SHARE) {
    kept = 1;
    while (length + kept < route.length && random.next() < GO_ON_SHARE) kept += 1;
  }
  const span = length + kept;
  const lowest = Math.max(0, at - span + 1);
  const highest = Math.min(at, route.length - span);
  const first = lowest + random.below(highest - lowest + 1);
  const keptFrom = kept === 0 ? span : 1 + random.below(length - 1);
  const string = route.splice(first, span);
  const left = kept === 0 ? [] : string.splice(keptFrom, kept);
  route.splice(first, 0, ...left);
  removed.push(...string);
}
