import type { Static } from 'typebox';
import type { OPERATIONS } from '../../contract/catalogue.ts';
import { GeomillError } from '../../errors/geomill-error.ts';
import { unitBoxesOf } from '../../geo/boxes.ts';
import { boxesAround } from '../../geo/box-around.ts';
import { isLatitude, isLongitude, isPosition, type Position } from '../../geo/position.ts';
import { parseGeometry } from './geometry.ts';
import { regionOf, regionOfBoxes, type Region } from './region.ts';
import { parseTimeInterval, type TimeInterval } from './time-interval.ts';

/** The parameters of an imagery search, as the contract declares them. */
export type ImageryParameters = Static<typeof OPERATIONS.searchImagery.shapes.only.parameters>;

/** Number of items of a page if the parameter is absent. */
export const DEFAULT_LIMIT = 10;
const DEFAULT_PLACE_DISTANCE = '3-15';
const DEFAULT_TOLERANCE_DEGREES = 30;

/** The condition that a picture is near a place and looks at it. */
export interface PlaceCondition {
  position: Position;
  minMeters: number;
  maxMeters: number;
  /** Greatest angle between the heading of a picture and the direction to the place; not for 360-degree pictures. */
  halfToleranceDegrees: number;
}

/**
 * An imagery search, parsed.
 *
 * Shape: a picture has to satisfy every condition that is present. Results are ordered by distance to the place, else to the centre of the
 * box, else to the centroid of the geometry, else newest change first; ties by id.
 */
export interface PictureQuery {
  limit: number;
  page: number;
  regions: readonly Region[];
  place?: PlaceCondition;
  /** Position by whose distance the results are ordered. */
  center?: Position;
  time?: TimeInterval;
  ids?: readonly string[];
  collections?: readonly string[];
}

/** Parses the parameters of a search. Errors: INVALID_REQUEST naming the parameter. Source: interface document, section 4.11; service facts. */
export function parseQuery(parameters: ImageryParameters): PictureQuery {
  const { bbox, intersects, datetime, ids, collections, place_position: placeText } = parameters;
  const place = placeText === undefined ? undefined : parsePlace(placeText, parameters);
  const regions = [
    ...(place === undefined ? [] : [aroundPlace(place)]),
    ...(bbox === undefined ? [] : [parseBox(bbox)]),
    ...(intersects === undefined ? [] : [regionOf(parseGeometry(intersects))]),
  ];
  const center = regions[0]?.center;
  return {
    limit: parameters.limit ?? DEFAULT_LIMIT,
    page: parameters.page ?? 1,
    regions,
    ...(place === undefined ? {} : { place }),
    ...(center === undefined ? {} : { center }),
    ...(datetime === undefined ? {} : { time: parseTimeInterval(datetime) }),
    ...(ids === undefined ? {} : { ids }),
    ...(collections === undefined ? {} : { collections }),
  };
}

function parseBox(bbox: readonly number[]): Region {
  // With heights the order is west, south, lowest, east, north, highest.
  const [west, south, east, north] = bbox.length === 6 ? [bbox[0], bbox[1], bbox[3], bbox[4]] : bbox;
  const isValid =
    (bbox.length === 4 || bbox.length === 6) &&
    [west, east].every(isLongitude) &&
    [south, north].every(isLatitude) &&
    (south as number) <= (north as number);
  if (!isValid) {
    const message = `bbox: ${bbox.join(',')} is no box. Give minLon,minLat,maxLon,maxLat in degrees, or six numbers with heights`;
    throw new GeomillError('INVALID_REQUEST', message);
  }
  const [minLon, minLat, maxLon, maxLat] = [west, south, east, north] as [number, number, number, number];
  const width = minLon <= maxLon ? maxLon - minLon : maxLon + 360 - minLon;
  const middle = minLon + width / 2;
  const boxes = unitBoxesOf({ minLat, minLon, maxLat, maxLon });
  const center = { lat: (minLat + maxLat) / 2, lon: middle > 180 ? middle - 360 : middle };
  return regionOfBoxes(boxes, center);
}

function parsePlace(text: string, parameters: ImageryParameters): PlaceCondition {
  const parts = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const position = { lat: parts[1] ?? NaN, lon: parts[0] ?? NaN };
  if (parts.length !== 2 || !isPosition(position)) {
    const message = `place_position: ${JSON.stringify(text.slice(0, 100))} is no position. Give <lng>,<lat> in degrees: 105.85,21.03`;
    throw new GeomillError('INVALID_REQUEST', message);
  }
  const range = parameters.place_distance ?? DEFAULT_PLACE_DISTANCE;
  const [minMeters = NaN, maxMeters = NaN] = range.split('-').map(Number);
  if (!(minMeters <= maxMeters)) {
    const message = `place_distance: ${range} is no range. Give <min>-<max> in metres: ${DEFAULT_PLACE_DISTANCE}`;
    throw new GeomillError('INVALID_REQUEST', message);
  }
  const tolerance = parameters.place_fov_tolerance ?? DEFAULT_TOLERANCE_DEGREES;
  return { position, minMeters, maxMeters, halfToleranceDegrees: tolerance / 2 };
}

/** Returns boxes around the place; the distances themselves are compared for each picture. */
function aroundPlace({ position, minMeters, maxMeters }: PlaceCondition): Region {
  return regionOfBoxes(boxesAround(position, maxMeters), position, minMeters);
}
