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
