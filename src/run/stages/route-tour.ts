import { fleetPlanOf, type Trip } from '../../contract/records/optimized-trip.ts';
import type { CallContext } from '../../contract/service.ts';
import { GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import type { Position } from '../../base/geo/position.ts';
import { asksForFleet, type RouteOptions } from './route-options.ts';
import { fleetQuestion, type StopLimits } from './route-limits.ts';
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
  const isFleet = asksForFleet(options) && stops.length > 0;
  const limits = stops.map((stop) => stop.limits);
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
  if (!isFleet) {
    const { trip } = response;
    return { tours: [tourOf(withNames(trip), rows, travelArrivals(trip))], unserved: [] };
  }
  const fleet = fleetPlanOf(response);
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

/** Returns the arrival at each location of a trip by travel time alone. */
function travelArrivals({ legs }: Trip): number[] {
  let clock = 0;
  return [0, ...legs.map(({ summary }) => (clock += summary.time))];
}
