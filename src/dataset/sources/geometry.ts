import { type PlainCode } from '../../base/messages/message.ts';
import { isPosition, type Position } from '../../base/geo/position.ts';
import type { LatLonLine, LatLonPolygons } from '../features.ts';
import type { FieldReader } from './fields.ts';

interface Geometry {
  type?: unknown;
  coordinates?: unknown;
}

/** Returns the position of a GeoJSON geometry: the point itself, or the mean of the points of a polygon or line; undefined for none. */
function pointOfGeometry(geometry: unknown): Position | undefined {
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

const DEGREES = /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][-+]?\d+)?$/;

/**
 * Returns the position of a row: from two columns, from one with `lat,lon`, or from a GeoJSON geometry.
 *
 * Shape: a text is the reason why there is none.
 */
export function readPosition(
  fields: FieldReader<'lat' | 'lon' | 'point'>,
  values: readonly string[],
  geometry: unknown,
): Position | PlainCode {
  let lat = fields.read(values, 'lat');
  let lon = fields.read(values, 'lon');
  if (lat === '' && lon === '') {
    const point = fields
      .read(values, 'point')
      .replace(/\s+/g, ' ')
      .split(/ ?[,;] ?| /);
    if (point.length === 2) [lat, lon] = point as [string, string];
    else return pointOfGeometry(geometry) ?? 'dataset.noPosition';
  }
  if (lat === '' || lon === '') return 'dataset.halfPosition';
  const [latDegrees, lonDegrees] = [degrees(lat), degrees(lon)];
  if (Number.isNaN(latDegrees) || Number.isNaN(lonDegrees)) return 'dataset.positionNotNumbers';
  const position = { lat: latDegrees, lon: lonDegrees };
  if (isPosition(position)) return position;
  return isPosition({ lat: lonDegrees, lon: latDegrees })
    ? 'dataset.positionSwapped'
    : 'dataset.positionOutOfRange';
}

/** Parses degrees, also with a decimal comma, as spreadsheets in Vietnam write them. */
function degrees(text: string): number {
  return DEGREES.test(text) ? Number(text.replace(',', '.')) : NaN;
}
