import type { Position } from './position.ts';
import { EARTH_RADIUS_METERS, RADIANS_PER_DEGREE } from './sphere.ts';

/**
 * Returns the great-circle distance between two positions.
 *
 * Units: metres; between 0 and half the circumference, 20,015,087.
 * Source: haversine with the radius that reproduces the distances the service publishes.
 */
export function distanceMeters(a: Position, b: Position): number {
  const sinLat = Math.sin(((b.lat - a.lat) * RADIANS_PER_DEGREE) / 2);
  const sinLon = Math.sin(((b.lon - a.lon) * RADIANS_PER_DEGREE) / 2);
  const haversine =
    sinLat * sinLat +
    Math.cos(a.lat * RADIANS_PER_DEGREE) * Math.cos(b.lat * RADIANS_PER_DEGREE) * sinLon * sinLon;
  // For opposite points rounding can give a value above 1, for which asin returns NaN.
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

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
