import { boxesE7Of, type Box, type BoxE7 } from './boxes.ts';
import type { Position } from './position.ts';
import { EARTH_RADIUS_METERS } from './sphere.ts';

const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

const DEGREES_PER_RADIAN = 180 / Math.PI;
// Positions are rounded to 1e-7 degrees, and distances to about a nanometre.
const MARGIN_DEGREES = 2e-7;
const MARGIN_RATIO = 1 + 1e-9;

/**
 * Returns boxes that contain everything within a distance of a position: two if they reach across the antimeridian.
 *
 * Units: metres; boxes in 1e-7 degrees.
 */
export function boxesAround({ lat, lon }: Position, meters: number): BoxE7[] {
  const angle = (meters / EARTH_RADIUS_METERS) * MARGIN_RATIO;
  const latReach = angle * DEGREES_PER_RADIAN + MARGIN_DEGREES;
  const minLat = Math.max(-90, lat - latReach);
  const maxLat = Math.min(90, lat + latReach);
  const lonReach = longitudeReach(lat, angle);
  if (lonReach >= 180) return boxesE7Of({ minLat, minLon: -180, maxLat, maxLon: 180 });
  return boxesE7Of({ minLat, minLon: wrap(lon - lonReach), maxLat, maxLon: wrap(lon + lonReach) });
}

/** Returns the greatest difference of longitude within an angle of a latitude. Units: degrees; 180 if a pole is within it. */
function longitudeReach(lat: number, angle: number): number {
  const absLat = Math.abs(lat) / DEGREES_PER_RADIAN;
  if (absLat + angle + 1e-9 >= Math.PI / 2) return 180;
  const ratio = Math.sin(angle) / Math.cos(absLat);
  // Close to the pole the sine of the reach is 1 up to rounding.
  if (ratio > 1 - 1e-12) return 180;
  return Math.asin(ratio) * DEGREES_PER_RADIAN * MARGIN_RATIO + MARGIN_DEGREES;
}

function wrap(lon: number): number {
  if (lon < -180) return lon + 360;
  return lon > 180 ? lon - 360 : lon;
}

/** Returns the box of a circle that people look at, cut at the antimeridian and the poles. Units: metres; box in degrees. */
export function boxAround({ lat, lon }: Position, radiusMeters: number): Box {
  const height = radiusMeters / METERS_PER_DEGREE;
  const width = height / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return {
    minLat: Math.max(-90, lat - height),
    maxLat: Math.min(90, lat + height),
    minLon: Math.max(-180, lon - width),
    maxLon: Math.min(180, lon + width),
  };
}
