import { HALF_TURN_UNITS, TURN_UNITS, UNITS_PER_DEGREE } from './sphere.ts';

/** Bounds an area. Shape: an area across the antimeridian has a `minLon` above its `maxLon`. Units: degrees WGS84. */
export interface Box {
  minLat: number;
  minLon: number;
  maxLat: number;
  maxLon: number;
}

/** Bounds an area that does not cross the antimeridian. Units: 1e-7 degrees. */
export interface UnitBox {
  minLat: number;
  minLon: number;
  maxLat: number;
  maxLon: number;
}

/** Converts a box to units: two of them where it crosses the antimeridian. */
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
 * Tells whether a straight line on the map, or a point, has something in a box, borders included.
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

// 21.0000001 degrees times 1e7 is not quite a whole number: what misses one by less than this is meant to be one.
const ROUNDING_UNITS = 1e-5;

function leastUnit(degrees: number): number {
  return Math.ceil(degrees * UNITS_PER_DEGREE - ROUNDING_UNITS);
}

function greatestUnit(degrees: number): number {
  return Math.floor(degrees * UNITS_PER_DEGREE + ROUNDING_UNITS);
}

/** Cuts the line by the four borders, as Liang and Barsky do: what remains is inside. */
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
