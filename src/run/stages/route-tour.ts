import { fleetPlanOf, type Trip } from '../../contract/records/optimized-trip.ts';
import type { CallContext } from '../../contract/service.ts';
import { GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import type { Position } from '../../base/geo/position.ts';
import { fleetQuestion, needsFleet, type StopLimits } from './route-limits.ts';
import type { RouteOptions } from './route-options.ts';
import type { ServiceOf } from './stage.ts';

/** The operations of the service port that plan tours. */
export type RouteService = ServiceOf<['optimizedRoute']>;

/** A stop to be put into a tour: the index of its row in the batch, its position and its limits. */
export interface TourStop {
  row: number;
  position: Position;
  limits: StopLimits;
}

/** The stops of a tour to be planned, between a start and an end that may be rows of the batch themselves. */
export interface TourRequest {
  start: TourEnd;
  end: TourEnd;
  stops: readonly TourStop[];
  options: RouteOptions;
  /** The job states limits, so that a service that plans none fails the tour; those of detected columns are left out then. */
  statesLimits: boolean;
  /** Returns the name of a row of the batch in messages. */
  nameOf: (row: number) => string;
}

/** The start or end of a tour; `row` where it is a row of the batch. */
export interface TourEnd {
  position: Position;
  row?: number;
}

/**
 * A planned tour.
 *
 * Shape: `rows` are indexes of the batch in the order of the visits, -1 for a location that is no row.
 *
 * Units: `arrivalSeconds` from the departure.
 */
export interface Tour {
  trip: Trip;
  rows: number[];
  arrivalSeconds: number[];
}

/** The planned tours, and the stops that are in none. */
export interface TourPlan {
  tours: Tour[];
  unserved: { row: number; reason: string }[];
}

/** Enough attempts for a service that reports unreachable stops one after the other. */
const MOST_REFUSALS = 3;

/** The remark of a tour whose order keeps no times. */
export const NO_WINDOWS = 'this service plans no opening times: a stop may be reached after it closes';

const UNSERVED: Readonly<Record<string, string>> = {
  unreachable: 'there is no route there and back',
  demand: 'its demand is more than the capacity of a vehicle',
  window: 'it closes before it can be reached',
  duration: 'the tour would take too long',
  fleet: 'there are not enough vehicles',
};

/**
 * Plans tours; stops that the service reports as unreachable are left out, and the rest is requested again.
 *
 * Errors: those of the service; NOT_SUPPORTED where a fleet was requested of a service that plans none.
 */
export async function planTour(
  request: TourRequest,
  service: RouteService,
  context: CallContext,
): Promise<TourPlan> {
  const unreachable: TourPlan['unserved'] = [];
  let { stops } = request;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const { tours, unserved } = await requestTours({ ...request, stops }, service, context);
      return { tours, unserved: [...unreachable, ...unserved] };
    } catch (error) {
      const refused = attempt < MOST_REFUSALS ? refusedStops(error, stops.length) : [];
      if (refused.length === 0) throw named(error, { ...request, stops });
      const reason = /no route/.test((error as Error).message)
        ? 'there is no route to or from the other stops'
        : 'it is too far from any road';
      for (const at of refused) unreachable.push({ row: (stops[at] as TourStop).row, reason });
      stops = stops.filter((_, at) => !refused.includes(at));
    }
  }
}

/** Returns the indexes of the stops that an error reports; none where it reports the start, the end or something else. */
function refusedStops(error: unknown, count: number): number[] {
  if (!isGeomillError(error, 'INVALID_REQUEST')) return [];
  const refused = (error.details.stops ?? []).map((location) => location - 1);
  return refused.every((at) => at >= 0 && at < count) ? refused : [];
}

/** Returns the failure of a request with the rows of the input in place of indexes of the request. */
function named(error: unknown, request: TourRequest): unknown {
  if (!isGeomillError(error)) return error;
  const message = nameLocations(error.message, request);
  return message === error.message
    ? error
    : new GeomillError(error.code, message, { cause: error, details: error.details });
}

/** Replaces the indexes of a request in a message of the service by what they mean to the user. */
function nameLocations(message: string, { start, end, stops, nameOf }: TourRequest): string {
  const nameOfEnd = (name: string, { row }: TourEnd) =>
    row === undefined ? name : `${name} (${nameOf(row)})`;
  return message.replace(/(?:json\.)?locations\[(\d+)\]/g, (_, digits: string) => {
    const at = Number(digits);
    if (at === 0) return nameOfEnd('the start', start);
    const stop = stops[at - 1];
    return stop === undefined ? nameOfEnd('the end', end) : `stop ${at} (${nameOf(stop.row)})`;
  });
}

async function requestTours(
  request: TourRequest,
  service: RouteService,
  context: CallContext,
): Promise<TourPlan> {
  const { start, end, stops, options } = request;
  const locations: { position: Position; row: number }[] = [
    { position: start.position, row: start.row ?? -1 },
    ...stops,
    { position: end.position, row: end.row ?? -1 },
  ];
  // The interface requires three locations: a tour without stops repeats its start.
  if (locations.length === 2) locations.splice(1, 0, { position: start.position, row: -1 });
  const rows = locations.map(({ row }) => row);
  const limits = stops.map((stop) => stop.limits);
  const isFleet = needsFleet(options, limits);
  const json = {
    locations: locations.map(({ position: { lat, lon } }) => ({ lat, lon })),
    costing: options.costing ?? 'auto',
    directions_options: { units: 'km' as const, ...(options.language && { language: options.language }) },
    ...(isFleet && { geomill: fleetQuestion(options, limits) }),
  };
  const response = await service.optimizedRoute(
    { json, ...(options.admin_v2 !== undefined && { admin_v2: options.admin_v2 }) },
    context,
  );
  const withNames = (trip: Trip): Trip =>
    trip.status_message === undefined
      ? trip
      : { ...trip, status_message: nameLocations(trip.status_message, request) };
  const limitsOf = new Map(stops.map((stop) => [stop.row, stop.limits]));
  const oneTour = (trip: Trip): TourPlan => {
    const tour = tourOf(withNames(trip), rows, []);
    return { tours: [{ ...tour, arrivalSeconds: arrivalsOf(tour, limitsOf) }], unserved: [] };
  };
  if (!isFleet) return oneTour(response.trip);
  const fleet = fleetPlanOf(response);
  if (!fleet && !request.statesLimits) return oneTour(withoutWindows(response.trip));
  if (!fleet) {
    throw new GeomillError(
      'NOT_SUPPORTED',
      'this service plans no vehicles, capacities or times: use the local service, or leave those options out',
    );
  }
  return {
    tours: fleet.tours.map(({ trip, arrival_seconds }) => tourOf(withNames(trip), rows, arrival_seconds)),
    unserved: fleet.unserved.map(({ original_index, reason }) => ({
      row: rows[original_index] as number,
      reason: UNSERVED[reason] ?? reason,
    })),
  };
}

function tourOf(trip: Trip, rows: readonly number[], arrivalSeconds: number[]): Tour {
  return {
    trip,
    rows: trip.locations.map(({ original_index }) => rows[original_index] ?? -1),
    arrivalSeconds,
  };
}

/** Returns the times at which service begins at each location of a tour that was ordered by travel time alone. Units: seconds from the departure. */
function arrivalsOf({ trip, rows }: Tour, limitsOf: ReadonlyMap<number, StopLimits>): number[] {
  let clock = 0;
  return rows.map((row, at) => {
    const limits = limitsOf.get(row);
    clock = Math.max(clock + (trip.legs[at - 1]?.summary.time ?? 0), limits?.earliestSeconds ?? 0);
    const begin = clock;
    clock += limits?.serviceSeconds ?? 0;
    return begin;
  });
}

/** Returns a trip that says that its order keeps no times. */
function withoutWindows(trip: Trip): Trip {
  const message = trip.status_message ?? 'Found route between points';
  return { ...trip, status_message: `${message}; ${NO_WINDOWS}` };
}
