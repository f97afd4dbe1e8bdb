import type { Position } from '../../base/geo/position.ts';
import type { Message } from '../../base/messages/message.ts';
import type { Trip } from '../../contract/records/optimized-trip.ts';
import type { StopLimits } from './route-limits.ts';

/** One location of a tour. Units: whole metres and seconds, counted from the departure of the tour. */
export interface Visit {
  legMeters: number;
  legSeconds: number;
  arrivalSeconds: number;
  /** Waiting until the stop opens, and breaks on the way to it and at it. */
  waitSeconds: number;
  serviceSeconds: number;
  departureSeconds: number;
  totalMeters: number;
}

/** A time in which nobody works. Units: seconds from the earliest departure. */
export interface BreakSpan {
  from_seconds: number;
  until_seconds: number;
}

/**
 * Returns the visits of a tour in their order.
 *
 * Guarantee: leg, waiting and service of all visits add up to the second to the duration of the tour, and the legs to the metre to its length.
 */
export function timelineOf(
  { trip, times }: Pick<Tour, 'trip' | 'times'>,
  breaks: readonly BreakSpan[] = [],
): Visit[] {
  const departure = times[0]?.left ?? 0;
  const breaksWithin = (from: number, until: number) =>
    breaks.reduce(
      (sum, each) =>
        sum + Math.max(0, Math.min(until, each.until_seconds) - Math.max(from, each.from_seconds)),
      0,
    );
  let exactMeters = 0;
  let totalMeters = 0;
  return times.map(({ reached, begin, left }, at): Visit => {
    const before = times[at - 1]?.left ?? departure;
    exactMeters += (trip.legs[at - 1]?.summary.length ?? 0) * 1000;
    const legMeters = Math.round(exactMeters) - totalMeters;
    totalMeters += legMeters;
    const legSeconds = at === 0 ? 0 : reached - before - breaksWithin(before, reached);
    const serviceSeconds = left - begin - breaksWithin(begin, left);
    return {
      legMeters,
      legSeconds,
      arrivalSeconds: reached - departure,
      waitSeconds: left - before - legSeconds - serviceSeconds,
      serviceSeconds,
      departureSeconds: left - departure,
      totalMeters,
    };
  });
}

/** Returns the times of a tour that was ordered by travel time alone. */
export function timesByTravel({ trip, places }: Pick<Tour, 'trip' | 'places'>): PlaceTimes[] {
  let clock = 0;
  return places.map(({ limits: { earliestSeconds, serviceSeconds } }, at) => {
    clock += trip.legs[at - 1]?.summary.time ?? 0;
    // The sums are rounded, not what is added.
    const reached = Math.round(clock);
    clock = Math.max(clock, earliestSeconds);
    const begin = Math.round(clock);
    clock += serviceSeconds;
    return { reached, begin, left: Math.round(clock) };
  });
}

/**
 * Returns the visit of each row of a stop: leg and waiting are those of the first one, service is shared in proportion.
 *
 * Guarantee: the visits of the rows add up to that of the stop.
 */
export function rowVisits(
  visit: Visit,
  { limits, rowLimits }: Pick<TourPlace, 'limits' | 'rowLimits'>,
): Visit[] {
  let exact = 0;
  let shared = 0;
  return rowLimits.map(({ serviceSeconds }, nth) => {
    exact += serviceSeconds;
    const upTo =
      limits.serviceSeconds === 0 ? 0 : Math.round((visit.serviceSeconds * exact) / limits.serviceSeconds);
    const own = (nth === rowLimits.length - 1 ? visit.serviceSeconds : upTo) - shared;
    shared += own;
    if (nth === 0) return { ...visit, serviceSeconds: own };
    // The others are served from when the first one is.
    const arrivalSeconds = visit.arrivalSeconds + visit.waitSeconds;
    return { ...visit, arrivalSeconds, legMeters: 0, legSeconds: 0, waitSeconds: 0, serviceSeconds: own };
  });
}

/** A stop to be put into a tour: the indexes of its rows in the batch, their position, its limits, and those of each row. */
export interface TourStop {
  rows: readonly number[];
  position: Position;
  limits: StopLimits;
  rowLimits: readonly StopLimits[];
}

/** The start or end of a tour, with the row of the batch that it is, if it is one. */
export type TourEnd = Pick<TourStop, 'position' | 'rows'>;

/** A location of a tour; at its ends nothing is limited. Units: metres; `offRoadMeters` where the service says that it is far from a road. */
export interface TourPlace extends TourStop {
  offRoadMeters?: number | undefined;
  /** The vehicle loads again. */
  isReload?: boolean;
}

/** The times of one location of a tour. Units: whole seconds from the zero of the plan. */
export interface PlaceTimes {
  /** The vehicle is there. */
  reached: number;
  /** Service begins. */
  begin: number;
  /** The vehicle leaves. */
  left: number;
}

/** A planned tour. Shape: `places` in the order of the visits, `times` of each. */
export interface Tour {
  trip: Trip;
  places: readonly TourPlace[];
  times: readonly PlaceTimes[];
  /** Name of the vehicle, and the date of its shift, where the job states them. */
  vehicle?: string | undefined;
  day?: string | undefined;
  /** What the order and the times leave out; absent where they leave out nothing. */
  remarks?: readonly Message[];
}
