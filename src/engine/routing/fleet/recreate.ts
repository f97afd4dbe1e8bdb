import type { SeededRandom } from '../seeded-random.ts';
import type { FleetProblem } from './fleet-problem.ts';
import { createTour, insertionCost, updateTour, type Tour } from './tours.ts';

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
  problem: FleetProblem,
  tours: Tour[],
  absent: readonly number[],
  random: SeededRandom,
): number[] {
  const rejected: number[] = [];
  for (const stop of insertionOrder(problem, absent, random)) {
    // An unused vehicle is used only if no other one fits: fewer tours travel less.
    const best = cheapestInsertion(problem, tours, stop, random) ?? insertionInNewTour(problem, tours, stop);
    if (best) {
      best.tour.stops.splice(best.after + 1, 0, stop);
      updateTour(problem, best.tour);
    } else {
      rejected.push(stop);
    }
  }
  return rejected;
}

function cheapestInsertion(
  problem: FleetProblem,
  tours: readonly Tour[],
  stop: number,
  random: SeededRandom,
): Insertion | undefined {
  let best: Insertion | undefined;
  let bestCost = Infinity;
  for (const tour of tours) {
    if (tour.load + problem.demand[stop] > problem.capacity) continue;
    for (let after = 0; after < tour.stops.length - 1; after += 1) {
      if (random.next() < BLINK_SHARE) continue;
      const cost = insertionCost(problem, tour, stop, after);
      if (cost < bestCost) {
        bestCost = cost;
        best = { tour, after };
      }
    }
  }
  return best;
}

/** Adds a tour for a stop, if there is a vehicle left and the stop fits into an empty one. */
function insertionInNewTour(problem: FleetProblem, tours: Tour[], stop: number): Insertion | undefined {
  if (tours.length >= problem.vehicles || problem.demand[stop] > problem.capacity) return undefined;
  const tour = createTour(problem);
  if (insertionCost(problem, tour, stop, 0) === Infinity) return undefined;
  tours.push(tour);
  return { tour, after: 0 };
}

/** Sorts stops at random, by demand, by distance from the first place, or by time window. */
function insertionOrder(problem: FleetProblem, absent: readonly number[], random: SeededRandom): number[] {
  const { seconds, demand, latest, earliest } = problem;
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
