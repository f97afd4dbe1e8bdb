import type { Break, TravelFactor } from './work-clock.ts';

/**
 * What the tours of a fleet cost beside their travel.
 *
 * Units: seconds of travel for a second of waiting, for a second of work beyond `regularSeconds`, and for a second that a vehicle works less than the
 * one that works longest.
 */
export interface FleetCosts {
  wait: number;
  overtime: number;
  regularSeconds: number;
  balance: number;
}

/**
 * A routing problem with several vehicles: each leaves the first place, serves stops, and ends at the last place.
 *
 * Shape: arrays by place; the first and last place have no demand, service time or time window, except that `latest` of the last place is
 * the latest return of every vehicle. `seconds` row by row, Infinity if there is no route. `rank` 0 for the first stops of a tour, 2 for its last
 * ones, 1 for all others. `leavesLater`: a vehicle leaves as late as it can without returning later.
 * `mostWork`: about how much the search may cost, in steps as of `workOf`; no limit when left out.
 * Units: seconds from the earliest departure; `demand` and `capacity` in any common unit.
 */
export interface FleetProblem {
  count: number;
  seconds: Float64Array;
  demand: Float64Array;
  service: Float64Array;
  earliest: Float64Array;
  latest: Float64Array;
  vehicles: number;
  capacity: number;
  rank?: Uint8Array;
  factors?: readonly TravelFactor[];
  breaks?: readonly Break[];
  costs?: FleetCosts;
  leavesLater?: boolean;
  mostWork?: number;
}

/** The reason why a stop is not served. */
export type UnservedReason = 'unreachable' | 'demand' | 'window' | 'duration' | 'fleet';

/**
 * The tours of a fleet.
 *
 * Shape: `tours` list the stops between the first and the last place, in order; none is empty. `departures` has the departure of each.
 * Units: `cost` in seconds of travel; `departures` in seconds from the earliest one.
 */
export interface FleetPlan {
  tours: number[][];
  departures: number[];
  unserved: { stop: number; reason: UnservedReason }[];
  cost: number;
}
