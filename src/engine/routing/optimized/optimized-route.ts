import type { FleetRequest } from '../../../contract/records/fleet.ts';
import type { OptimizedTrip, Trip } from '../../../contract/records/optimized-trip.ts';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { Costing } from '../costing.ts';
import { OFF_ROAD_METERS, type Router, type TravelMatrix } from '../router.ts';
import { createStraightRouter, OUTSIDE_NOTICE } from '../straight/straight-router.ts';
import type { FleetPlan, FleetProblem } from '../fleet/fleet-problem.ts';
import { contractTrip } from './contract-trip.ts';
import { OWN_PLANNER, type TourPlanner } from './tour-planner.ts';

/** A request for an optimized route, checked by the contract. */
export interface OptimizedRouteRequest {
  locations: readonly Position[];
  costing: Costing;
  units: 'km' | 'mi';
  /** Language of the instructions; English if left out. */
  language?: 'en' | 'vi';
  fleet?: FleetRequest;
}

/** Most stops in one request. */
export const MOST_STOPS = 200;
const FEWEST_STOPS = 3;
/** Most stops that an error message lists. */
const MAX_LISTED = 10;

/** What the tours of a fleet are computed with. */
interface FleetTools {
  plan: (problem: FleetProblem) => Promise<FleetPlan>;
  /** Returns the trip through stops of the request, in an order. */
  routeThrough: (order: readonly number[]) => Promise<Trip>;
  /** Stops that are far from any road. */
  far: readonly number[];
}

/**
 * Computes an optimized route for several vehicles, or for one with limits: the stops of each vehicle, their order and arrival times.
 *
 * Errors: INVALID_REQUEST for a list with another length than the locations.
 */
async function computeFleetTours(
  count: number,
  fleet: FleetRequest,
  matrix: TravelMatrix,
  { plan: planFleet, routeThrough, far }: FleetTools,
): Promise<OptimizedTrip> {
  const problem = fleetProblem(count, fleet, matrix);
  const plan = await planFleet(problem);
  const tours = [];
  for (const stops of plan.tours) {
    const order = [0, ...stops, count - 1];
    tours.push({ trip: await routeThrough(order), arrival_seconds: arrivals(problem, order) });
  }
  const trip = tours[0]?.trip ?? (await routeThrough([0, count - 1]));
  const unserved = plan.unserved.map(({ stop, reason }) => ({
    original_index: stop,
    // Such a stop has no route either, but that is not the cause.
    reason: far.includes(stop) ? ('outside' as const) : reason,
  }));
  return { trip, geomill: { tours, unserved } };
}

function fleetProblem(count: number, fleet: FleetRequest, { seconds }: TravelMatrix): FleetProblem {
  const list = (name: keyof FleetRequest, defaultValue: number) => {
    const given = fleet[name] as readonly (number | null)[] | undefined;
    if (given !== undefined && given.length !== count) {
      throw new GeomillError(
        'INVALID_REQUEST',
        `json.geomill.${name}: ${given.length} values for ${count} locations; give one for each`,
      );
    }
    return Float64Array.from({ length: count }, (_, at) => given?.[at] ?? defaultValue);
  };
  const betweenEnds = (values: Float64Array) => {
    values[0] = 0;
    values[count - 1] = 0;
    return values;
  };
  const latest = list('latest_seconds', Infinity);
  latest[count - 1] = Math.min(latest[count - 1], fleet.max_seconds ?? Infinity);
  return {
    count,
    seconds,
    demand: betweenEnds(list('demands', 0)),
    service: betweenEnds(list('service_seconds', 0)),
    earliest: betweenEnds(list('earliest_seconds', 0)),
    latest,
    vehicles: fleet.vehicles ?? 1,
    capacity: fleet.capacity ?? Infinity,
  };
}

/** Returns the time at which service begins at each stop of a tour. Units: whole seconds from the departure. */
function arrivals({ count, seconds, service, earliest }: FleetProblem, order: readonly number[]): number[] {
  let clock = 0;
  return order.map((stop, at) => {
    const before = order[at - 1];
    if (before !== undefined) clock += service[before] + seconds[before * count + stop];
    clock = Math.max(clock, earliest[stop]);
    return Math.round(clock);
  });
}

/**
 * Computes the response to /optimized-route: the stops in the order of the shortest travel time, first and last fixed, and the route through
 * them.
 *
 * Shape: if all stops are outside of the roads, the response is that of straight lines, and says so. Stops at some distance from the road are listed in `status_message`. With several vehicles, unreachable stops are unserved; with
 * one, they fail the request.
 * Errors: INVALID_REQUEST with the stops that are off the road or unreachable, by their index in the request; those of the router.
 * Guarantee: the same request over the same roads has the same response.
 * Source: interface document, sections 2.5 and 4.8.
 */
export async function computeOptimizedRoute(
  request: OptimizedRouteRequest,
  router: Router,
  signal?: AbortSignal,
  planner: TourPlanner = OWN_PLANNER,
): Promise<OptimizedTrip> {
  const { locations, costing, fleet } = request;
  const count = locations.length;
  checkCount(count);
  const offRoad = await router.roadDistances(locations, costing, signal);
  const far = locations.map((_, at) => at).filter((at) => offRoad[at] === Infinity);
  if (isOutside(far, count))
    return computeOptimizedRoute(request, createStraightRouter(OUTSIDE_NOTICE), signal, planner);
  // Valhalla fails the whole trip for one far stop, and does not report which stop it is.
  if (far.length > 0 && (!fleet || far.includes(0) || far.includes(count - 1)))
    throw stopsError(locations, far, `farther than 1 km from any road for ${costing}`);
  const matrix = await matrixWithout(far, locations, costing, router, signal);
  const routeThrough = (order: readonly number[]) => routeInOrder(order, request, offRoad, router, signal);
  if (fleet)
    return computeFleetTours(count, fleet, matrix, {
      plan: (problem) => planner.plan(problem, signal),
      routeThrough,
      far,
    });
  const { order, cost } = await planner.order({ count, costs: matrix.seconds }, signal);
  if (cost === Infinity)
    throw stopsError(locations, unreachableStops(count, matrix.seconds), 'no route to or from the others');
  return { trip: await routeThrough([...order]) };
}

/** Reports whether the roads are elsewhere: all stops are far from them. One stop between a start and an end that are not is a wrong stop. */
function isOutside(far: readonly number[], count: number): boolean {
  const stops = far.filter((at) => at > 0 && at < count - 1).length;
  return stops === count - 2 && far.length > 1;
}

function checkCount(count: number): void {
  if (count >= FEWEST_STOPS && count <= MOST_STOPS) return;
  const limit = count > MOST_STOPS ? `too many; at most ${MOST_STOPS}` : `too few; at least ${FEWEST_STOPS}`;
  throw new GeomillError('INVALID_REQUEST', `json.locations: ${count} are ${limit}`);
}

/** Returns the trip through stops of the request in an order, with a note for each stop that is off the road. */
async function routeInOrder(
  order: readonly number[],
  { locations, costing, units, language }: OptimizedRouteRequest,
  offRoad: readonly number[],
  router: Router,
  signal: AbortSignal | undefined,
): Promise<Trip> {
  const stops = order.map((at) => locations[at]);
  const unitsName = units === 'mi' ? 'miles' : 'kilometers';
  const instructions = language === 'vi' ? 'vi-VN' : 'en-US';
  const [best] = await router.route(
    { stops, costing, language: instructions, alternates: 0, units: unitsName },
    signal,
  );
  if (!best) throw new GeomillError('RESPONSE_INVALID', 'the response of the router has no trip');
  const trip = contractTrip(best, order);
  const notes = order
    .filter((at) => offRoad[at] > OFF_ROAD_METERS)
    .map((at) => `locations[${at}] is ${Math.round(offRoad[at])} m from the nearest road`);
  return { ...trip, status_message: [trip.status_message, ...notes].join('; ') };
}

/** Requests the matrix of all stops but some, whose rows and columns are Infinity. */
async function matrixWithout(
  excluded: readonly number[],
  locations: readonly Position[],
  costing: Costing,
  router: Router,
  signal: AbortSignal | undefined,
): Promise<TravelMatrix> {
  if (excluded.length === 0) return router.matrix(locations, costing, signal);
  const count = locations.length;
  const included = locations.map((_, at) => at).filter((at) => !excluded.includes(at));
  const places = included.map((at) => locations[at]);
  const known = await router.matrix(places, costing, signal);
  const seconds = new Float64Array(count * count).fill(Infinity);
  const meters = new Float64Array(count * count).fill(Infinity);
  included.forEach((from, row) =>
    included.forEach((to, column) => {
      seconds[from * count + to] = known.seconds[row * included.length + column];
      meters[from * count + to] = known.meters[row * included.length + column];
    }),
  );
  return { seconds, meters };
}

function stopsError(locations: readonly Position[], stops: readonly number[], why: string): GeomillError {
  const listed = stops.slice(0, MAX_LISTED).map((at) => {
    const { lat, lon } = locations[at];
    return `locations[${at}] (${lat},${lon})`;
  });
  const more = stops.length > listed.length ? ` and ${stops.length - listed.length} more` : '';
  return new GeomillError('INVALID_REQUEST', `json.${listed.join(', ')}${more}: ${why}`, {
    details: { stops: [...stops] },
  });
}

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
