import type { FleetRequest } from '../../contract/records/fleet.ts';
import { NO_LIMITS, readTimeOfDay, type StopLimits } from './route-limits.ts';
import { sharesStops, type RouteOptions } from './route-options.ts';
import { speedQuestion, speedTableOf } from './route-speed.ts';

const DAY_SECONDS = 86_400;
/** Cost of a minute of waiting and of overtime, in minutes of driving, if a job says nothing. */
const WAIT_COST = 0.5;
const OVERTIME_COST = 2;

/** Means of travel that the interface has not. */
const OWN_COSTINGS = { motorbike: 'motorcycle', truck: 'truck' } as const;

/**
 * Reports whether stops need the plan of a fleet: for one vehicle without limits, the order of the shortest travel time is the best, whatever waiting and
 * overtime cost.
 */
export function needsFleet(options: RouteOptions, stops: readonly StopLimits[]): boolean {
  const { costing, end_by, breaks = [] } = options;
  return (
    stops.length > 0 &&
    (sharesStops(options) ||
      isLimited(stops) ||
      ownCosting(costing) !== undefined ||
      speedTableOf(options) !== undefined ||
      end_by !== undefined ||
      breaks.length > 0)
  );
}

/** Reports whether any stop has a window, or is to be first or last. */
export function isLimited(stops: readonly StopLimits[]): boolean {
  return stops.some(
    ({ earliestSeconds, latestSeconds, rank }) => earliestSeconds > 0 || latestSeconds !== null || rank !== 1,
  );
}

/** Returns the means of travel of a request that the interface has not; undefined for one that it has. */
function ownCosting(costing: RouteOptions['costing']): FleetRequest['costing'] {
  return costing === 'motorbike' || costing === 'truck' ? OWN_COSTINGS[costing] : undefined;
}

/** Returns the means of travel of a request, by the words of the interface. */
export function interfaceCosting(
  costing: RouteOptions['costing'] = 'auto',
): 'auto' | 'bicycle' | 'pedestrian' {
  return costing === 'motorbike' || costing === 'truck' ? 'auto' : costing;
}

/** Builds the fleet part of a request, for stops between a start and an end. */
export function fleetQuestion(options: RouteOptions, stops: readonly StopLimits[]): FleetRequest {
  const all = [NO_LIMITS, ...stops, NO_LIMITS];
  const depart = readTimeOfDay(options.depart ?? '08:00') ?? 0;
  const costing = ownCosting(options.costing);
  const table = speedTableOf(options);
  const longest = longestTour(options, depart);
  const { capacity, regular_hours: regularHours } = options;
  return {
    vehicles: options.vehicles ?? 1,
    ...(capacity !== undefined && { capacity }),
    demands: all.map(({ demand }) => demand),
    service_seconds: all.map(({ serviceSeconds }) => serviceSeconds),
    earliest_seconds: all.map(({ earliestSeconds }) => earliestSeconds),
    latest_seconds: all.map(({ latestSeconds }) => latestSeconds),
    ...(longest !== undefined && { max_seconds: longest }),
    ...(stops.some(({ rank }) => rank !== 1) && { ranks: all.map(({ rank }) => rank) }),
    ...(costing !== undefined && { costing }),
    ...(table !== undefined && { speed: speedQuestion(table, depart) }),
    ...(options.breaks !== undefined && { breaks: breaksFrom(options.breaks, depart) }),
    wait_cost: options.wait_cost ?? WAIT_COST,
    ...(regularHours !== undefined && {
      overtime_cost: options.overtime_cost ?? OVERTIME_COST,
      regular_seconds: regularHours * 3600,
    }),
    ...(options.balance !== undefined && { balance: options.balance }),
    leaves_later: options.later_departure ?? true,
  };
}

/** Returns the time by which tours have ended. Units: seconds from the departure. */
function longestTour({ max_hours: hours, end_by: end }: RouteOptions, depart: number): number | undefined {
  const limits = [
    ...(hours === undefined ? [] : [hours * 3600]),
    ...(end === undefined ? [] : [untilNext(readTimeOfDay(end) ?? 0, depart)]),
  ];
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** Returns the time from the departure to the next such time of day. Units: seconds. */
function untilNext(ofDay: number, depart: number): number {
  return ofDay > depart ? ofDay - depart : ofDay + DAY_SECONDS - depart;
}

/** Returns the breaks of two days from the departure on. Units: seconds from the departure. */
export function breaksFrom(
  breaks: readonly string[],
  depart: number,
): { from_seconds: number; until_seconds: number }[] {
  return breaks.flatMap((text) => {
    const [from = 0, until = 0] = text.split('-').map((time) => readTimeOfDay(time));
    const length = untilNext(until, from);
    return [0, DAY_SECONDS].flatMap((day) => {
      const begin = from + day - depart;
      if (begin + length <= 0) return [];
      return [{ from_seconds: Math.max(0, begin), until_seconds: begin + length }];
    });
  });
}
