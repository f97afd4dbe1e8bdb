import type { BoxE7 } from './boxes.ts';
import { toDegrees } from './e7.ts';
import { haversine, RADIANS_PER_DEGREE } from './sphere.ts';

/** More than rounding adds to a haversine: relative, and absolute near 0. */
const MARGIN_RATIO = 1e-9;
const MARGIN = 1e-20;

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
  return value * (1 - MARGIN_RATIO) - MARGIN;
}

/** Returns the angle between two meridians. Units: degrees, 0 to 180. */
function turnOf(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360;
  return turn > 180 ? 360 - turn : turn;
}
