/** Radius of the sphere of geo/distance. Units: metres. */
export const EARTH_RADIUS_METERS = 6_371_000;
/** Half a circumference, the greatest distance. Units: metres. */
export const FARTHEST_METERS = Math.PI * EARTH_RADIUS_METERS;
/** Radians in a degree. */
export const RADIANS_PER_DEGREE = Math.PI / 180;
/** Units of positions in datasets per degree. */
export const UNITS_PER_DEGREE = 1e7;
/** Radians in a unit. */
export const RADIANS_PER_UNIT = RADIANS_PER_DEGREE / UNITS_PER_DEGREE;
/** A full turn. Units: 1e-7 degrees. */
export const TURN_UNITS = 360 * UNITS_PER_DEGREE;
/** The greatest longitude. Units: 1e-7 degrees. */
export const HALF_TURN_UNITS = 180 * UNITS_PER_DEGREE;

/**
 * Returns the haversine of the angle between two positions, with the arithmetic of geo/distance bit for bit.
 *
 * Units: degrees; `cosLatA` is the cosine of the first latitude.
 */
export function haversine(latA: number, lonA: number, cosLatA: number, latB: number, lonB: number): number {
  const sinLat = Math.sin(((latB - latA) * RADIANS_PER_DEGREE) / 2);
  const sinLon = Math.sin(((lonB - lonA) * RADIANS_PER_DEGREE) / 2);
  return sinLat * sinLat + cosLatA * Math.cos(latB * RADIANS_PER_DEGREE) * sinLon * sinLon;
}

/** Converts the haversine of an angle to metres on the earth. */
export function metersOfHaversine(value: number): number {
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(value)));
}

/**
 * Returns an upper bound for the haversine of distances up to `meters`, rounding included.
 *
 * Guarantee: a position with a greater haversine is farther away.
 */
export function haversineBound(meters: number): number {
  if (meters >= FARTHEST_METERS) return Infinity;
  const half = Math.sin(meters / (2 * EARTH_RADIUS_METERS));
  return half * half * (1 + 1e-13);
}
