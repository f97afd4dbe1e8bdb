import { createSeededRandom, type SeededRandom } from '../../../base/seeded-random.ts';
import type { FleetPlan, FleetProblem, UnservedReason } from './fleet-problem.ts';
import { recreate, ruin } from './ruin-recreate.ts';
import { modelOf, workOf, type FleetModel } from './fleet-model.ts';
import { copyTour, costOfTours, createTour, type Tour } from './tours.ts';
import { createWorkClock, type WorkClock } from './work-clock.ts';

const ROUNDS_PER_STOP = 300;
/** Accepted worsening in the first and in the last round, as a share of an average leg. */
const START_TEMPERATURE = 0.4;
const END_TEMPERATURE = 0.004;

/** A state of the search. Shape: `absent` are the stops in no tour; the search minimizes `value`. */
interface Solution {
  tours: Tour[];
  absent: number[];
  cost: number;
  value: number;
}

/**
 * Assigns stops to vehicles with capacity, time windows, service times, breaks and a latest return; travel, waiting, overtime and imbalance cost.
 *
 * Guarantee: every tour keeps every limit; stops that cannot be served are returned with the reason; the same problem and seed give the
 * same plan, on any machine.
 * Source: J. Christiaens, G. Vanden Berghe: Slack Induction by String Removals for Vehicle Routing Problems, 2020.
 * Cost: rounds grow with the stops, and `mostWork` bounds what they cost; see docs/ROUTING.md.
 */
export function planFleet(
  problem: FleetProblem,
  { seed = 1, effort = 1 }: { seed?: number; effort?: number } = {},
): FleetPlan {
  const stops = Array.from({ length: Math.max(0, problem.count - 2) }, (_, at) => at + 1);
  const clock = createWorkClock(problem.factors, problem.breaks);
  const isServable = (stop: number) => unservedReason(problem, stop, clock) === 'fleet';
  const servable = stops.filter(isServable);
  const rounds = Math.round(stops.length * ROUNDS_PER_STOP * effort);
  const best = search(modelOf(problem), servable, rounds, createSeededRandom(seed));
  const unserved = [...stops.filter((stop) => !isServable(stop)), ...best.absent]
    .sort((a, b) => a - b)
    .map((stop) => ({ stop, reason: unservedReason(problem, stop, clock) }));
  // In the order in which the stops were given, so that the plan is easy to compare with the list.
  const tours = best.tours
    .map((tour) => ({ stops: innerStops(tour), departure: tour.departure }))
    .filter(({ stops: inner }) => inner.length > 0)
    .sort((a, b) => Math.min(...a.stops) - Math.min(...b.stops));
  return {
    tours: tours.map((tour) => tour.stops),
    departures: tours.map(({ departure }) => departure),
    unserved,
    cost: best.cost,
  };
}

/** Searches by simulated annealing: each round removes some neighbouring stops and inserts them again. */
function search(model: FleetModel, stops: readonly number[], rounds: number, random: SeededRandom): Solution {
  const near = stops.map((stop) => stopsByDistance(model, stop));
  const tours: Tour[] = withIdleVehicles(model, []);
  const absent = recreate(model, tours, stops, random);
  const cost = costOfTours(model, tours);
  // Serving one more stop is worth more than anything that tours cost.
  const absentWeight = 4 * cost + 1;
  let current: Solution = { tours, absent, cost, value: cost + absent.length * absentWeight };
  let best = current;
  const cooling = (END_TEMPERATURE / START_TEMPERATURE) ** (1 / Math.max(1, rounds));
  let temperature = (START_TEMPERATURE * cost) / Math.max(1, stops.length);
  const { mostWork = Infinity } = model;
  for (let round = 0; round < rounds && stops.length > 1;) {
    const next = neighbourOf(model, current, near, absentWeight, random);
    if (next.value < current.value - temperature * Math.log(1 - random.next())) current = next;
    if (current.value < best.value) best = current;
    // Rounds for which there is no work left are left out all along, not at the end: the search cools down in any case.
    const due = Math.max(round + 1, Math.floor((rounds * workOf(model)) / mostWork));
    for (; round < due; round += 1) temperature *= cooling;
  }
  return best;
}

/** Adds the vehicles without stops where work is to be shared: they are as good as the others then. */
function withIdleVehicles(model: FleetModel, tours: Tour[]): Tour[] {
  if (model.costs.balance === 0) return tours;
  while (tours.length < model.vehicles) tours.push(createTour(model));
  return tours;
}

/** Returns a solution that differs in some neighbouring stops; the given one stays unchanged. */
function neighbourOf(
  model: FleetModel,
  { tours, absent }: Solution,
  near: readonly Int32Array[],
  absentWeight: number,
  random: SeededRandom,
): Solution {
  const routes = tours.map(innerStops);
  const routeOf = new Int32Array(model.count).fill(-1);
  routes.forEach((route, number) => route.forEach((stop) => (routeOf[stop] = number)));
  const { removed, changed } = ruin(routes, near, routeOf, random);
  const next = tours.flatMap((tour, number) => {
    const route = routes[number];
    model.steps += route.length;
    if (route.length === 0) return [];
    return [changed.has(number) ? createTour(model, route) : copyTour(tour)];
  });
  const rejected = recreate(model, withIdleVehicles(model, next), [...absent, ...removed], random);
  const cost = costOfTours(model, next);
  return { tours: next, absent: rejected, cost, value: cost + rejected.length * absentWeight };
}

/** Returns the stops of a tour without the first and the last place. */
function innerStops({ stops }: Tour): number[] {
  return stops.slice(1, -1);
}

/** Returns a stop and all others, nearest first. */
function stopsByDistance(problem: FleetProblem, stop: number): Int32Array {
  const { count, seconds } = problem;
  const others = Int32Array.from({ length: count - 2 }, (_, at) => at + 1);
  const distance = (other: number) =>
    other === stop ? -1 : seconds[stop * count + other] + seconds[other * count + stop];
  return others.sort((a, b) => {
    const [x, y] = [distance(a), distance(b)];
    return x < y ? -1 : x > y ? 1 : a - b;
  });
}

/** Returns why a stop is not served: the limit that even an empty vehicle exceeds, else `fleet` for too few vehicles. */
function unservedReason(
  { count, seconds, demand, capacity, service, earliest, latest }: FleetProblem,
  stop: number,
  clock: WorkClock,
): UnservedReason {
  const there = seconds[stop];
  const back = seconds[stop * count + count - 1];
  if (!Number.isFinite(there) || !Number.isFinite(back)) return 'unreachable';
  if (demand[stop] > capacity) return 'demand';
  const begin = clock.open(Math.max(clock.arrive(0, there), earliest[stop]));
  if (begin > latest[stop]) return 'window';
  if (clock.arrive(clock.finish(begin, service[stop]), back) > latest[count - 1]) return 'duration';
  return 'fleet';
}
