import type { FleetRequest, FleetVehicle } from '../../../contract/records/fleet.ts';
import type { OptimizedTrip, Trip } from '../../../contract/records/optimized-trip.ts';
import { failure } from '../../../base/errors/geomill-error.ts';
import { valueAt } from '../../../base/geo/piecewise-linear.ts';
import type { FleetPlan, FleetProblem, Vehicle } from '../fleet/fleet-problem.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { Costing } from '../costing.ts';
import { slotsOf } from '../fleet/slots.ts';
import type { Router, TravelMatrix } from '../router.ts';
import { contractTrip } from './contract-trip.ts';

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
  const seconds = isOverRoads ? atSpeeds(matrix, fleet) : matrix.seconds;
  const problem = fleetProblem(count, fleet, { seconds, meters: matrix.meters });
  const plan = await planFleet(isBounded ? { ...problem, mostWork: count * WORK_PER_STOP } : problem);
  const tours = [];
  for (const { vehicle, places, times } of plan.tours) {
    tours.push({
      ...(fleet.fleet && { vehicle }),
      trip: await routeThrough(places),
      arrival_seconds: times.map(({ begin }) => Math.round(begin)),
      reached_seconds: times.map(({ reached }) => Math.round(reached)),
      departure_seconds: times.map(({ end }) => Math.round(end)),
      leg_seconds: places.slice(1).map((place, at) => seconds[places[at] * count + place]),
    });
  }
  const trip = tours[0]?.trip ?? (await routeThrough([0, count - 1]));
  const unserved = plan.unserved.map(({ stop, reason, lacksSeconds }) => ({
    original_index: stop,
    // Such a stop has no route either, but that is not the cause.
    reason: far.includes(stop) ? ('outside' as const) : reason,
    ...(lacksSeconds !== undefined && { lacks_seconds: Math.ceil(lacksSeconds) }),
  }));
  return { trip, geomill: { tours, unserved } };
}

/**
 * Computes when a stop more can be served by tours that were planned.
 *
 * Cost: a row and a column of the matrix, no search. Shape: `trip` is that from the start over the stop to the end.
 */
export async function computeSlots(
  locations: readonly Position[],
  fleet: FleetRequest,
  costing: Costing,
  router: Router,
  signal: AbortSignal | undefined,
): Promise<OptimizedTrip> {
  const count = locations.length;
  const { stop, tours } = fleet.slot as NonNullable<FleetRequest['slot']>;
  const here = [locations[stop] ?? locations[0]];
  const [from, to] = await Promise.all([
    router.matrix(here, costing, signal, locations),
    router.matrix(locations, costing, signal, here),
  ]);
  const speeds = (matrix: TravelMatrix) =>
    router.notice === undefined ? atSpeeds(matrix, fleet) : matrix.seconds;
  const seconds = new Float64Array(count * count).fill(Infinity);
  const meters = new Float64Array(count * count);
  speeds(from).forEach((time, at) => (seconds[stop * count + at] = time));
  speeds(to).forEach((time, at) => (seconds[at * count + stop] = time));
  const [first, last] = [locations[0], locations[count - 1]];
  const isRound = first.lat === last.lat && first.lon === last.lon;
  for (const { order, leg_seconds: legs } of tours)
    legs.forEach((time, at) => {
      seconds[order[at] * count + order[at + 1]] = time;
      // A trip more begins with the leg that would have been the way home.
      if (isRound && order[at + 1] === count - 1) seconds[order[at] * count] = time;
    });
  const problem = fleetProblem(count, fleet, { seconds, meters });
  const slots = slotsOf(
    problem,
    tours.map(({ vehicle, order }) => ({ vehicle, places: order })),
    stop,
  );
  const [trip] = await router.route(
    { stops: [first, here[0], last], costing, language: 'en-US', alternates: 0, units: 'kilometers' },
    signal,
  );
  return {
    trip: contractTrip(trip, [0, stop, count - 1]),
    geomill: {
      tours: [],
      unserved: [],
      slots: slots.map(({ vehicle, from: begin, until, added }) => ({
        vehicle,
        from_seconds: begin,
        until_seconds: until < Infinity ? until : null,
        added_seconds: added,
      })),
    },
  };
}

/** Builds the problem of a request. Errors: INVALID_REQUEST for a list of another length than the locations, or an index of none. */
function fleetProblem(count: number, fleet: FleetRequest, matrix: TravelMatrix): FleetProblem {
  const listed = <T>(name: keyof FleetRequest): readonly T[] | undefined => {
    const given = fleet[name] as readonly T[] | undefined;
    if (given !== undefined && given.length !== count)
      throw failure('INVALID_REQUEST', 'fleet.otherLength', { name, given: given.length, count });
    return given;
  };
  const indexed = (name: keyof FleetRequest, at: number) => {
    if (at >= count) throw failure('INVALID_REQUEST', 'fleet.noLocation', { name, at, count });
    return at;
  };
  const numbers = (name: keyof FleetRequest, absent: number) => {
    const given = listed<number | null>(name);
    return Float64Array.from({ length: count }, (_, at) => given?.[at] ?? absent);
  };
  const vehicles = vehiclesOf(count, fleet).map((vehicle) => ({
    ...vehicle,
    start: indexed('fleet', vehicle.start),
    end: indexed('fleet', vehicle.end),
  }));
  const ends = new Set([0, count - 1, ...vehicles.flatMap(({ start, end }) => [start, end])]);
  const pairs = (fleet.pickups ?? []).map(
    ({ pickup, delivery }) => [indexed('pickups', pickup), indexed('pickups', delivery)] as const,
  );
  const paired = pairs.flat();
  if (new Set(paired).size < paired.length || paired.some((at) => ends.has(at)))
    throw failure('INVALID_REQUEST', 'fleet.pairedTwice');
  const demands = numbers('demands', 0);
  const amounts = listed<readonly number[]>('amounts') ?? Array.from(demands, (amount) => [amount]);
  const units = Math.max(1, ...amounts.map((list) => list.length));
  const demand = new Float64Array(count * units);
  amounts.forEach((list, at) => !ends.has(at) && demand.set(list, at * units));
  for (const [pickup, delivery] of pairs)
    for (let unit = 0; unit < units; unit += 1)
      demand[pickup * units + unit] = -demand[delivery * units + unit];
  const service = numbers('service_seconds', 0);
  for (const end of ends) service[end] = 0;
  const [earliest, latest] = [numbers('earliest_seconds', 0), numbers('latest_seconds', Infinity)];
  const given = listed<readonly { from_seconds: number; until_seconds: number }[]>('windows')?.map((list) =>
    list.map(spanOf),
  );
  const windows = (given ?? Array.from(earliest, (from, at) => [{ from, until: latest[at] }])).map(
    (list, at) => (ends.has(at) ? [] : [...list].sort((a, b) => a.from - b.from)),
  );
  // The closing time of the last location is that of every vehicle.
  const returnBy = given ? Infinity : latest[count - 1];
  return {
    count,
    ...matrix,
    units,
    demand,
    service,
    windows,
    vehicles: vehicles.map((vehicle) => ({ ...vehicle, until: Math.min(vehicle.until, returnBy) })),
    rank: numbers('ranks', 1),
    pairs,
    ...(fleet.priorities && { priority: numbers('priorities', 0) }),
    ...(fleet.wished_until_seconds && { wishedUntil: numbers('wished_until_seconds', Infinity) }),
    ...(fleet.fresh_seconds && { freshSeconds: numbers('fresh_seconds', Infinity) }),
    ...(fleet.skills && { needs: listed<readonly string[]>('skills') }),
    ...(fleet.together && { together: listed<string | null>('together') }),
    ...(fleet.apart && { apart: listed<string | null>('apart') }),
    ...(fleet.aboard && { aboard: listed<number | null>('aboard') }),
    factors: (fleet.speed?.hours ?? []).map(({ from_seconds: from, factor }) => ({
      from,
      factor: 1 / factor,
    })),
    costs: {
      wait: fleet.wait_cost ?? 0,
      overtime: fleet.overtime_cost ?? 0,
      regularSeconds: fleet.regular_seconds ?? Infinity,
      balance: fleet.balance ?? 0,
      late: fleet.late_cost ?? 0,
    },
    leavesLater: fleet.leaves_later ?? false,
  };
}

const spanOf = ({
  from_seconds: from,
  until_seconds: until,
}: {
  from_seconds: number;
  until_seconds: number;
}) => ({ from, until });

function vehiclesOf(
  count: number,
  {
    vehicles = 1,
    capacity,
    max_seconds: until = Infinity,
    breaks = [],
    fleet,
    trips = 1,
    reload_seconds = 0,
    fixed_cost = 0,
  }: FleetRequest,
): Vehicle[] {
  const alike = {
    ...(capacity !== undefined && { capacity: [capacity] }),
    breaks,
    trips,
    reload_seconds,
    fixed_cost,
  };
  return (fleet ?? Array.from({ length: vehicles }, () => alike)).map((vehicle: FleetVehicle) => ({
    start: vehicle.start ?? 0,
    end: vehicle.end ?? count - 1,
    from: vehicle.from_seconds ?? 0,
    until: vehicle.until_seconds ?? until,
    capacity: vehicle.capacity ?? [],
    breaks: (vehicle.breaks ?? []).map(spanOf),
    skills: vehicle.skills ?? [],
    trips: vehicle.trips ?? 1,
    reloadSeconds: vehicle.reload_seconds ?? 0,
    fixedCost: vehicle.fixed_cost ?? 0,
    perSecond: vehicle.second_cost ?? 1,
    perMeter: vehicle.meter_cost ?? 0,
    isUnderway: vehicle.is_underway ?? false,
  }));
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
