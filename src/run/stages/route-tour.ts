import type { UNSERVED_REASONS } from '../../contract/records/fleet.ts';
import { fleetPlanOf, type Trip } from '../../contract/records/optimized-trip.ts';
import type { CallContext } from '../../contract/service.ts';
import { failure, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { englishText, message, type Message, type MessageValue } from '../../base/messages/message.ts';
import {
  fleetOf,
  fleetQuestion,
  interfaceCosting,
  isLimited,
  needsFleet,
  pointText,
  type VehicleGroup,
} from './route-fleet.ts';
import { NO_LIMITS, type StopLimits } from './route-limits.ts';
import {
  type PlaceTimes,
  timesByTravel,
  type Tour,
  type TourEnd,
  type TourPlace,
  type TourStop,
} from './route-timeline.ts';
import type { RouteOptions } from './route-options.ts';
import type { PlannedRequest } from './route-plan.ts';
import { speedTableOf } from './route-days.ts';
import type { ServiceOf } from './stage.ts';

/** The operations of the service port that plan tours. */
export type RouteService = ServiceOf<['optimizedRoute']>;

/** The stops of a tour to be planned, between a start and an end that may be rows of the batch themselves. */
export interface TourRequest {
  start: TourEnd;
  end: TourEnd;
  stops: readonly TourStop[];
  options: RouteOptions;
  /** The job states limits, so that a service that plans none fails the tour; those of detected columns are left out then. */
  statesLimits: boolean;
  /** Returns the name of a row of the batch in messages. */
  nameOf: (row: number) => Message;
  /** The batch, for what is known of its vehicles. */
  batch: string;
  /** Those of its vehicles that may serve the stops, by their index; all when left out. */
  vehicles?: readonly number[] | undefined;
}

/** The planned tours, and the rows that are in none. */
export interface TourPlan {
  tours: Tour[];
  /** What was requested, and the tours as the response has them; absent from a service that plans no fleets. */
  request?: PlannedRequest;
  /** Shape: `kind` is the reason without figures, by which rows are counted. */
  unserved: { rows: readonly number[]; reason: Message; kind: Message }[];
}

/** Enough attempts for a service that reports unreachable stops one after the other. */
const MOST_REFUSALS = 3;

/** Returns why a stop is in no tour, by the reason of the planner. Units: `lacks` is how much longer a shift would have to be, in seconds. */
export function unservedReason(reason: (typeof UNSERVED_REASONS)[number], lacks?: number): Message {
  if (reason === 'fleet' && lacks !== undefined)
    return message('unserved.fleetOrLonger', { minutes: Math.ceil(lacks / 60) });
  return message(`unserved.${reason}`);
}

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
      const plan = await requestTours({ ...request, stops }, service, context);
      return { ...plan, unserved: [...unreachable, ...plan.unserved] };
    } catch (error) {
      const refused = attempt < MOST_REFUSALS ? refusedStops(error, stops.length) : [];
      if (refused.length === 0) throw named(error, { ...request, stops });
      const reason = isCutOff(error) ? message('stage.noRouteToOthers') : unservedReason('outside');
      for (const at of refused)
        unreachable.push({ rows: (stops[at] as TourStop).rows, reason, kind: reason });
      stops = stops.filter((_, at) => !refused.includes(at));
    }
  }
}

/** Reports whether the stops that an error reports have no route to the others. */
const isCutOff = (error: unknown) =>
  isGeomillError(error, 'INVALID_REQUEST') && error.details.isCutOff === true;

/** Returns the indexes of the stops that an error reports; none where it reports the start, the end or something else. */
function refusedStops(error: unknown, count: number): number[] {
  if (!isGeomillError(error, 'INVALID_REQUEST')) return [];
  const refused = (error.details.stops ?? []).map((location) => location - 1);
  return refused.every((at) => at >= 0 && at < count) ? refused : [];
}

/** Returns the failure of a request with the rows of the input in place of indexes of the request. */
function named(error: unknown, request: TourRequest): unknown {
  if (!isGeomillError(error)) return error;
  const reason = namedReason(error.reason, request);
  return englishText(reason) === error.message
    ? error
    : new GeomillError(error.code, reason, { cause: error, details: error.details });
}

/** Returns a message with names in place of indexes, in the texts that are its values. */
function namedReason(reason: Message, request: TourRequest): Message {
  const valueOf = (value: MessageValue): MessageValue => {
    if (typeof value === 'number') return value;
    if (typeof value === 'string') return nameLocations(value, request);
    return 'code' in value ? namedReason(value, request) : value.map(valueOf);
  };
  const values = Object.entries(reason.values ?? {}).map(([name, value]) => [name, valueOf(value)] as const);
  return { code: reason.code, ...(values.length > 0 && { values: Object.fromEntries(values) }) };
}

/** Replaces the indexes of a request in a text of the service by what they mean to the user. */
function nameLocations(text: string, { start, end, stops, nameOf }: TourRequest): string {
  const named = (row: number) => englishText(nameOf(row));
  const nameOfEnd = (name: string, { rows: [row] }: TourEnd) =>
    row === undefined ? name : `${name} (${named(row)})`;
  return text.replace(/(?:json\.)?locations\[(\d+)\]/g, (_, digits: string) => {
    const at = Number(digits);
    if (at === 0) return nameOfEnd('the start', start);
    const stop = stops[at - 1];
    return stop === undefined ? nameOfEnd('the end', end) : `stop ${at} (${stop.rows.map(named).join(', ')})`;
  });
}

/** Returns the vehicles of a batch that start at a place. */
export const depotOf = (batch: string, { position }: TourEnd): VehicleGroup => ({
  batch,
  depot: pointText(position),
});

async function requestTours(
  request: TourRequest,
  service: RouteService,
  context: CallContext,
): Promise<TourPlan> {
  const { start, end, stops, options } = request;
  const locations: TourPlace[] = [endPlace(start), ...stops, endPlace(end)];
  // The interface requires three locations: a tour without stops repeats its start.
  if (locations.length === 2) locations.splice(1, 0, endPlace({ position: start.position, rows: [] }));
  const limits = stops.map((stop) => stop.limits);
  const isFleet = needsFleet(options, limits);
  const group = depotOf(request.batch, start);
  const vehicles = isFleet ? fleetOf(options, stops.length, group, request.vehicles) : undefined;
  if (vehicles) locations.splice(-1, 0, ...vehicles.ends.map((position) => endPlace({ position, rows: [] })));
  const sent = { locations, geomill: fleetQuestion(options, limits, vehicles) };
  const json = {
    locations: locations.map(({ position: { lat, lon } }) => ({ lat, lon })),
    costing: interfaceCosting(options.costing),
    directions_options: { units: 'km' as const, ...(options.language && { language: options.language }) },
    ...(isFleet && { geomill: sent.geomill }),
  };
  const response = await service.optimizedRoute({ json, admin_v2: options.admin_v2 !== false }, context);
  const tourOf = (trip: Trip): Omit<Tour, 'times'> => {
    const { status_message: status } = trip;
    const offRoad = offRoadOf(status);
    return {
      trip: status === undefined ? trip : { ...trip, status_message: nameLocations(status, request) },
      places: trip.locations.map(({ original_index: at }, nth) => ({
        ...(locations[at] ?? endPlace(end)),
        offRoadMeters: offRoad.get(at),
        ...(isFleet && at === 0 && nth > 0 && { isReload: true }),
      })),
    };
  };
  const oneTour = (remarks?: readonly Message[]): TourPlan => {
    const tour = tourOf(response.trip);
    return { tours: [{ ...tour, times: timesByTravel(tour), ...(remarks && { remarks }) }], unserved: [] };
  };
  if (!isFleet) {
    const plan = oneTour();
    const { trip, times } = plan.tours[0] as Tour;
    const order = trip.locations.map(({ original_index }) => original_index);
    const legs = trip.legs.map(({ summary }) => summary.time);
    return { ...plan, request: { ...sent, tours: [{ order, legs, times }] } };
  }
  const fleet = fleetPlanOf(response);
  if (!fleet && !request.statesLimits) return oneTour(leftOut(options, limits));
  if (!fleet) throw failure('NOT_SUPPORTED', 'stage.noFleetPlanned');
  const tours = fleet.tours.map(({ trip, vehicle = -1, ...seconds }) => {
    const times = timesOf(seconds);
    return { ...tourOf(trip), times, vehicle: vehicles?.names[vehicle], day: vehicles?.days[vehicle] };
  });
  return {
    tours,
    request: {
      ...sent,
      vehicles: vehicles?.numbers,
      tours: fleet.tours.map(({ trip, vehicle, leg_seconds: legs }, at) => ({
        vehicle,
        order: trip.locations.map(({ original_index }) => original_index),
        legs,
        times: tours[at]?.times ?? [],
      })),
    },
    unserved: fleet.unserved.map(({ original_index, reason, lacks_seconds }) => ({
      rows: locations[original_index]?.rows ?? [],
      reason: unservedReason(reason, lacks_seconds),
      kind: unservedReason(reason),
    })),
  };
}

function endPlace({ position, rows }: TourEnd): TourPlace {
  return { position, rows, limits: NO_LIMITS, rowLimits: rows.map(() => NO_LIMITS) };
}

/** Returns the distances from the road that a response reports, by the index of the location in the request. Units: metres. */
function offRoadOf(message = ''): Map<number, number> {
  const matches = message.matchAll(/locations\[(\d+)\] is (\d+) m from the nearest road/g);
  return new Map([...matches].map(([, at, meters]) => [Number(at), Number(meters)]));
}

/** Returns the times of a tour of a fleet. */
function timesOf({
  arrival_seconds: begins,
  reached_seconds: reached,
  departure_seconds: left,
}: Record<'arrival_seconds' | 'reached_seconds' | 'departure_seconds', number[]>): PlaceTimes[] {
  return begins.map((begin, at) => ({ reached: reached[at] ?? begin, begin, left: left[at] ?? begin }));
}

/** Returns what the order and the times of a tour leave out. */
function leftOut(options: RouteOptions, limits: readonly StopLimits[]): Message[] {
  const remarks: Message[] = [];
  if (isLimited(limits)) remarks.push(message('stage.noOpeningTimes'));
  if (speedTableOf(options) !== undefined) remarks.push(message('stage.ownSpeeds'));
  return remarks;
}
