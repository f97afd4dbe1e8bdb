import { distanceMeters } from '../../src/base/geo/distance.ts';
import type { Position } from '../../src/base/geo/position.ts';
import type { Polygon, Ring } from './boundaries.ts';
import { crossesEdge } from '../../src/base/geo/edge-crossing.ts';

const EARTH_RADIUS_KM = 6371.0088;
const RADIANS = Math.PI / 180;
const SAMPLE_COUNT = 2000;
const COVERED_SHARE = 0.95;

/** Holds the figures that the dataset keeps of a unit instead of its boundary. */
export interface ShapeFigures {
  position: Position;
  areaKm2: number;
  radiusMeters: number;
}

/**
 * Measures a unit.
 *
 * Shape: `position` is the centroid of its largest polygon, or where that lies outside, the middle of the widest stretch on
 * the centroid's parallel; `radiusMeters` holds 95 % of the area from there.
 */
export function measureShape(polygons: readonly Polygon[]): ShapeFigures {
  const largest = polygons.reduce((best, polygon) =>
    polygonArea(polygon) > polygonArea(best) ? polygon : best,
  );
  const position = pointInside(largest);
  const areaKm2 = polygons.reduce((sum, polygon) => sum + polygonArea(polygon), 0);
  const distances = sampleInside(polygons, areaKm2)
    .map((sample) => distanceMeters(position, sample))
    .sort((a, b) => a - b);
  // A shape too thin for any sample still has an area.
  const radiusMeters =
    distances[Math.floor(distances.length * COVERED_SHARE)] ?? Math.sqrt(areaKm2 / Math.PI) * 1000;
  return { position, areaKm2, radiusMeters };
}

/** Tells whether a point lies in a polygon and in none of its holes (even-odd rule, half-open edges). */
export function isInPolygon(polygon: Polygon, lon: number, lat: number): boolean {
  let inside = false;
  for (const ring of polygon) {
    for (let i = 2; i < ring.length; i += 2) {
      const [fromLon, fromLat, toLon, toLat] = [ring[i - 2]!, ring[i - 1]!, ring[i]!, ring[i + 1]!];
      if (crossesEdge(fromLon, fromLat, toLon, toLat, lon, lat)) inside = !inside;
    }
  }
  return inside;
}

/** Finds the box around a polygon, `[minLon, minLat, maxLon, maxLat]`. */
export function boxOf(polygon: Polygon): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const outer = outerRing(polygon);
  for (let i = 0; i < outer.length; i += 2) {
    const lon = outer[i] as number;
    const lat = outer[i + 1] as number;
    if (lon < box[0]) box[0] = lon;
    if (lat < box[1]) box[1] = lat;
    if (lon > box[2]) box[2] = lon;
    if (lat > box[3]) box[3] = lat;
  }
  return box;
}

/**
 * Measures the area of a polygon without its holes.
 *
 * Units: km² on the sphere of mean radius.
 */
export function polygonArea(polygon: Polygon): number {
  return polygon.reduce((sum, ring, index) => sum + (index === 0 ? ringArea(ring) : -ringArea(ring)), 0);
}

/**
 * Measures the whole boundary of a unit, holes and islands included.
 *
 * Units: km.
 */
export function boundaryKm(polygons: readonly Polygon[]): number {
  let sum = 0;
  for (const ring of polygons.flat()) {
    for (let i = 2; i < ring.length; i += 2) {
      const from = { lon: ring[i - 2] as number, lat: ring[i - 1] as number };
      const to = { lon: ring[i] as number, lat: ring[i + 1] as number };
      sum += distanceMeters(from, to);
    }
  }
  return sum / 1000;
}

function ringArea(ring: Ring): number {
  let sum = 0;
  for (let i = 2; i < ring.length; i += 2) {
    const sines = Math.sin((ring[i - 1] as number) * RADIANS) + Math.sin((ring[i + 1] as number) * RADIANS);
    sum += ((ring[i] as number) - (ring[i - 2] as number)) * RADIANS * (2 + sines);
  }
  return Math.abs((sum * EARTH_RADIUS_KM * EARTH_RADIUS_KM) / 2);
}

function pointInside(polygon: Polygon): Position {
  const centroid = centroidOf(outerRing(polygon));
  if (isInPolygon(polygon, centroid.lon, centroid.lat)) return centroid;
  const crossings = crossingsAt(polygon, centroid.lat);
  let best = { lon: centroid.lon, width: -1 };
  for (let i = 1; i < crossings.length; i += 2) {
    const [from, to] = [crossings[i - 1] as number, crossings[i] as number];
    if (to - from > best.width) best = { lon: (from + to) / 2, width: to - from };
  }
  return { lat: centroid.lat, lon: best.lon };
}

/** Finds the longitudes where the rings of a polygon cross a parallel, ascending: pairs of them enclose the inside. */
function crossingsAt(polygon: Polygon, lat: number): number[] {
  const crossings: number[] = [];
  for (const ring of polygon) {
    for (let i = 2; i < ring.length; i += 2) {
      const [fromLon, fromLat, toLon, toLat] = ring.subarray(i - 2, i + 2) as unknown as [
        number,
        number,
        number,
        number,
      ];
      if (fromLat > lat !== toLat > lat)
        crossings.push(((toLon - fromLon) * (lat - fromLat)) / (toLat - fromLat) + fromLon);
    }
  }
  return crossings.sort((a, b) => a - b);
}

function centroidOf(ring: Ring): Position {
  // Relative to the first point, so that small shapes lose no digits.
  const [lon0, lat0] = [ring[0] as number, ring[1] as number];
  let doubleArea = 0;
  let sumLon = 0;
  let sumLat = 0;
  for (let i = 2; i < ring.length; i += 2) {
    const ax = (ring[i - 2] as number) - lon0;
    const ay = (ring[i - 1] as number) - lat0;
    const bx = (ring[i] as number) - lon0;
    const by = (ring[i + 1] as number) - lat0;
    const cross = ax * by - bx * ay;
    doubleArea += cross;
    sumLon += (ax + bx) * cross;
    sumLat += (ay + by) * cross;
  }
  if (doubleArea === 0) return { lat: lat0, lon: lon0 };
  return { lat: lat0 + sumLat / (3 * doubleArea), lon: lon0 + sumLon / (3 * doubleArea) };
}

/** Lists points spread evenly over the inside of polygons: along parallels, so that thin shapes get their share. */
function sampleInside(polygons: readonly Polygon[], areaKm2: number): Position[] {
  const stepLat = Math.sqrt(areaKm2 / SAMPLE_COUNT) / (EARTH_RADIUS_KM * RADIANS);
  const samples: Position[] = [];
  for (const polygon of polygons) {
    const [, minLat, , maxLat] = boxOf(polygon);
    for (let lat = (Math.floor(minLat / stepLat) + 0.5) * stepLat; lat < maxLat; lat += stepLat) {
      const stepLon = stepLat / Math.cos(lat * RADIANS);
      const crossings = crossingsAt(polygon, lat);
      for (let i = 1; i < crossings.length; i += 2) {
        const first = Math.ceil((crossings[i - 1] as number) / stepLon - 0.5);
        for (let k = first; (k + 0.5) * stepLon < (crossings[i] as number); k++) {
          samples.push({ lat, lon: (k + 0.5) * stepLon });
        }
      }
    }
  }
  return samples;
}

function outerRing(polygon: Polygon): Ring {
  return polygon[0] ?? new Float64Array();
}
