import { createSeededRandom } from '../../src/base/seeded-random.ts';
import type { FleetProblem, Vehicle } from '../../src/engine/routing/fleet/fleet-problem.ts';

/** A vehicle without limits, from the first place to the last one of `count`. */
export function vehicleOf(count: number, more: Partial<Vehicle> = {}): Vehicle {
  return {
    start: 0,
    end: count - 1,
    from: 0,
    until: Infinity,
    capacity: [],
    breaks: [],
    skills: [],
    trips: 1,
    reloadSeconds: 0,
    fixedCost: 0,
    perSecond: 1,
    perMeter: 0,
    isUnderway: false,
    ...more,
  };
}

/** A problem without limits over given travel times. */
export function problemOf(
  count: number,
  seconds: Float64Array,
  vehicles: readonly Vehicle[],
  more: Partial<FleetProblem> = {},
): FleetProblem {
  const units = more.units ?? 1;
  return {
    count,
    seconds,
    units,
    demand: new Float64Array(count * units),
    service: new Float64Array(count),
    windows: Array.from({ length: count }, () => []),
    vehicles,
    ...more,
  };
}

/** Places at random in a square; the first and the last are one. Units: seconds. */
export function travelTimes(count: number, seed: number, side = 3600): Float64Array {
  const random = createSeededRandom(seed);
  const points = Array.from({ length: count }, () => [random.next() * side, random.next() * side] as const);
  points[count - 1] = points[0]!;
  return Float64Array.from(points.flatMap(([x, y]) => points.map(([u, v]) => Math.hypot(x - u, y - v))));
}
