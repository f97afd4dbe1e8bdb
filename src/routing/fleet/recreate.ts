import type { SeededRandom } from '../seeded-random.ts';
import type { FleetProblem } from './fleet-problem.ts';
import { costOfInsertion, emptyTour, settleTour, type Tour } from './tours.ts';

/** How often a place is passed over that may be the best one: what keeps the search from doing the same again. */
const BLINK_SHARE = 0.01;

/** Puts stops back, each where it costs least, in an order that changes from time to time. Shape: the stops that fit nowhere. */
export function recreate(
  problem: FleetProblem,
  tours: Tour[],
  absent: readonly number[],
  random: SeededRandom,
): number[] {
  const left: number[] = [];
  for (const stop of inSomeOrder(problem, absent, random)) {
    let bestTour: Tour | undefined;
    let bestBehind = -1;
    let bestCost = Infinity;
    for (const tour of tours) {
      if (tour.load + (problem.demand[stop] as number) > problem.capacity) continue;
      for (let behind = 0; behind < tour.stops.length - 1; behind += 1) {
        if (random.next() < BLINK_SHARE) continue;
        const cost = costOfInsertion(problem, tour, stop, behind);
        if (cost < bestCost) {
          bestCost = cost;
          bestTour = tour;
          bestBehind = behind;
        }
      }
    }
    // A vehicle that stands idle is taken only where no other can go: a tour less is a tour saved.
    if (!bestTour && tours.length < problem.vehicles) {
      const fresh = emptyTour(problem);
      const fits =
        (problem.demand[stop] as number) <= problem.capacity &&
        costOfInsertion(problem, fresh, stop, 0) < Infinity;
      if (fits) {
        tours.push(fresh);
        bestTour = fresh;
        bestBehind = 0;
      }
    }
    if (bestTour) {
      bestTour.stops.splice(bestBehind + 1, 0, stop);
      settleTour(problem, bestTour);
    } else {
      left.push(stop);
    }
  }
  return left;
}

/** Sorts stops at random, by demand, by the way to them, or by how soon they close. */
function inSomeOrder(problem: FleetProblem, absent: readonly number[], random: SeededRandom): number[] {
  const { seconds, demand, latest, earliest } = problem;
  const way = (stop: number) => seconds[stop] as number;
  const keys: [weight: number, key: (stop: number) => number][] = [
    [4, () => 0],
    [4, (stop) => -(demand[stop] as number)],
    [2, (stop) => -way(stop)],
    [1, way],
    [2, (stop) => latest[stop] as number],
    [1, (stop) => (latest[stop] as number) - (earliest[stop] as number)],
  ];
  let draw = random.below(keys.reduce((sum, [weight]) => sum + weight, 0));
  const chosen = keys.find(([weight]) => (draw -= weight) < 0) as (typeof keys)[number];
  const shuffled = absent.map((stop) => ({ stop, key: chosen[1](stop), tie: random.next() }));
  shuffled.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.tie - b.tie));
  return shuffled.map(({ stop }) => stop);
}
