import { HALF_TURN_UNITS, TURN_UNITS, UNITS_PER_DEGREE } from './sphere.ts';

/** Bounds of an area. Shape: if it crosses the antimeridian, `minLon` is above `maxLon`. Units: degrees WGS84. */
export interface Box {
  minLat: number;
  minLon: number;
  maxLat: number;
  maxLon: number;
}

/** Bounds of an area that does not cross the antimeridian. Units: 1e-7 degrees. */
export interface UnitBox {
  minLat: number;
  minLon: number;
  maxLat: number;
  maxLon: number;
}

/** Converts a box to units: to two boxes if it crosses the antimeridian. */
export function unitBoxesOf({ minLat, minLon, maxLat, maxLon }: Box): UnitBox[] {
  const [south, west] = [leastUnit(minLat), leastUnit(minLon)];
  const [north, east] = [greatestUnit(maxLat), greatestUnit(maxLon)];
  const box = { minLat: south, minLon: west, maxLat: north, maxLon: east };
  if (minLon <= maxLon) return [box];
  return [
    { ...box, maxLon: HALF_TURN_UNITS },
    { ...box, minLon: -HALF_TURN_UNITS },
  ];
}

/**
 * Reports whether a straight line on the map, or a point, intersects a box, borders included.
 *
 * Shape: a line longer than half a turn is the shorter one across the antimeridian.
 */
export function doesLineMeet(box: UnitBox, latA: number, lonA: number, latB: number, lonB: number): boolean {
  if (Math.abs(lonA - lonB) <= HALF_TURN_UNITS) return meets(box, latA, lonA, latB, lonB);
  const [east, west] = lonA > lonB ? [lonA, lonB] : [lonB, lonA];
  const [latEast, latWest] = lonA > lonB ? [latA, latB] : [latB, latA];
  return (
    meets(box, latEast, east, latWest, west + TURN_UNITS) ||
    meets(box, latEast, east - TURN_UNITS, latWest, west)
  );
}

// 21.0000001 degrees times 1e7 is not exactly an integer: values this close to an integer are taken as it.
const ROUNDING_UNITS = 1e-5;

function leastUnit(degrees: number): number {
  return Math.ceil(degrees * UNITS_PER_DEGREE - ROUNDING_UNITS);
}

function greatestUnit(degrees: number): number {
  return Math.floor(degrees * UNITS_PER_DEGREE + ROUNDING_UNITS);
}

/** Clips the line by the four borders (Liang-Barsky): the rest is inside. */
function meets(box: UnitBox, latA: number, lonA: number, latB: number, lonB: number): boolean {
  let from = 0;
  let to = 1;
  const keep = (step: number, room: number): void => {
    if (step === 0) {
      if (room < 0) to = -1;
    } else if (step < 0) from = Math.max(from, room / step);
    else to = Math.min(to, room / step);
  };
  keep(lonA - lonB, lonA - box.minLon);
  keep(lonB - lonA, box.maxLon - lonA);
  keep(latA - latB, latA - box.minLat);
  keep(latB - latA, box.maxLat - latA);
  return from <= to;
}
