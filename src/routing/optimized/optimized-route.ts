import type { FleetQuestion } from '../../contract/records/fleet.ts';
import type { OptimizedTrip } from '../../contract/records/optimized-trip.ts';
import { GeomillError } from '../../errors/geomill-error.ts';
import type { Position } from '../../geo/position.ts';
import type { Costing } from '../costing.ts';
import { orderStops } from '../ordering/order-stops.ts';
import { OFF_ROAD_METERS, type Router, type TravelMatrix } from '../router.ts';
import { contractTrip } from './contract-trip.ts';
import { answerFleetRoute } from './fleet-route.ts';
import { stopsOutOfReach } from './stops-out-of-reach.ts';

/** Holds a question for an optimized route, as the contract has checked it. */
export interface OptimizedRouteRequest {
  locations: readonly Position[];
  costing: Costing;
  units: 'km' | 'mi';
  fleet?: FleetQuestion;
}

/** Counts the stops that are ordered at most. */
export const MOST_STOPS = 200;
const LEAST_STOPS = 3;
const MOST_NAMED = 10;

/**
 * Answers /optimized-route: the stops in the order of the shortest time, first and last fixed, and the way through them.
 *
 * Shape: stops that are some way off the road are named in `status_message`. With several vehicles, stops that cannot be reached are
 * unserved; with one, they fail the question.
 * Errors: INVALID_REQUEST naming the stops that are off the road or out of reach, by their place in the request; those of the router.
 * Guarantee: the same question over the same roads has the same answer.
 * Source: interface document, sections 2.5 and 4.8.
 */
export async function computeOptimizedRoute(
  { locations, costing, units, fleet }: OptimizedRouteRequest,
  router: Router,
  signal?: AbortSignal,
): Promise<OptimizedTrip> {
  const count = locations.length;
  if (count > MOST_STOPS || count < LEAST_STOPS) {
    const fault = count > MOST_STOPS ? `too many; at most ${MOST_STOPS}` : `too few; at least ${LEAST_STOPS}`;
    throw new GeomillError('INVALID_REQUEST', `json.locations: ${count} are ${fault}`);
  }
  const offRoad = await router.roadDistances(locations, costing, signal);
  const routeThrough = async (order: readonly number[]) => {
    const stops = order.map((at) => locations[at] as Position);
    const asked = { stops, costing, language: 'en-US', alternates: 0 } as const;
    const trips = await router.route({ ...asked, units: units === 'mi' ? 'miles' : 'kilometers' }, signal);
    if (!trips[0]) throw new GeomillError('RESPONSE_INVALID', 'the router answers no trip');
    const trip = contractTrip(trips[0], order);
    const notes = order
      .filter((at) => (offRoad[at] as number) > OFF_ROAD_METERS)
      .map((at) => `locations[${at}] is ${Math.round(offRoad[at] as number)} m from the nearest road`);
    return { ...trip, status_message: [trip.status_message, ...notes].join('; ') };
  };
  const stops = locations.map((_, at) => at);
  const far = stops.filter((at) => offRoad[at] === Infinity);
  // One far stop would fail the whole trip, and nobody would know which.
  if (far.length > 0 && (!fleet || far.includes(0) || far.includes(count - 1)))
    throw refusal(locations, far, `farther than 1 km from any road for ${costing}`);
  const matrix = await matrixWithout(far, locations, costing, router, signal);
  if (fleet) return answerFleetRoute(count, fleet, matrix, routeThrough);
  const { order, cost } = orderStops({ count, costs: matrix.seconds });
  if (cost === Infinity)
    throw refusal(locations, stopsOutOfReach(count, matrix.seconds), 'without a way to or from the others');
  return { trip: await routeThrough([...order]) };
}

/** Asks for the matrix of stops of which some cannot be asked for. */
async function matrixWithout(
  far: readonly number[],
  locations: readonly Position[],
  costing: Costing,
  router: Router,
  signal: AbortSignal | undefined,
): Promise<TravelMatrix> {
  if (far.length === 0) return router.matrix(locations, costing, signal);
  const count = locations.length;
  const near = locations.map((_, at) => at).filter((at) => !far.includes(at));
  const known = await router.matrix(
    near.map((at) => locations[at] as Position),
    costing,
    signal,
  );
  const seconds = new Float64Array(count * count).fill(Infinity);
  const meters = new Float64Array(count * count).fill(Infinity);
  near.forEach((from, row) =>
    near.forEach((to, column) => {
      seconds[from * count + to] = known.seconds[row * near.length + column] as number;
      meters[from * count + to] = known.meters[row * near.length + column] as number;
    }),
  );
  return { seconds, meters };
}

function refusal(locations: readonly Position[], stops: readonly number[], why: string): GeomillError {
  const named = stops.slice(0, MOST_NAMED).map((at) => {
    const { lat, lon } = locations[at] as Position;
    return `locations[${at}] (${lat},${lon})`;
  });
  const more = stops.length > named.length ? ` and ${stops.length - named.length} more` : '';
  return new GeomillError('INVALID_REQUEST', `json.${named.join(', ')}${more}: ${why}`, {
    details: { stops: [...stops] },
  });
}
