import type { SeededRandom } from '../../../base/seeded-random.ts';
import type { FleetModel } from './fleet-model.ts';
import { createTour, insertionCost, updateTour, type Tour } from './tours.ts';

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
 * all stops, nearest first. Returns the removed stops and the indexes of the changed routes.
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
  for (const stop of near[seed]) {
    if (changed.size >= strings) break;
    const number = routeOf[stop];
    if (number < 0 || changed.has(number)) continue;
    const route = routes[number];
    const length = Math.floor(1 + random.next() * Math.min(longest, route.length));
    removeString(route, route.indexOf(stop), length, random, removed);
    changed.add(number);
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
  const string = route.splice(first, span);
  const left = kept === 0 ? [] : string.splice(keptFrom, kept);
  route.splice(first, 0, ...left);
  removed.push(...string);
}

/** Share of positions that are skipped even if they are the best, so that the search does not repeat itself. */
const BLINK_SHARE = 0.01;

interface Insertion {
  tour: Tour;
  after: number;
}

/**
 * Inserts stops into tours, in place, each where it costs least, in one of several random orders.
 *
 * Shape: returns the stops that fit into no tour.
 */
export function recreate(
  model: FleetModel,
  tours: Tour[],
  absent: readonly number[],
  random: SeededRandom,
): number[] {
  const rejected: number[] = [];
  for (const stop of insertionOrder(model, absent, random)) {
    // An unused vehicle is used only if no other one fits: fewer tours travel less.
    const best = cheapestInsertion(model, tours, stop, random) ?? insertionInNewTour(model, tours, stop);
    if (best) {
      best.tour.stops.splice(best.after + 1, 0, stop);
      updateTour(model, best.tour);
    } else {
      rejected.push(stop);
    }
  }
  return rejected;
}

/** Returns when a vehicle is back that leaves at once; 0 for one without stops. Units: seconds. */
function endOf({ stops, start }: Tour): number {
  return stops.length < 3 ? 0 : start[stops.length - 1];
}

function cheapestInsertion(
  model: FleetModel,
  tours: readonly Tour[],
  stop: number,
  random: SeededRandom,
): Insertion | undefined {
  let best: Insertion | undefined;
  let bestCost = Infinity;
  const { balance } = model.costs;
  const fair = balance === 0 ? 0 : tours.reduce((sum, tour) => sum + endOf(tour), 0) / model.vehicles;
  for (const tour of tours) {
    const unfair = balance === 0 ? 0 : balance * (endOf(tour) - fair);
    model.steps += 1;
    if (tour.load + model.demand[stop] > model.capacity) continue;
    model.steps += tour.stops.length;
    for (let after = 0; after < tour.stops.length - 1; after += 1) {
      if (random.next() < BLINK_SHARE) continue;
      const cost = insertionCost(model, tour, stop, after, bestCost - unfair) + unfair;
      if (cost < bestCost) {
        bestCost = cost;
        best = { tour, after };
      }
    }
  }
  return best;
}

/** Adds a tour for a stop, if there is a vehicle left and the stop fits into an empty one. */
function insertionInNewTour(model: FleetModel, tours: Tour[], stop: number): Insertion | undefined {
  if (tours.length >= model.vehicles || model.demand[stop] > model.capacity) return undefined;
  const tour = createTour(model);
  if (insertionCost(model, tour, stop, 0) === Infinity) return undefined;
  tours.push(tour);
  return { tour, after: 0 };
}

/** Sorts stops at random, by demand, by distance from the first place, or by time window. */
function insertionOrder(model: FleetModel, absent: readonly number[], random: SeededRandom): number[] {
  const { seconds, demand, latest, earliest } = model;
  const distance = (stop: number) => seconds[stop];
  const keys: [weight: number, key: (stop: number) => number][] = [
    [4, () => 0],
    [4, (stop) => -demand[stop]],
    [2, (stop) => -distance(stop)],
    [1, distance],
    [2, (stop) => latest[stop]],
    [1, (stop) => latest[stop] - earliest[stop]],
  ];
  let draw = random.below(keys.reduce((sum, [weight]) => sum + weight, 0));
  const [, chosenKey] = keys.find(([weight]) => (draw -= weight) < 0) as (typeof keys)[number];
  const keyed = absent.map((stop) => ({ stop, key: chosenKey(stop), tie: random.next() }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.tie - b.tie));
  return keyed.map(({ stop }) => stop);
}
