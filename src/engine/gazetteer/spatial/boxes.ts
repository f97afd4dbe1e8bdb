import type { BoxE7 } from '../../../base/geo/boxes.ts';
import { HALF_TURN_UNITS, TURN_UNITS } from '../../../base/geo/sphere.ts';

/**
 * Reports whether a straight line on the map, or a point, intersects a box, borders included.
 *
 * Shape: a line longer than half a turn is the shorter one across the antimeridian.
 */
export function doesLineMeet(box: BoxE7, latA: number, lonA: number, latB: number, lonB: number): boolean {
  if (Math.abs(lonA - lonB) <= HALF_TURN_UNITS) return meets(box, latA, lonA, latB, lonB);
  const [east, west] = lonA > lonB ? [lonA, lonB] : [lonB, lonA];
  const [latEast, latWest] = lonA > lonB ? [latA, latB] : [latB, latA];
  return (
    meets(box, latEast, east, latWest, west + TURN_UNITS) ||
    meets(box, latEast, east - TURN_UNITS, latWest, west)
  );
}

/** Clips the line by the four borders (Liang-Barsky): the rest is inside. */
function meets(box: BoxE7, latA: number, lonA: number, latB: number, lonB: number): boolean {
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
