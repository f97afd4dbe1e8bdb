import type { OptimizedTrip, Trip } from '../contract/records/optimized-trip.ts';
import type { CallContext, GeoService } from '../contract/service.ts';
import { GeomillError, isGeomillError } from '../errors/geomill-error.ts';
import type { Position } from '../geo/position.ts';
import { asksForFleet, type RouteOptions } from './route-options.ts';
import { fleetQuestion, type StopLimits } from './route-limits.ts';

/** Holds one stop on its way into a tour: the number of its row in the batch, where it is, and its limits. */
export interface TourStop {
  row: number;
  position: Position;
  limits: StopLimits;
}

/** Holds what one tour is asked for: all stops lie between the start and the end, which may be rows of the batch themselves. */
export interface TourQuestion {
  start: TourEnd;
  end: TourEnd;
  stops: readonly TourStop[];
  options: RouteOptions;
}

/** Where a tour begins or ends; `row` where that is a row of the batch. */
export interface TourEnd {
  position: Position;
  row?: number;
}

/**
 * Holds a tour as it was answered: the rows of the batch in the order they are visited, -1 for a place that is none.
 *
 * Units: `arrivalSeconds` from the departure.
 */
export interface Tour {
  trip: Trip;
  rows: number[];
  arrivalSeconds: number[];
}

/** Says what became of the stops of a tour. */
export interface TourAnswer {
  tours: Tour[];
  /** Rows that are in no tour, with the reason. */
  left: { row: number; reason: string }[];
}

/** Often enough for a service that names the stops it refuses one after the other. */
const MOST_REFUSALS = 3;

const UNSERVED: Readonly<Record<string, string>> = {
  unreachable: 'there is no way there and back',
  demand: 'its demand is more than a vehicle can hold',
  window: 'it closes before it can be reached',
  duration: 'the tour would take too long',
  fleet: 'the vehicles are not enough for it',
};

/**
 * Asks for a tour; stops that the service names as out of reach are left out, and the rest asked again.
 *
 * Errors: those of the service; NOT_SUPPORTED where limits were asked of a service that knows none.
 */
export async function askTour(
  question: TourQuestion,
  service: GeoService,
  context: CallContext,
): Promise<TourAnswer> {
  const left: TourAnswer['left'] = [];
  let { stops } = question;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await askOnce({ ...question, stops }, service, context);
      return { tours: answer.tours, left: [...left, ...answer.left] };
    } catch (error) {
      const refused = attempt < MOST_REFUSALS ? refusedStops(error, stops.length) : [];
      if (refused.length === 0) throw error;
      for (const at of refused)
        left.push({ row: (stops[at] as TourStop).row, reason: 'it is out of reach of any road' });
      stops = stops.filter((_, at) => !refused.includes(at));
    }
  }
}

/** Reads from a refusal which stops are to blame. Shape: indexes of stops; none where the start, the end or something else is. */
function refusedStops(error: unknown, count: number): number[] {
  if (!isGeomillError(error, 'INVALID_REQUEST') || !Array.isArray(error.details.stops)) return [];
  const refused = (error.details.stops as number[]).map((location) => location - 1);
  return refused.every((at) => at >= 0 && at < count) ? refused : [];
}

async function askOnce(
  { start, end, stops, options }: TourQuestion,
  service: GeoService,
  context: CallContext,
): Promise<TourAnswer> {
  const places: { position: Position; row: number; limits?: StopLimits }[] = [
    { position: start.position, row: start.row ?? -1 },
    ...stops,
    { position: end.position, row: end.row ?? -1 },
  ];
  // The interface asks for three places at least: a way between two of them begins by staying where one is.
  if (places.length === 2) places.splice(1, 0, { position: start.position, row: -1 });
  const rows = places.map(({ row }) => row);
  const isFleet = asksForFleet(options) && stops.length > 0;
  const json = {
    locations: places.map(({ position: { lat, lon } }) => ({ lat, lon })),
    costing: options.costing ?? 'auto',
    directions_options: { units: 'km' as const },
    ...(isFleet && {
      geomill: fleetQuestion(
        options,
        stops.map(({ limits }) => limits),
      ),
    }),
  };
  const answer: OptimizedTrip = await service.optimizedRoute({ json }, context);
  if (!isFleet) return { tours: [tourOf(answer.trip, rows, travelArrivals(answer.trip))], left: [] };
  if (!answer.geomill) {
    throw new GeomillError(
      'NOT_SUPPORTED',
      'this service knows no vehicles, capacities or times: ask the local one, or leave those options out',
    );
  }
  return {
    tours: answer.geomill.tours.map(({ trip, arrival_seconds }) => tourOf(trip, rows, arrival_seconds)),
    left: answer.geomill.unserved.map(({ original_index, reason }) => ({
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

/** Tells when each place of a trip is reached by travel alone. */
function travelArrivals({ legs }: Trip): number[] {
  let clock = 0;
  return [0, ...legs.map(({ summary }) => (clock += summary.time))];
}
