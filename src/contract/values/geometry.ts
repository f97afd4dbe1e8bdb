import { failure, GeomillError } from '../../base/errors/geomill-error.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { isLatitude, isLongitude } from '../../base/geo/position.ts';

/** A position of a geometry. Shape: [longitude, latitude]. Units: degrees WGS84. */
export type LonLat = readonly [lon: number, lat: number];

/** A geometry by its parts. Shape: a polygon is its rings, the outer one first; rings are closed. */
export interface Shapes {
  points: LonLat[];
  lines: LonLat[][];
  polygons: LonLat[][][];
}

const DEPTH_MAX = 8;
/** Most positions of a geometry: a province in a detail that no search needs. */
const MOST_POSITIONS = 10_000;

/**
 * Parses the text of a GeoJSON geometry.
 *
 * Errors: INVALID_REQUEST with the member that is wrong, or for more than {@link MOST_POSITIONS}. Source: RFC 7946; heights are ignored.
 */
export function parseGeometry(text: string): Shapes {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badGeometry(message('parameter.geometryNotJson'));
  }
  const shapes: Shapes = { points: [], lines: [], polygons: [] };
  addGeometry(shapes, value, message('parameter.wholeGeometry'), 0);
  const { points, lines, polygons } = shapes;
  if (points.length + lines.length + polygons.length === 0)
    throw badGeometry(message('parameter.noPositions'));
  const count = [points, ...lines, ...polygons.flat()].reduce((sum, list) => sum + list.length, 0);
  if (count > MOST_POSITIONS) throw tooLong(count);
  return shapes;
}

function addGeometry(shapes: Shapes, value: unknown, where: Message, depth: number): void {
  if (depth > DEPTH_MAX) throw badGeometry(message('parameter.geometryTooDeep', { most: DEPTH_MAX }));
  if (typeof value !== 'object' || value === null)
    throw badGeometry(message('parameter.geometryNotObject', { where }));
  const { type, coordinates, geometries } = value as Record<string, unknown>;
  switch (type) {
    case 'Point':
      shapes.points.push(readPosition(coordinates, where));
      return;
    case 'MultiPoint':
      shapes.points.push(...readList(coordinates, where).map((one) => readPosition(one, where)));
      return;
    case 'LineString':
      shapes.lines.push(readLine(coordinates, where));
      return;
    case 'MultiLineString':
      shapes.lines.push(...readList(coordinates, where).map((one) => readLine(one, where)));
      return;
    case 'Polygon':
      shapes.polygons.push(readPolygon(coordinates, where));
      return;
    case 'MultiPolygon':
      shapes.polygons.push(...readList(coordinates, where).map((one) => readPolygon(one, where)));
      return;
    case 'GeometryCollection':
      readList(geometries, where).forEach((one, at) =>
        addGeometry(shapes, one, message('parameter.geometryOfCollection', { number: at + 1 }), depth + 1),
      );
      return;
    default:
      throw badGeometry(
        message('parameter.unknownGeometry', { where, type: JSON.stringify(type) ?? 'undefined' }),
      );
  }
}

function readPolygon(value: unknown, where: Message): LonLat[][] {
  const rings = readList(value, where).map((ring) => readPositions(ring, where));
  if (rings.length === 0) throw badGeometry(message('parameter.noRing', { where }));
  for (const ring of rings) {
    const [first, last] = [ring[0], ring.at(-1)];
    const isClosed = first?.[0] === last?.[0] && first?.[1] === last?.[1];
    if (ring.length < 4 || !isClosed) throw badGeometry(message('parameter.openRing', { where }));
  }
  return rings;
}

function readLine(value: unknown, where: Message): LonLat[] {
  const line = readPositions(value, where);
  if (line.length < 2) throw badGeometry(message('parameter.shortLine', { where }));
  return line;
}

function readPositions(value: unknown, where: Message): LonLat[] {
  return readList(value, where).map((one) => readPosition(one, where));
}

function readPosition(value: unknown, where: Message): LonLat {
  const [lon, lat] = readList(value, where);
  if (isLongitude(lon) && isLatitude(lat)) return [lon, lat];
  const shown = JSON.stringify(value)?.slice(0, 60) ?? 'undefined';
  throw badGeometry(message('parameter.noPosition', { where, shown }));
}

function readList(value: unknown, where: Message): readonly unknown[] {
  if (!Array.isArray(value)) throw badGeometry(message('parameter.wrongCoordinates', { where }));
  if (value.length > MOST_POSITIONS) throw tooLong(value.length);
  return value;
}

function tooLong(count: number): GeomillError {
  const reason = message('parameter.tooManyPositions', { count, most: MOST_POSITIONS });
  return new GeomillError('INVALID_REQUEST', reason);
}

function badGeometry(fault: Message): GeomillError {
  return failure('INVALID_REQUEST', 'parameter.badGeometry', { fault });
}

/** A box on the map. Shape: it crosses the antimeridian if `minLon` is above `maxLon`. Units: degrees WGS84. */
export interface MapBox {
  minLon: number;
  minLat: number;
  maxLon: number;
  maxLat: number;
}

/** Parses the parameter `bbox`: four numbers, or six with heights, which are ignored. Errors: INVALID_REQUEST. */
export function parseBox(bbox: readonly number[]): MapBox {
  // With heights the order is west, south, lowest, east, north, highest.
  const [west, south, east, north] = bbox.length === 6 ? [bbox[0], bbox[1], bbox[3], bbox[4]] : bbox;
  const isValid =
    (bbox.length === 4 || bbox.length === 6) &&
    [west, east].every(isLongitude) &&
    [south, north].every(isLatitude) &&
    (south as number) <= (north as number);
  if (!isValid) throw failure('INVALID_REQUEST', 'parameter.badBox', { box: bbox.join(',') });
  const [minLon, minLat, maxLon, maxLat] = [west, south, east, north] as [number, number, number, number];
  return { minLon, minLat, maxLon, maxLat };
}
