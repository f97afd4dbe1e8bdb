import type { FleetRequest } from '../../../contract/records/fleet.ts';
import type { OptimizedTrip, Trip } from '../../../contract/records/optimized-trip.ts';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import type { FleetPlan, FleetProblem } from '../fleet/fleet-problem.ts';
import type { TravelMatrix } from '../router.ts';

/** What the tours of a fleet are computed with. */
export interface FleetTools {
  plan: (problem: FleetProblem) => Promise<FleetPlan>;
  /** Returns the trip through stops of the request, in an order. */
  routeThrough: (order: readonly number[]) => Promise<Trip>;
}

/**
 * Computes an optimized route for several vehicles, or for one with limits: the stops of each vehicle, their order and arrival times.
 *
 * Errors: INVALID_REQUEST for a list with another length than the locations.
 */
export async function computeFleetTours(
  count: number,
  fleet: FleetRequest,
  matrix: TravelMatrix,
  { plan: planFleet, routeThrough }: FleetTools,
): Promise<OptimizedTrip> {
  const problem = fleetProblem(count, fleet, matrix);
  const plan = await planFleet(problem);
  const tours = [];
  for (const stops of plan.tours) {
    const order = [0, ...stops, count - 1];
    tours.push({ trip: await routeThrough(order), arrival_seconds: arrivals(problem, order) });
  }
  const trip = tours[0]?.trip ?? (await routeThrough([0, count - 1]));
  const unserved = plan.unserved.map(({ stop, reason }) => ({ original_index: stop, reason }));
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
