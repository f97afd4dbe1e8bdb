import type { Position } from './position.ts';

const EARTH_RADIUS_METERS = 6_371_000;
const RADIANS_PER_DEGREE = Math.PI / 180;

/**
 * Measures the straight-line distance between two positions on a sphere.
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
  // Opposite points round to just past 1. The root was 1 again wherever tried, but nothing promises it, and asin
  // would answer NaN.
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(haversine)));
}
