import { HALF_TURN_UNITS, UNITS_PER_DEGREE } from './sphere.ts';

/** Bounds of an area that does not cross the antimeridian. Units: 1e-7 degrees. */
export interface BoxE7 {
  minLat: number;
  minLon: number;
  maxLat: number;
  maxLon: number;
}

/** Bounds of an area. Shape: if it crosses the antimeridian, `minLon` is above `maxLon`. Units: degrees WGS84. */
export interface Box {
  minLat: number;
  minLon: number;
  maxLat: number;
  maxLon: number;
}

/** Converts a box to units: to two boxes if it crosses the antimeridian. */
export function boxesE7Of({ minLat, minLon, maxLat, maxLon }: Box): BoxE7[] {
  const [south, west] = [leastUnit(minLat), leastUnit(minLon)];
  const [north, east] = [greatestUnit(maxLat), greatestUnit(maxLon)];
  const box = { minLat: south, minLon: west, maxLat: north, maxLon: east };
  if (minLon <= maxLon) return [box];
  return [
    { ...box, maxLon: HALF_TURN_UNITS },
    { ...box, minLon: -HALF_TURN_UNITS },
  ];
}

// 21.0000001 degrees times 1e7 is not exactly an integer: values this close to an integer are taken as it.
const ROUNDING_UNITS = 1e-5;

function leastUnit(degrees: number): number {
  return Math.ceil(degrees * UNITS_PER_DEGREE - ROUNDING_UNITS);
}

function greatestUnit(degrees: number): number {
  return Math.floor(degrees * UNITS_PER_DEGREE + ROUNDING_UNITS);
}
