import {
  HALF_TURN_UNITS,
  UNITS_PER_DEGREE,
  EARTH_RADIUS_METERS,
  haversine,
  RADIANS_PER_DEGREE,
} from './sphere.ts';
import type { Position } from './position.ts';
import { toDegrees } from './e7.ts';

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

/** More than rounding adds to a haversine: relative, and absolute near 0. */
const HAVERSINE_MARGIN_RATIO = 1e-9;
const HAVERSINE_MARGIN = 1e-20;

/**
 * Returns a lower bound for the haversines between a position and the positions of a box.
 *
 * Shape: `cosLat` is the cosine of the latitude of the position. Units: degrees; the box in 1e-7 degrees.
 * Guarantee: no position of the box, its border included, has a smaller haversine.
 * Source: as the boxes of geokdbush.
 */
export function haversineToBox(lat: number, lon: number, cosLat: number, box: BoxE7): number {
  const minLat = toDegrees(box.minLat);
  const maxLat = toDegrees(box.maxLat);
  const minLon = toDegrees(box.minLon);
  const maxLon = toDegrees(box.maxLon);
  let value: number;
  if (lon >= minLon && lon <= maxLon) {
    // On the meridian of the position.
    if (lat >= minLat && lat <= maxLat) return 0;
    value = haversine(lat, lon, cosLat, lat < minLat ? minLat : maxLat, lon);
  } else {
    // On the nearer side of the box, at its corner or where the great circle meets the meridian at a right angle.
    const side = turnOf(lon, minLon) <= turnOf(lon, maxLon) ? minLon : maxLon;
    const cosTurn = Math.cos(turnOf(lon, side) * RADIANS_PER_DEGREE);
    value = Math.min(haversine(lat, lon, cosLat, minLat, side), haversine(lat, lon, cosLat, maxLat, side));
    if (cosTurn > 0) {
      const nearestLat = Math.atan(Math.tan(lat * RADIANS_PER_DEGREE) / cosTurn) / RADIANS_PER_DEGREE;
      if (nearestLat > minLat && nearestLat < maxLat)
        value = Math.min(value, haversine(lat, lon, cosLat, nearestLat, side));
    }
  }
  return value * (1 - HAVERSINE_MARGIN_RATIO) - HAVERSINE_MARGIN;
}

/** Returns the angle between two meridians. Units: degrees, 0 to 180. */
function turnOf(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360;
  return turn > 180 ? 360 - turn : turn;
}
