import type { Break, TravelFactor } from './work-clock.ts';

/**
 * What the tours of a fleet cost beside their travel.
 *
 * Units: seconds of travel for a second of waiting, for a second of work beyond `regularSeconds`, for a second that a vehicle works less than the
 * one that works longest, and for a second after a wished time.
 */
export interface FleetCosts {
  wait: number;
  overtime: number;
  regularSeconds: number;
  balance: number;
  late: number;
}

/** A time in which service may begin, both ends included. */
export interface Window {
  from: number;
  until: number;
}

/**
 * A vehicle in one shift.
 *
 * Shape: `start` and `end` are places; `trips` is how often it may load at place 0. `isUnderway`: it has left with what is on board, and
 * everything else is loaded at place 0 first. Units: `capacity` by unit; `perSecond` and `perMeter` in seconds of travel.
 */
export interface Vehicle {
  start: number;
  end: number;
  from: number;
  until: number;
  capacity: readonly number[];
  breaks: readonly Break[];
  skills: readonly string[];
  trips: number;
  reloadSeconds: number;
  fixedCost: number;
  perSecond: number;
  perMeter: number;
  isUnderway: boolean;
}

/**
 * One day, or several, of vehicles and stops: the model that search, simulation and responses share.
 *
 * Shape: lists by place. Place 0 is the depot; a stop is a place that is neither the depot, nor the last place, nor an end of a vehicle. `demand` has
 * `units` numbers for each place: what is delivered from the depot or from a pickup, and negative at a pickup. `windows` empty: at any time.
 * `rank` 0 for the first stops of a trip, 2 for its last ones, 1 for all others. `pairs`: pickup and delivery, in one trip and in this order.
 * `freshSeconds`: longest time between loading and the stop. `together`, `apart`: stops with the same text share a vehicle, or never do. `aboard`: the vehicle that has the goods on board.
 * `leavesLater`: a vehicle leaves as late as it can without returning later. `mostWork`: about how much the search may cost, in steps as of `workOf`; no limit when left out.
 * Units: seconds from one point in time for all, such as the first day's midnight.
 */
export interface FleetProblem {
  count: number;
  seconds: Float64Array;
  meters?: Float64Array;
  units: number;
  demand: Float64Array;
  service: Float64Array;
  windows: readonly (readonly Window[])[];
  vehicles: readonly Vehicle[];
  rank?: ArrayLike<number>;
  priority?: ArrayLike<number>;
  wishedUntil?: ArrayLike<number>;
  pairs?: readonly (readonly [pickup: number, delivery: number])[];
  freshSeconds?: ArrayLike<number>;
  needs?: readonly (readonly string[])[];
  together?: readonly (string | null)[];
  apart?: readonly (string | null)[];
  aboard?: readonly (number | null)[];
  factors?: readonly TravelFactor[];
  costs?: FleetCosts;
  leavesLater?: boolean;
  mostWork?: number;
}

/** The reason why a stop is not served. */
export type UnservedReason = 'unreachable' | 'demand' | 'skills' | 'window' | 'duration' | 'fresh' | 'fleet';

/** A stop that is not served. Units: `lacksSeconds` is how much longer the shift of a vehicle would have to be; absent where that is no help. */
export interface UnservedStop {
  stop: number;
  reason: UnservedReason;
  lacksSeconds?: number;
}

/** The times at one place of a tour: reached, begin and end of its service. Units: as of the problem. */
export interface StopTimes {
  reached: number;
  begin: number;
  end: number;
}

/** The tour of a vehicle. Shape: `places` from its start to its end; 0 between them is a visit of the depot, to load again. `times` of each. */
export interface PlannedTour {
  vehicle: number;
  places: readonly number[];
  times: readonly StopTimes[];
}

/** The tours of a fleet. Shape: a tour for each vehicle that is used. Units: `cost` in seconds of travel. */
export interface FleetPlan {
  tours: PlannedTour[];
  unserved: UnservedStop[];
  cost: number;
}

/** The costs of a problem that states none. */
export const NO_COSTS: FleetCosts = { wait: 0, overtime: 0, regularSeconds: Infinity, balance: 0, late: 0 };

/** Returns the stops of a problem. */
export function stopsOf({ count, vehicles }: FleetProblem): number[] {
  const ends = new Set([0, count - 1, ...vehicles.flatMap(({ start, end }) => [start, end])]);
  return Array.from({ length: count }, (_, at) => at).filter((place) => !ends.has(place));
}
