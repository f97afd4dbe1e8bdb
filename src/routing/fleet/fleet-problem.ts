/**
 * Holds what several vehicles are to do: all leave the first place, serve stops, and end at the last place.
 *
 * Shape: arrays by place; the first and last place have no demand, service or window of their own, except that `latest` of the last one is
 * when every vehicle must be back. `seconds` row by row, Infinity where there is no way.
 * Units: seconds from the departure; `demand` and `capacity` in one unit of the user's.
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

/** Says why a stop is not served. */
export type UnservedReason = 'unreachable' | 'demand' | 'window' | 'duration' | 'fleet';

/**
 * Holds who serves what.
 *
 * Shape: `tours` list the stops between the first and the last place, in order; none is empty. `unserved` are the stops left over.
 * Units: `cost` in seconds of travel, without waiting and service.
 */
export interface FleetPlan {
  tours: number[][];
  unserved: { stop: number; reason: UnservedReason }[];
  cost: number;
}
