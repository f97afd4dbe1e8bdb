import type { FleetRequest } from '../../../contract/records/fleet.ts';
import type { OptimizedTrip, Trip } from '../../../contract/records/optimized-trip.ts';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { message } from '../../../base/messages/message.ts';
import { valueAt } from '../../../base/geo/piecewise-linear.ts';
import { modelOf } from '../fleet/fleet-model.ts';
import type { FleetPlan, FleetProblem } from '../fleet/fleet-problem.ts';
import { scheduleOf } from '../fleet/tours.ts';
import type { TravelMatrix } from '../router.ts';

/**
 * What the search for the tours of a request may cost for each place: 0.8 s for 60 places, 3 s for 200.
 *
 * Shape: 100 places in any number of plain tours take two thirds to nine tenths of it, so that only requests that cost more than others of their size end earlier.
 */
const WORK_PER_STOP = 600_000;

/** What the tours of a fleet are computed with. */
export interface FleetTools {
  plan: (problem: FleetProblem) => Promise<FleetPlan>;
  /** Returns the trip through stops of the request, in an order. */
  routeThrough: (order: readonly number[]) => Promise<Trip>;
  /** Stops that are far from any road. */
  far: readonly number[];
  /** False for straight lines, whose speeds are those of a city already. */
  isOverRoads: boolean;
  /** Whether a client waits for the tours. */
  isBounded: boolean;
}

/**
 * Computes an optimized route for several vehicles, or for one with limits: the stops of each vehicle, their order and times.
 *
 * Errors: INVALID_REQUEST for a list with another length than the locations.
 */
export async function computeFleetTours(
  count: number,
  fleet: FleetRequest,
  matrix: TravelMatrix,
  { plan: planFleet, routeThrough, far, isOverRoads, isBounded }: FleetTools,
): Promise<OptimizedTrip> {
  const problem = fleetProblem(count, fleet, isOverRoads ? atSpeeds(matrix, fleet) : matrix.seconds);
  const plan = await planFleet(isBounded ? { ...problem, mostWork: count * WORK_PER_STOP } : problem);
  const model = modelOf(problem);
  const tours = [];
  for (const [at, stops] of plan.tours.entries()) {
    const order = [0, ...stops, count - 1];
    const times = scheduleOf(model, order, plan.departures[at]);
    tours.push({
      trip: await routeThrough(order),
      arrival_seconds: times.map(({ begin }) => Math.round(begin)),
      reached_seconds: times.map(({ reached }) => Math.round(reached)),
      departure_seconds: times.map(({ end }) => Math.round(end)),
    });
  }
  const trip = tours[0]?.trip ?? (await routeThrough([0, count - 1]));
  const unserved = plan.unserved.map(({ stop, reason }) => ({
    original_index: stop,
    // Such a stop has no route either, but that is not the cause.
    reason: far.includes(stop) ? ('outside' as const) : reason,
  }));
  return { trip, geomill: { tours, unserved } };
}

function fleetProblem(count: number, fleet: FleetRequest, seconds: Float64Array): FleetProblem {
  const list = (name: keyof FleetRequest, defaultValue: number) => {
    const given = fleet[name] as readonly (number | null)[] | undefined;
    if (given !== undefined && given.length !== count) {
      throw new GeomillError(
        'INVALID_REQUEST',
        message('fleet.otherLength', { name, given: given.length, count }),
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
    rank: Uint8Array.from(list('ranks', 1)),
    factors: (fleet.speed?.hours ?? []).map(({ from_seconds: from, factor }) => ({
      from,
      factor: 1 / factor,
    })),
    breaks: (fleet.breaks ?? []).map(({ from_seconds: from, until_seconds: until }) => ({ from, until })),
    costs: {
      wait: fleet.wait_cost ?? 0,
      overtime: fleet.overtime_cost ?? 0,
      regularSeconds: fleet.regular_seconds ?? Infinity,
      balance: fleet.balance ?? 0,
    },
    leavesLater: fleet.leaves_later ?? false,
  };
}

/** Returns the travel times of a matrix at the speeds of a request: the mean speed of a leg on free roads stands for the class of its roads. */
function atSpeeds({ seconds, meters }: TravelMatrix, { speed }: FleetRequest): Float64Array {
  const bands = [...(speed?.bands ?? [])].sort((a, b) => a.kmh - b.kmh);
  if (bands.length === 0) return seconds;
  const factors = { x: bands.map(({ kmh }) => kmh), y: bands.map(({ factor }) => factor) };
  return seconds.map((time, at) => {
    if (time === 0 || time === Infinity) return time;
    return time / valueAt(factors, (meters[at] / time) * 3.6);
  });
}
