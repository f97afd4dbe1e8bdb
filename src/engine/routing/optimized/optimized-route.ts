import { FEWEST_STOPS, MOST_STOPS } from '../../../contract/operations/optimized-route.ts';
import type { FleetRequest } from '../../../contract/records/fleet.ts';
import type { CallContext } from '../../../contract/service.ts';
import type { OptimizedTrip, Trip } from '../../../contract/records/optimized-trip.ts';
import { failure, GeomillError } from '../../../base/errors/geomill-error.ts';
import { englishText, message, type Message } from '../../../base/messages/message.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { Costing } from '../costing.ts';
import { OFF_ROAD_METERS, type Router, type TravelMatrix } from '../router.ts';
import { createStraightRouter, OUTSIDE_NOTICE } from '../straight/straight-router.ts';
import { contractTrip } from './contract-trip.ts';
import { computeFleetTours, computeSlots } from './fleet-tours.ts';
import { createOwnPlanner, type TourPlanner } from './tour-planner.ts';

/** A request for an optimized route, checked by the contract. */
export interface OptimizedRouteRequest {
  locations: readonly Position[];
  costing: Costing;
  units: 'km' | 'mi';
  /** Language of the instructions; English if left out. */
  language?: 'en' | 'vi';
  fleet?: FleetRequest;
}

/** Most stops that an error message lists. */
const MAX_LISTED = 10;

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
  { signal, isBounded = false }: CallContext = {},
  planner: TourPlanner = createOwnPlanner(),
): Promise<OptimizedTrip> {
  const { locations, costing, fleet } = request;
  const count = locations.length;
  checkCount(count - (fleet?.slot ? 1 : 0));
  if (fleet?.slot) return computeSlots(locations, fleet, costing, router, signal);
  const offRoad = await router.roadDistances(locations, costing, signal);
  const far = locations.map((_, at) => at).filter((at) => offRoad[at] === Infinity);
  if (isOutside(far, count))
    return computeOptimizedRoute(
      request,
      createStraightRouter(OUTSIDE_NOTICE),
      { signal, isBounded },
      planner,
    );
  // Valhalla fails the whole trip for one far stop, and does not report which stop it is.
  if (far.length > 0 && (!fleet || far.includes(0) || far.includes(count - 1)))
    throw stopsError(locations, far, message('routing.farFromRoad', { costing }));
  const matrix = await matrixWithout(far, locations, costing, router, signal);
  const routeThrough = (order: readonly number[]) => routeInOrder(order, request, offRoad, router, signal);
  if (fleet)
    return computeFleetTours(count, fleet, matrix, {
      plan: (problem) => planner.plan(problem, signal),
      routeThrough,
      far,
      isOverRoads: router.notice === undefined,
      isBounded,
    });
  const { order, cost } = await planner.order({ count, costs: matrix.seconds }, signal);
  if (cost === Infinity)
    throw stopsError(
      locations,
      unreachableStops(count, matrix.seconds),
      message('routing.unreachable'),
      true,
    );
  return { trip: await routeThrough([...order]) };
}

/** Reports whether the roads are elsewhere: all stops are far from them. One stop between a start and an end that are not is a wrong stop. */
function isOutside(far: readonly number[], count: number): boolean {
  const stops = far.filter((at) => at > 0 && at < count - 1).length;
  return stops === count - 2 && far.length > 1;
}

function checkCount(count: number): void {
  if (count >= FEWEST_STOPS && count <= MOST_STOPS) return;
  const reason =
    count > MOST_STOPS
      ? message('routing.tooManyStops', { count, most: MOST_STOPS })
      : message('routing.tooFewStops', { count, least: FEWEST_STOPS });
  throw new GeomillError('INVALID_REQUEST', reason);
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
  if (!best) throw failure('RESPONSE_INVALID', 'routing.noTrip');
  const trip = contractTrip(best, order);
  const notes = order
    .filter((at) => offRoad[at] > OFF_ROAD_METERS)
    .map((at) =>
      englishText(message('routing.offRoad', { stop: `locations[${at}]`, meters: Math.round(offRoad[at]) })),
    );
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

function stopsError(
  locations: readonly Position[],
  stops: readonly number[],
  fault: Message,
  isCutOff = false,
): GeomillError {
  const listed = stops.slice(0, MAX_LISTED).map((at) => {
    const { lat, lon } = locations[at];
    return `locations[${at}] (${lat},${lon})`;
  });
  const more = stops.length - listed.length;
  return new GeomillError('INVALID_REQUEST', message('routing.badStops', { stops: listed, more, fault }), {
    details: { stops: [...stops], ...(isCutOff && { isCutOff }) },
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
