import { createSeededRandom } from '../seeded-random.ts';
import type { FleetPlan, FleetProblem } from './fleet-problem.ts';
import { recreate } from './recreate.ts';
import { ruin } from './ruin.ts';
import { emptyTour, settleTour, travelOf, type Tour } from './tours.ts';
import { whyUnserved } from './why-unserved.ts';

const ROUNDS_PER_STOP = 300;
/** Worsening that is accepted at first and at last, as a share of an average leg. */
const WARM = 0.4;
const COLD = 0.004;

/**
 * Shares stops among vehicles with capacity, time windows, service times and a latest return.
 *
 * Guarantee: what is served keeps every limit; what cannot be served is named with the reason; the same problem and seed give the same
 * plan, on any machine.
 * Source: J. Christiaens, G. Vanden Berghe: Slack Induction by String Removals for Vehicle Routing Problems, 2020.
 * Cost: rounds grow with the stops; see docs/ROUTING.md.
 */
export function planFleet(
  problem: FleetProblem,
  { seed = 1, effort = 1 }: { seed?: number; effort?: number } = {},
): FleetPlan {
  const { count } = problem;
  const inner = count - 2;
  const random = createSeededRandom(seed);
  const candidates: number[] = [];
  const hopeless: number[] = [];
  for (let stop = 1; stop < count - 1; stop += 1)
    (whyUnserved(problem, stop) === 'fleet' ? candidates : hopeless).push(stop);
  const near = candidates.map((stop) => neighboursOf(problem, stop));
  const rounds = Math.round(inner * ROUNDS_PER_STOP * effort);

  let tours: Tour[] = [];
  let absent = recreate(problem, tours, candidates, random);
  let cost = travelOf(problem, tours);
  // A stop more or less weighs more than any way.
  const weight = 4 * cost + 1;
  let value = cost + absent.length * weight;
  let best = { tours: tours.map(({ stops }) => stops.slice(1, -1)), absent: [...absent], cost, value };
  const leg = cost / Math.max(1, candidates.length);
  const cooling = (COLD / WARM) ** (1 / Math.max(1, rounds));
  let temperature = WARM * leg;

  for (let round = 0; round < rounds && candidates.length > 1; round += 1, temperature *= cooling) {
    const routes = tours.map(({ stops }) => stops.slice(1, -1));
    const routeOf = new Int32Array(count).fill(-1);
    routes.forEach((route, number) => route.forEach((stop) => (routeOf[stop] = number)));
    const { removed, changed } = ruin(routes, near, routeOf, random);
    const next: Tour[] = [];
    tours.forEach((tour, number) => {
      const route = routes[number] as number[];
      if (route.length === 0) return;
      if (!changed.has(number))
        next.push({ ...tour, stops: [...tour.stops], start: [...tour.start], latest: [...tour.latest] });
      else next.push(tourOf(problem, route));
    });
    const left = recreate(problem, next, [...absent, ...removed], random);
    const nextCost = travelOf(problem, next);
    const nextValue = nextCost + left.length * weight;
    if (nextValue < value - temperature * Math.log(1 - random.next())) {
      tours = next;
      absent = left;
      cost = nextCost;
      value = nextValue;
      if (value < best.value)
        best = { tours: tours.map(({ stops }) => stops.slice(1, -1)), absent: [...absent], cost, value };
    }
  }
  const unserved = [...hopeless, ...best.absent]
    .sort((a, b) => a - b)
    .map((stop) => ({ stop, reason: whyUnserved(problem, stop) }));
  // Tours in the order of the stops as they were given, so that a plan reads like its list.
  const inOrder = best.tours
    .filter((tour) => tour.length > 0)
    .sort((a, b) => Math.min(...a) - Math.min(...b));
  return { tours: inOrder, unserved, cost: best.cost };
}

function tourOf(problem: FleetProblem, route: readonly number[]): Tour {
  const tour = emptyTour(problem);
  tour.stops.splice(1, 0, ...route);
  settleTour(problem, tour);
  return tour;
}

/** Lists a stop and all others, nearest first. */
function neighboursOf(problem: FleetProblem, stop: number): Int32Array {
  const { count, seconds } = problem;
  const others = Int32Array.from({ length: count - 2 }, (_, at) => at + 1);
  const way = (other: number) =>
    other === stop
      ? -1
      : (seconds[stop * count + other] as number) + (seconds[other * count + stop] as number);
  return others.sort((a, b) => {
    const [x, y] = [way(a), way(b)];
    return x < y ? -1 : x > y ? 1 : a - b;
  });
}
