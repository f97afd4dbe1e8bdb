import type { FleetQuestion } from '../../../contract/records/fleet.ts';
import type { OptimizedTrip } from '../../../contract/records/optimized-trip.ts';
import { GeomillError } from '../../../errors/geomill-error.ts';
import type { Position } from '../../../geo/position.ts';
import type { Costing } from '../costing.ts';
import { orderStops } from '../ordering/order-stops.ts';
import type { Router, TravelMatrix } from '../router.ts';
import { contractTrip } from './contract-trip.ts';
import { answerFleetRoute } from './fleet-route.ts';

/** Holds a question for an optimized route, as the contract has checked it. */
export interface OptimizedRouteQuestion {
  locations: readonly Position[];
  costing: Costing;
  units: 'km' | 'mi';
  fleet?: FleetQuestion;
}

/** Counts the stops that are ordered at most; the contract asks for three at least. */
export const MOST_STOPS = 200;

/**
 * Answers /optimized-route: the stops in the order of the shortest time, first and last fixed, and the way through them.
 *
 * Errors: INVALID_REQUEST naming the stops that are off the road or out of reach, by their place in the request; those of the router.
 * Guarantee: the same question over the same roads has the same answer.
 * Source: interface document, sections 2.5 and 4.8.
 */
export async function answerOptimizedRoute(
  { locations, costing, units, fleet }: OptimizedRouteQuestion,
  router: Router,
  signal?: AbortSignal,
): Promise<OptimizedTrip> {
  const count = locations.length;
  if (count > MOST_STOPS) {
    throw new GeomillError(
      'INVALID_REQUEST',
      `json.locations: ${count} stops are too many; at most ${MOST_STOPS}`,
    );
  }
  const routeThrough = async (order: readonly number[]) => {
    const stops = order.map((at) => locations[at] as Position);
    const asked = { stops, costing, language: 'en-US', alternates: 0 } as const;
    const trips = await router.route({ ...asked, units: units === 'mi' ? 'miles' : 'kilometers' }, signal);
    if (!trips[0]) throw new GeomillError('RESPONSE_INVALID', 'the router answers no trip');
    return contractTrip(trips[0], order);
  };
  await refuseFarStops(locations, costing, router, signal);
  const matrix = await router.matrix(locations, costing, signal);
  if (fleet) return answerFleetRoute(count, fleet, matrix, routeThrough);
  const { order, cost } = orderStops({ count, costs: matrix.seconds });
  if (cost === Infinity) throw unreachable(locations, matrix);
  return { trip: await routeThrough([...order]) };
}

/** Refuses stops that are far from any road, all at once: one of them would fail the whole trip, and nobody would know which. */
async function refuseFarStops(
  locations: readonly Position[],
  costing: Costing,
  router: Router,
  signal: AbortSignal | undefined,
): Promise<void> {
  const distances = await router.roadDistances(locations, costing, signal);
  const far = locations.flatMap((_, at) => (distances[at] === Infinity ? [at] : []));
  if (far.length > 0) throw refusal(locations, far, `farther than 1 km from any road for ${costing}`);
}

/** Names the stops that cannot be reached from, or cannot reach, most others. */
function unreachable(locations: readonly Position[], { seconds }: TravelMatrix): GeomillError {
  const { length } = locations;
  const missing = locations.map((_, at) => {
    let count = 0;
    for (let other = 0; other < length; other += 1) {
      if (seconds[at * length + other] === Infinity) count += 1;
      if (seconds[other * length + at] === Infinity) count += 1;
    }
    return count;
  });
  const most = Math.max(...missing);
  const cut = missing.flatMap((count, at) => (count > 0 && count >= most / 2 ? [at] : []));
  return refusal(locations, cut, 'without a way to or from the others');
}

function refusal(locations: readonly Position[], stops: readonly number[], why: string): GeomillError {
  const named = stops.slice(0, 10).map((at) => {
    const { lat, lon } = locations[at] as Position;
    return `locations[${at}] (${lat},${lon})`;
  });
  const more = stops.length > named.length ? ` and ${stops.length - named.length} more` : '';
  return new GeomillError('INVALID_REQUEST', `json.${named.join(', ')}${more}: ${why}`, {
    details: { stops: [...stops] },
  });
}
