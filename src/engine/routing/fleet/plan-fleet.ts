import { createSeededRandom, type SeededRandom } from '../../../base/seeded-random.ts';
import { modelOf, workOf, type FleetModel } from './fleet-model.ts';
import { stopsOf, type FleetPlan, type FleetProblem } from './fleet-problem.ts';
import { reasonOf, reasonsOf, withLongShifts } from './left-out.ts';
import { recreate, ruin } from './ruin-recreate.ts';
import { costOfTours, createTour, innerStops, isFresh, priceTour, scheduleOf, type Tour } from './tours.ts';

const ROUNDS_PER_STOP = 300;
/** Accepted worsening in the first and in the last round, as a share of an average leg. */
const START_TEMPERATURE = 2;
const END_TEMPERATURE = 0.02;
/** Rounds after which others have a turn: some 50 ms. */
const ROUNDS_PER_TURN = 64;
/** Rounds from which the cost of all is estimated. */
const ROUNDS_TO_JUDGE = 20;

/** A state of the search. Shape: `absent` are the stops in no tour; the search minimizes `value`. */
interface Solution {
  tours: readonly Tour[];
  absent: readonly number[];
  cost: number;
  value: number;
}

/**
 * Assigns stops to vehicles and their trips, with everything that a {@link FleetProblem} limits and prices.
 *
 * Guarantee: every tour keeps every limit; stops that cannot be served are returned with the reason; the same problem and seed give the
 * same plan, on any machine.
 * Source: J. Christiaens, G. Vanden Berghe: Slack Induction by String Removals for Vehicle Routing Problems, 2020.
 * Cost: rounds grow with the stops, and `mostWork` bounds what they cost; see docs/ROUTING.md.
 */
export function planFleet(problem: FleetProblem, effort?: SearchEffort): FleetPlan {
  const turns = planInTurns(problem, effort);
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
  }
}

/** How long is searched, and from which random numbers. */
interface SearchEffort {
  seed?: number;
  effort?: number;
}

/** Plans as {@link planFleet}, and stops now and then, so that the thread can do what else is due. */
export function* planInTurns(
  problem: FleetProblem,
  { seed = 1, effort = 1 }: SearchEffort = {},
): Generator<undefined, FleetPlan> {
  const model = modelOf(problem);
  const stops = stopsOf(problem);
  const longer = withLongShifts(model);
  const servable = stops.filter((stop) => reasonOf(model, longer, stop) === 'fleet');
  const rounds = Math.round(stops.length * ROUNDS_PER_STOP * effort);
  const best = yield* search(model, servable, rounds, createSeededRandom(seed));
  const kept = new Set(servable);
  const absent = [...stops.filter((stop) => !kept.has(stop)), ...best.absent];
  const first = (tour: Tour) => Math.min(...innerStops(tour).filter((stop) => stop !== 0));
  // In the order in which the stops were given, so that the plan is easy to compare with the list.
  const tours = best.tours.filter((tour) => tour.stops.length > 2).sort((a, b) => first(a) - first(b));
  return {
    tours: tours.map((tour) => ({
      vehicle: tour.vehicle,
      places: tour.stops,
      times: scheduleOf(model, tour),
    })),
    unserved: reasonsOf(model, absent, tours),
    cost: best.cost,
  };
}

/** Searches by simulated annealing: each round removes some neighbouring stops and inserts them again. */
function* search(
  model: FleetModel,
  stops: readonly number[],
  rounds: number,
  random: SeededRandom,
): Generator<undefined, Solution> {
  const near = stops.map((stop) => stopsByDistance(model, stops, stop));
  const tours = withIdleVehicles(model, []);
  const first = recreate(model, tours, stops, random);
  const cost = costOfTours(model, tours);
  // Serving one more stop is worth more than anything that tours cost.
  const absentWeight = 4 * cost + 1;
  const valueOf = (costs: number, absent: readonly number[]) =>
    costs + absentWeight * absent.reduce((sum, stop) => sum + model.weight[stop], 0);
  let current: Solution = { tours, absent: first, cost, value: valueOf(cost, first) };
  let best = current;
  // How often each stop was left out: one that is hard to serve takes the place of one that is easy.
  const missed = new Float64Array(model.count);
  const cooling = (END_TEMPERATURE / START_TEMPERATURE) ** (1 / Math.max(1, rounds));
  let temperature = (START_TEMPERATURE * cost) / Math.max(1, stops.length);
  const { mostWork = Infinity } = model;
  const begun = workOf(model);
  let made = 0;
  for (let round = 0; round < rounds && stops.length > 1;) {
    const routes = current.tours.map(innerStops);
    const next = neighbourOf(model, current, routes, near, random);
    const nextCost = costOfTours(model, next.tours);
    const value = valueOf(nextCost, next.absent);
    const solution = { ...next, cost: nextCost, value };
    const missedBy = (list: readonly number[]) =>
      list.reduce((sum, stop) => sum + (missed[stop] + 1) * model.weight[stop], 0);
    const isEasier =
      current.absent.length > 0 && next.absent.length > 0 && missedBy(next.absent) < missedBy(current.absent);
    if (isEasier || value < current.value - temperature * Math.log(1 - random.next())) current = solution;
    if (value < best.value) best = solution;
    for (const stop of next.absent) missed[stop] += 1;
    made += 1;
    if (made % ROUNDS_PER_TURN === 0) yield;
    // A search that has fewer rounds begins cooler: it has no time to climb out of what it accepts at first.
    if (made === ROUNDS_TO_JUDGE)
      temperature *= Math.min(1, (made * (mostWork - begun)) / (rounds * (workOf(model) - begun)));
    // Rounds for which there is no work left are left out all along, not at the end: the search cools down in any case.
    const due = Math.max(round + 1, Math.floor((rounds * workOf(model)) / mostWork));
    for (; round < due; round += 1) temperature *= cooling;
  }
  return best;
}

/** Adds the vehicles without stops where work is to be shared: they are as good as the others then. */
function withIdleVehicles(model: FleetModel, tours: Tour[]): Tour[] {
  if (model.costs.balance === 0) return tours;
  const used = new Set(tours.map(({ vehicle }) => vehicle));
  model.vehicles.forEach((_, vehicle) => {
    if (!used.has(vehicle)) tours.push(createTour(model, vehicle));
  });
  return tours;
}

/** Returns tours that differ in some neighbouring stops; the given ones stay unchanged. */
function neighbourOf(
  model: FleetModel,
  { tours, absent }: Solution,
  routes: number[][],
  near: readonly Int32Array[],
  random: SeededRandom,
): Pick<Solution, 'tours' | 'absent'> {
  const routeOf = new Int32Array(model.count).fill(-1);
  routes.forEach((route, number) => route.forEach((stop) => (routeOf[stop] = number)));
  routeOf[0] = -1;
  const { removed, changed } = ruin(routes, near, routeOf, model.partner, random);
  const next: Tour[] = [];
  tours.forEach((tour, number) => {
    model.steps += routes[number].length;
    if (!changed.has(number)) return next.push(tour);
    const route = joinedTrips(model, tour, routes[number]);
    const isEmpty = route.every((stop) => stop === 0);
    if (isEmpty) return undefined;
    const shorter = createTour(model, tour.vehicle, route);
    // Where a detour is faster than the way that it replaces, a tour with fewer stops may be late.
    if (shorter.isFeasible && isFresh(model, shorter)) return next.push(shorter);
    removed.push(...route.filter((stop) => stop !== 0));
    return undefined;
  });
  const rejected = recreate(model, withIdleVehicles(model, next), [...absent, ...removed], random);
  return { tours: cheaperVehicles(model, next, random), absent: rejected };
}

/** Returns the stops of a tour without visits of the depot that are no use: two in a row, at an end, or between trips that fit into one. */
function joinedTrips(model: FleetModel, { kind, vehicle }: Tour, route: readonly number[]): number[] {
  const { start, isUnderway } = kind.vehicle;
  let kept = route.filter(
    (stop, at) => stop !== 0 || (at < route.length - 1 && route[at + 1] !== 0 && (at > 0 || start !== 0)),
  );
  for (let at = kept.lastIndexOf(0); at >= 0; at = at === 0 ? -1 : kept.lastIndexOf(0, at - 1)) {
    if (isUnderway && kept.indexOf(0) === at) continue;
    const joined = kept.toSpliced(at, 1);
    const tour = createTour(model, vehicle, joined);
    if (tour.isFeasible && isFresh(model, tour)) kept = joined;
  }
  return kept;
}

/** Gives a tour another kind of vehicle that is not used, where that costs less. */
function cheaperVehicles(model: FleetModel, tours: Tour[], random: SeededRandom): Tour[] {
  if (model.kinds.length < 2 || tours.length === 0) return tours;
  const used = new Set(tours.map(({ vehicle }) => vehicle));
  const at = random.below(tours.length);
  const tour = tours[at];
  const inner = innerStops(tour);
  priceTour(model, tour);
  model.kinds.forEach((kind, number) => {
    if (kind === tour.kind || kind.vehicle.isUnderway || tour.kind.vehicle.isUnderway) return;
    const vehicle = model.kindOf.findIndex((of, each) => of === number && !used.has(each));
    if (vehicle < 0 || inner.some((stop) => kind.fits[stop] === 0)) return;
    if (tour.trip[tour.stops.length - 1] + 1 > kind.vehicle.trips) return;
    const other = createTour(model, vehicle, inner);
    if (!other.isFeasible || !isFresh(model, other)) return;
    priceTour(model, other);
    if (other.cost < tours[at].cost) tours[at] = other;
  });
  return tours;
}

/** Returns all stops, nearest first, the given one before the others. */
function stopsByDistance({ count, seconds }: FleetModel, stops: readonly number[], stop: number): Int32Array {
  const distance = (other: number) =>
    other === stop ? -1 : seconds[stop * count + other] + seconds[other * count + stop];
  return Int32Array.from(stops).sort((a, b) => {
    const [x, y] = [distance(a), distance(b)];
    return x < y ? -1 : x > y ? 1 : a - b;
  });
}
