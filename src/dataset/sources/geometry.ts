import { isPosition, type Position } from '../../base/geo/position.ts';
import type { LatLonLine, LatLonPolygons } from '../features.ts';

interface Geometry {
  type?: unknown;
  coordinates?: unknown;
}

/** Returns the position of a GeoJSON geometry: the point itself, or the mean of the points of a polygon or line; undefined for none. */
export function pointOfGeometry(geometry: unknown): Position | undefined {
  const { type, coordinates } = (geometry ?? {}) as Geometry;
  if (type === 'Point') return positionOf(coordinates);
  // The outer ring of the first polygon is enough: a house has one polygon.
  let line = coordinates;
  while (Array.isArray(line) && Array.isArray(line[0]) && Array.isArray((line[0] as unknown[])[0]))
    line = line[0] as unknown;
  if (!Array.isArray(line)) return undefined;
  const points = line.map(positionOf);
  // A closed ring has its first point twice.
  if (type !== 'LineString' && points.length > 1) points.pop();
  let lat = 0;
  let lon = 0;
  for (const point of points) {
    if (point === undefined) return undefined;
    lat += point.lat;
    lon += point.lon;
  }
  return points.length === 0 ? undefined : { lat: lat / points.length, lon: lon / points.length };
}

/** Returns the polygons of a GeoJSON Polygon or MultiPolygon; undefined for another or an invalid geometry. */
export function polygonsOfGeometry(geometry: unknown): LatLonPolygons | undefined {
  const { type, coordinates } = (geometry ?? {}) as Geometry;
  if (!Array.isArray(coordinates)) return undefined;
  const list = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? (coordinates as unknown[]) : [];
  const polygons: LatLonLine[][] = [];
  for (const rings of list) {
    if (!Array.isArray(rings) || rings.length === 0) return undefined;
    const lines = rings.map(ringOf);
    if (lines.includes(undefined)) return undefined;
    polygons.push(lines as LatLonLine[]);
  }
  return polygons.length === 0 ? undefined : polygons;
}

/** Converts a ring to latitude and longitude in turn, closed. */
function ringOf(ring: unknown): LatLonLine | undefined {
  if (!Array.isArray(ring) || ring.length < 3) return undefined;
  const points = ring.map(positionOf);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const isClosed = first.lat === last.lat && first.lon === last.lon;
  if (!isClosed) points.push(first);
  const line = new Float64Array(points.length * 2);
  for (const [i, point] of points.entries()) {
    if (point === undefined) return undefined;
    line[2 * i] = point.lat;
    line[2 * i + 1] = point.lon;
  }
  return points.length < 4 ? undefined : line;
}

function positionOf(coordinates: unknown): Position | undefined {
  if (!Array.isArray(coordinates)) return undefined;
  const [lon, lat] = coordinates as unknown[];
  const position = { lat, lon };
  return isPosition(position) ? position : undefined;
}
