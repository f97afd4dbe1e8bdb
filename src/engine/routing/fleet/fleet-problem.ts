/**
 * A routing problem with several vehicles: each leaves the first place, serves stops, and ends at the last place.
 *
 * Shape: arrays by place; the first and last place have no demand, service time or time window, except that `latest` of the last place is
 * the latest return of every vehicle. `seconds` row by row, Infinity if there is no route.
 * Units: seconds from the departure; `demand` and `capacity` in any common unit.
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
}

/** The reason why a stop is not served. */
export type UnservedReason = 'unreachable' | 'demand' | 'window' | 'duration' | 'fleet';

/**
 * The tours of a fleet.
 *
 * Shape: `tours` list the stops between the first and the last place, in order; none is empty.
 * Units: `cost` in seconds of travel, without waiting and service.
 */
export interface FleetPlan {
  tours: number[][];
  unserved: { stop: number; reason: UnservedReason }[];
  cost: number;
}
