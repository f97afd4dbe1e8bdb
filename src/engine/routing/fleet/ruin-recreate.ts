import type { SeededRandom } from '../../../base/seeded-random.ts';
import type { FleetModel } from './fleet-model.ts';
import { cheapestInsertion } from './insertions.ts';
import type { Tour } from './tours.ts';

/** Average number of stops removed in a round, and the longest string of them. Source: as of plan-fleet.ts, section 5. */
const MEAN_REMOVED = 10;
const LONGEST_STRING = 10;
/** Share of strings that keep a stop in their middle, and share of those that keep one more. */
const SPLIT_SHARE = 0.5;
const KEEP_MORE_SHARE = 0.01;

/**
 * Removes strings of consecutive stops from tours that pass near each other.
 *
 * Shape: `routes` are without first and last place and are changed in place, as is `routeOf`, the route of each stop. `near` has for each stop
 * all stops, nearest first. Returns the removed stops and the indexes of the changed routes; visits of the depot stay, and one stop of a pair takes the other with it.
 */
export function ruin(
  routes: readonly number[][],
  near: readonly Int32Array[],
  routeOf: Int32Array,
  partner: Int32Array,
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
  for (const stop of near[seed]) {
    if (changed.size >= strings) break;
    const number = routeOf[stop];
    if (number < 0 || changed.has(number)) continue;
    const route = routes[number];
    const length = Math.floor(1 + random.next() * Math.min(longest, route.length));
    removeString(route, route.indexOf(stop), length, random, removed);
    changed.add(number);
  }
  for (const stop of removed) {
    const other = partner[stop];
    if (other < 0 || removed.includes(other)) continue;
    const route = routes[routeOf[other]];
    route.splice(route.indexOf(other), 1);
    removed.push(other);
  }
  for (const stop of removed) routeOf[stop] = -1;
  return { removed, changed };
}

/** Removes a string of stops around a given one from a route; some strings keep a few stops in their middle. */
function removeString(
  route: number[],
  at: number,
  length: number,
  random: SeededRandom,
  removed: number[],
): void {
  let kept = 0;
  if (length > 1 && length < route.length && random.next() < SPLIT_SHARE) {
    kept = 1;
    while (length + kept < route.length && random.next() < KEEP_MORE_SHARE) kept += 1;
  }
  const span = length + kept;
  const lowest = Math.max(0, at - span + 1);
  const highest = Math.min(at, route.length - span);
  const first = lowest + random.below(highest - lowest + 1);
  const keptFrom = kept === 0 ? span : 1 + random.below(length - 1);
  const string = route.slice(first, first + span);
  const isLeft = (stop: number, nth: number) => stop === 0 || (nth >= keptFrom && nth < keptFrom + kept);
  route.splice(first, span, ...string.filter(isLeft));
  removed.push(...string.filter((stop, nth) => !isLeft(stop, nth)));
}

/** Inserts stops into tours, each where it costs least, in one of several random orders. Shape: `tours` is changed; returns the stops that fit into no tour. */
export function recreate(
  model: FleetModel,
  tours: Tour[],
  absent: readonly number[],
  random: SeededRandom,
): number[] {
  const rejected: number[] = [];
  for (const stop of insertionOrder(model, absent, random)) {
    const best = cheapestInsertion(model, tours, stop, random);
    if (best) tours[best.at] = best.tour;
    else rejected.push(stop);
    // A pair is inserted by its pickup.
    if (!best && model.isPickup[stop]) rejected.push(model.partner[stop]);
  }
  return rejected;
}

/** Sorts stops at random, by demand, by distance from the depot, or by time window; what is urgent comes first half of the time. */
function insertionOrder(model: FleetModel, absent: readonly number[], random: SeededRandom): number[] {
  const { seconds, demand, units, latest, earliest, partner, isPickup, weight, priority } = model;
  const distance = (stop: number) => seconds[stop];
  const keys: [weight: number, key: (stop: number) => number][] = [
    [4, () => 0],
    [4, (stop) => -Math.abs(demand[stop * units])],
    [2, (stop) => -distance(stop)],
    [1, distance],
    [2, (stop) => latest[stop]],
    [1, (stop) => latest[stop] - earliest[stop]],
  ];
  let draw = random.below(keys.reduce((sum, [share]) => sum + share, 0));
  const [, chosenKey] = keys.find(([share]) => (draw -= share) < 0) as (typeof keys)[number];
  const isUrgentFirst = priority !== undefined && random.next() < 0.5;
  const keyed = absent
    .filter((stop) => partner[stop] < 0 || isPickup[stop])
    .map((stop) => ({
      stop,
      key: chosenKey(stop),
      urgency: isUrgentFirst ? weight[stop] : 0,
      tie: random.next(),
    }));
  keyed.sort((a, b) => b.urgency - a.urgency || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.tie - b.tie));
  return keyed.map(({ stop }) => stop);
}
