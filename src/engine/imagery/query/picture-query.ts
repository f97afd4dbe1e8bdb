import type { Static } from 'typebox';
import type { OPERATIONS } from '../../../contract/catalogue.ts';
import { parseBox, type MapBox, parseGeometry } from '../../../contract/values/geometry.ts';
import { parseDistanceRange, parseTimeInterval, type TimeInterval } from '../../../contract/values/ranges.ts';
import { parseLngLat } from '../../../contract/values/point-text.ts';
import { boxesE7Of, boxesAround } from '../../../base/geo/boxes.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { Part } from './pictures-in.ts';
import { partsOf, regionOf, regionOfBoxes, type Region } from './region.ts';

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
  /** The parts of a geometry, whose bounds are one of the regions. */
  geometry?: readonly Part[];
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
  const shapes = intersects === undefined ? undefined : parseGeometry(intersects);
  const regions = [
    ...(place === undefined
      ? []
      : [regionOfBoxes(boxesAround(place.position, place.maxMeters), place.position, place.minMeters)]),
    ...(bbox === undefined ? [] : [regionOfBox(parseBox(bbox))]),
    ...(shapes === undefined ? [] : [regionOf(shapes)]),
  ];
  const center = regions[0]?.center;
  return {
    limit: parameters.limit ?? DEFAULT_LIMIT,
    page: parameters.page ?? 1,
    regions,
    geometry: shapes && partsOf(shapes),
    place,
    center,
    time: datetime === undefined ? undefined : parseTimeInterval(datetime),
    // An empty list is no condition: in a query it cannot be told from an absent one.
    ids: ids?.length === 0 ? undefined : ids,
    collections: collections?.length === 0 ? undefined : collections,
  };
}

function regionOfBox(box: MapBox): Region {
  const { minLon, minLat, maxLon, maxLat } = box;
  const width = minLon <= maxLon ? maxLon - minLon : maxLon + 360 - minLon;
  const middle = minLon + width / 2;
  const center = { lat: (minLat + maxLat) / 2, lon: middle > 180 ? middle - 360 : middle };
  return regionOfBoxes(boxesE7Of(box), center);
}

function parsePlace(text: string, parameters: ImageryParameters): PlaceCondition {
  const tolerance = parameters.place_fov_tolerance ?? DEFAULT_TOLERANCE_DEGREES;
  return {
    position: parseLngLat('place_position', text),
    ...parseDistanceRange(parameters.place_distance ?? DEFAULT_PLACE_DISTANCE),
    halfToleranceDegrees: tolerance / 2,
  };
}
