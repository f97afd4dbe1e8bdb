import type { Tour, TourPlace } from './route-tour.ts';

/** One location of a tour. Units: whole metres and seconds, counted from the departure of the tour. */
export interface Visit {
  legMeters: number;
  legSeconds: number;
  arrivalSeconds: number;
  /** Waiting until the stop opens. */
  waitSeconds: number;
  serviceSeconds: number;
  departureSeconds: number;
  totalMeters: number;
}

/**
 * Returns the visits of a tour in their order.
 *
 * Guarantee: leg, waiting and service of all visits add up to the second to the duration of the tour, and the legs to the metre to its length.
 */
export function timelineOf({
  trip,
  places,
  arrivalSeconds,
}: Pick<Tour, 'trip' | 'places' | 'arrivalSeconds'>): Visit[] {
  const visits: Visit[] = [];
  let departureSeconds = 0;
  let exactMeters = 0;
  let totalMeters = 0;
  places.forEach(({ limits: { earliestSeconds, serviceSeconds } }, at) => {
    const leg = trip.legs[at - 1]?.summary;
    // The planned times are those at which service begins. They are rounded before differences are taken, not after.
    const begin = Math.max(departureSeconds, Math.round(arrivalSeconds[at] ?? departureSeconds));
    const next = arrivalSeconds[at + 1];
    const span = begin - departureSeconds;
    const waits = earliestSeconds > 0 && begin === Math.round(earliestSeconds);
    const legSeconds = waits ? Math.min(span, Math.round(leg?.time ?? 0)) : span;
    const end = Math.round(begin + serviceSeconds);
    departureSeconds = next === undefined ? end : Math.max(begin, Math.min(end, Math.round(next)));
    exactMeters += (leg?.length ?? 0) * 1000;
    const legMeters = Math.round(exactMeters) - totalMeters;
    totalMeters += legMeters;
    visits.push({
      legMeters,
      legSeconds,
      arrivalSeconds: begin - (span - legSeconds),
      waitSeconds: span - legSeconds,
      serviceSeconds: departureSeconds - begin,
      departureSeconds,
      totalMeters,
    });
  });
  return visits;
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
    return { ...visit, legMeters: 0, legSeconds: 0, waitSeconds: 0, serviceSeconds: own };
  });
}
