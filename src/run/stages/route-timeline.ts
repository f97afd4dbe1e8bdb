import type { StopLimits } from './route-limits.ts';
import type { Tour } from './route-tour.ts';

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

type Limits = Pick<StopLimits, 'earliestSeconds' | 'serviceSeconds'>;

/**
 * Returns the visits of a tour in their order.
 *
 * Shape: `limitsOf` returns the limits of the row of a location, if it has any.
 * Guarantee: leg, waiting and service of all visits add up to the second to the duration of the tour, and the legs to the metre to its length.
 */
export function timelineOf(
  { trip, rows, arrivalSeconds }: Tour,
  limitsOf: (row: number) => Limits | undefined,
): Visit[] {
  const visits: Visit[] = [];
  let departureSeconds = 0;
  let exactMeters = 0;
  let totalMeters = 0;
  rows.forEach((row, at) => {
    const leg = trip.legs[at - 1]?.summary;
    const { earliestSeconds = 0, serviceSeconds = 0 } = limitsOf(row) ?? {};
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
