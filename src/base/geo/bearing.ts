import type { Position } from './position.ts';
import { RADIANS_PER_DEGREE } from './sphere.ts';

/** Returns the initial direction of the shortest path to another position. Units: degrees clockwise from north, 0 to below 360; 0 for equal positions. */
export function bearingDegrees(from: Position, to: Position): number {
  const fromLat = from.lat * RADIANS_PER_DEGREE;
  const toLat = to.lat * RADIANS_PER_DEGREE;
  const turn = (to.lon - from.lon) * RADIANS_PER_DEGREE;
  const east = Math.sin(turn) * Math.cos(toLat);
  const north = Math.cos(fromLat) * Math.sin(toLat) - Math.sin(fromLat) * Math.cos(toLat) * Math.cos(turn);
  const degrees = Math.atan2(east, north) / RADIANS_PER_DEGREE;
  return degrees < 0 ? (degrees + 360) % 360 : degrees;
}

/** Returns the signed turn from one direction to another. Units: degrees, above -180 to 180; positive clockwise. */
export function turnDegrees(from: number, to: number): number {
  const turn = (((to - from) % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
}
