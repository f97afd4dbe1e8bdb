import type { Position } from '../../base/geo/position.ts';
import type { LatLonLine, LatLonPolygons } from '../features.ts';
import { distanceMeters } from '../../base/geo/distance.ts';

const METERS_PER_DEGREE = 111_195;

/** Reports whether a line is a ring: closed, with three corners or more. */
export function isRing(line: LatLonLine): boolean {
  return line.length >= 8 && line[0] === line[line.length - 2] && line[1] === line[line.length - 1];
}

/** Reports whether a position is in a polygon and in none of its holes (even-odd rule, half-open edges). */
export function isInside(rings: readonly LatLonLine[], lat: number, lon: number): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let i = 2; i < ring.length; i += 2) {
      if (crossing(ring, i, lat) > lon) inside = !inside;
    }
  }
  return inside;
}

/** Returns the area of a ring. Units: square metres on a plane through its first corner; negative if clockwise. */
export function ringArea(ring: LatLonLine): number {
  const lat0 = ring[0];
  const lon0 = ring[1];
  let doubled = 0;
  for (let i = 2; i < ring.length; i += 2)
    doubled += (ring[i - 1] - lon0) * (ring[i] - lat0) - (ring[i + 1] - lon0) * (ring[i - 2] - lat0);
  return (doubled / 2) * METERS_PER_DEGREE ** 2 * Math.cos((lat0 * Math.PI) / 180);
}

/** Returns the area of polygons without their holes. Units: square metres. */
export function polygonsArea(polygons: LatLonPolygons): number {
  let area = 0;
  for (const rings of polygons)
    rings.forEach((ring, i) => (area += i === 0 ? Math.abs(ringArea(ring)) : -Math.abs(ringArea(ring))));
  return area;
}

/**
 * Returns a position inside polygons: the centroid of the largest, or if that is outside of it, the middle of the widest
 * section of the parallel through the centroid.
 */
export function positionInside(polygons: LatLonPolygons): Position | undefined {
  let largest: readonly LatLonLine[] | undefined;
  let largestArea = -1;
  for (const rings of polygons) {
    const area = rings[0] === undefined ? -1 : Math.abs(ringArea(rings[0]));
    if (area > largestArea) [largest, largestArea] = [rings, area];
  }
  if (largest === undefined) return undefined;
  const center = centroid(largest[0]);
  return isInside(largest, center.lat, center.lon) ? center : (middleOfWidest(largest, center.lat) ?? center);
}

function centroid(ring: LatLonLine): Position {
  const lat0 = ring[0];
  const lon0 = ring[1];
  let [lat, lon, weight] = [0, 0, 0];
  for (let i = 2; i < ring.length; i += 2) {
    const [aLat, aLon] = [ring[i - 2] - lat0, ring[i - 1] - lon0];
    const [bLat, bLon] = [ring[i] - lat0, ring[i + 1] - lon0];
    const cross = aLon * bLat - bLon * aLat;
    weight += cross;
    lat += (aLat + bLat) * cross;
    lon += (aLon + bLon) * cross;
  }
  // For a ring without area, its first corner is used.
  if (weight === 0) return { lat: lat0, lon: lon0 };
  return { lat: lat0 + lat / (3 * weight), lon: lon0 + lon / (3 * weight) };
}

function middleOfWidest(rings: readonly LatLonLine[], lat: number): Position | undefined {
  const crossings: number[] = [];
  for (const ring of rings) {
    for (let i = 2; i < ring.length; i += 2) {
      const lon = crossing(ring, i, lat);
      if (lon > -Infinity) crossings.push(lon);
    }
  }
  crossings.sort((a, b) => a - b);
  let best: Position | undefined;
  let widest = -1;
  for (let i = 1; i < crossings.length; i += 2) {
    const [from, to] = [crossings[i - 1], crossings[i]];
    if (to - from > widest) [widest, best] = [to - from, { lat, lon: (from + to) / 2 }];
  }
  return best;
}

/** Returns the longitude at which the edge that ends at `i` crosses a parallel, or -Infinity. */
function crossing(ring: LatLonLine, i: number, lat: number): number {
  const fromLat = ring[i - 2];
  const toLat = ring[i];
  if (fromLat > lat === toLat > lat) return -Infinity;
  const fromLon = ring[i - 1];
  return fromLon + ((ring[i + 1] - fromLon) * (lat - fromLat)) / (toLat - fromLat);
}

/** Returns the distance of each point along a line. Units: metres from the first point. */
export function distancesAlong(line: LatLonLine): Float64Array {
  const along = new Float64Array(line.length / 2);
  for (let i = 1; i < along.length; i += 1)
    along[i] = along[i - 1] + distanceMeters(pointOf(line, i - 1), pointOf(line, i));
  return along;
}

/** Returns the position at a distance along a line. Shape: `along` as of {@link distancesAlong}. */
export function positionAt(line: LatLonLine, along: Float64Array, distance: number): Position {
  let i = 1;
  while (i < along.length - 1 && along[i] < distance) i += 1;
  const from = pointOf(line, Math.max(0, i - 1));
  if (along.length < 2) return from;
  const to = pointOf(line, i);
  const length = along[i] - along[i - 1];
  const share = length === 0 ? 0 : (distance - along[i - 1]) / length;
  return { lat: from.lat + (to.lat - from.lat) * share, lon: from.lon + (to.lon - from.lon) * share };
}

/** Returns the middle of a line. */
export function middleOf(line: LatLonLine): Position {
  const along = distancesAlong(line);
  return positionAt(line, along, along[along.length - 1] / 2);
}

/** Returns the n-th point of a line. */
export function pointOf(line: LatLonLine, n: number): Position {
  return { lat: line[2 * n], lon: line[2 * n + 1] };
}
