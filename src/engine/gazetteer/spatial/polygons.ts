import type { Position } from '../../../base/geo/position.ts';
import { toE7 } from '../store/access.ts';
import { openFamily, type ArraysOf } from '../store/array-family.ts';
import type { Arrays } from '../store/array-types.ts';
import { createArcDistance, type ArcDistance } from './arc-distance.ts';
import { itemsInBox, openBoxTree, searchBoxes } from './box-tree.ts';
import {
  createNearSearch,
  startSearch,
  takeAnswers,
  type NearSearch,
} from '../../../base/geo/near-search.ts';
import { bandOf } from './polygon-arrays.ts';
import { POLYGON_FAMILY } from './spatial-family.ts';

/** A polygon, its nearest point, and the distance to it. Units: metres, 0 inside. */
export interface NearPolygon {
  id: number;
  position: Position;
  distanceMeters: number;
}

/**
 * Lookup of polygons by position.
 *
 * Guarantee: exact after positions are rounded to 1e-7 degrees; the borders of a polygon and of its holes belong to it.
 */
export interface Polygons {
  /**
   * Returns the polygon that contains a position, the one with the lowest id if there are several, as on a border.
   *
   * Shape: -1 outside of all.
   */
  at: (position: Position) => number;
  /** Returns all polygons that contain a position, by ascending id. */
  allAt: (position: Position) => number[];
  /** Returns the polygons within a radius, nearest first, equal distances by id; those that contain the position have distance 0. */
  near: (position: Position, radiusMeters: number, size: number) => NearPolygon[];
}

/** Opens the arrays of `buildPolygonArrays`, once per thread, because lookups share their working memory. */
export function openPolygons(arrays: Arrays): Polygons {
  const opened = openFamily(POLYGON_FAMILY, arrays);
  const { polygonId: ids, polygonBoxes: boxes } = opened;
  const tree = openBoxTree(boxes, ids.length);
  const search = createNearSearch();
  const arcs = createArcDistance();
  const bandAt = createBandLookup(opened);
  const holds = createPointTest(opened, bandAt);
  const measureTo = createEdgeMeasure(opened, bandAt, search, arcs);

  return {
    at(position) {
      const [lat, lon] = [toE7(position.lat), toE7(position.lon)];
      let lowest = -1;
      itemsInBox(tree, { minLat: lat, minLon: lon, maxLat: lat, maxLon: lon }, (part) => {
        const id = ids[part];
        if ((lowest < 0 || id < lowest) && holds(part, lat, lon)) lowest = id;
      });
      return lowest;
    },
    allAt(position) {
      const [lat, lon] = [toE7(position.lat), toE7(position.lon)];
      const found = new Set<number>();
      itemsInBox(tree, { minLat: lat, minLon: lon, maxLat: lat, maxLon: lon }, (part) => {
        if (holds(part, lat, lon)) found.add(ids[part]);
      });
      return [...found].sort((a, b) => a - b);
    },
    near(position, radiusMeters, size) {
      if (!startSearch(search, position, radiusMeters, size)) return [];
      arcs.start(search);
      const [lat, lon] = [toE7(position.lat), toE7(position.lon)];
      searchBoxes(tree, search, (part) => {
        arcs.begin();
        if (isInBox(boxes, part, lat, lon) && holds(part, lat, lon)) arcs.here();
        else measureTo(part);
        return arcs.offer(ids[part]);
      });
      return takeAnswers(search).map(({ place, ...rest }) => ({ id: place, ...rest }));
    },
  };
}

type PolygonArrays = ArraysOf<typeof POLYGON_FAMILY>;

/** Returns the band of a part that contains a latitude, counted over all parts. */
type BandLookup = (part: number, lat: number) => number;

function createBandLookup({ polygonBandStart: bandStart, polygonBoxes: boxes }: PolygonArrays): BandLookup {
  return (part, lat) => {
    const first = bandStart[part];
    const [minLat, maxLat] = [boxes[4 * part + 1], boxes[4 * part + 3]];
    return first + bandOf(lat, minLat, maxLat, bandStart[part + 1] - first);
  };
}

/** Returns a test whether a part contains a position inside its box: it counts the edges that a line to the east crosses. */
function createPointTest(opened: PolygonArrays, bandAt: BandLookup) {
  const { polygonEdgeStart: edgeStart, polygonEdge: edges } = opened;
  const { polygonPointLat: pointLat, polygonPointLon: pointLon } = opened;
  return (part: number, lat: number, lon: number): boolean => {
    const band = bandAt(part, lat);
    const end = edgeStart[band + 1];
    let isInside = false;
    for (let i = edgeStart[band]; i < end; i += 1) {
      const edge = edges[i];
      const latA = pointLat[edge];
      const latB = pointLat[edge + 1];
      const isCrossed = latA > lat !== latB > lat;
      if (!isCrossed && latA !== lat && latB !== lat) continue;
      const lonA = pointLon[edge];
      const lonB = pointLon[edge + 1];
      if (lonA < lon && lonB < lon) continue;
      if (isCrossed && lonA > lon && lonB > lon) {
        isInside = !isInside;
        continue;
      }
      const side = isCrossed ? sideOf(latA, lonA, latB, lonB, lat, lon) : 1;
      if (side === 0) return true;
      if (isCrossed) {
        if (side > 0 === latB > latA) isInside = !isInside;
      } else if ((latA === lat && lonA === lon) || (latB === lat && lonB === lon)) return true;
      else if (latA === latB && lonA < lon !== lonB < lon) return true;
    }
    return isInside;
  };
}

/** Returns a function that measures to the edges of a part in the bands that the box of the search intersects. */
function createEdgeMeasure(
  opened: PolygonArrays,
  bandAt: BandLookup,
  search: NearSearch,
  arcs: ArcDistance,
): (part: number) => void {
  const { polygonBoxes: boxes, polygonEdgeStart: edgeStart, polygonEdge: edges } = opened;
  const { polygonPointLat: pointLat, polygonPointLon: pointLon } = opened;
  return (part) => {
    const [minLat, maxLat] = [boxes[4 * part + 1], boxes[4 * part + 3]];
    const first = bandAt(part, Math.max(minLat, Math.min(maxLat, search.minLat)));
    const last = bandAt(part, Math.min(maxLat, Math.max(minLat, search.maxLat)));
    const end = edgeStart[last + 1];
    for (let i = edgeStart[first]; i < end; i += 1) {
      const edge = edges[i];
      const [latA, lonA] = [pointLat[edge], pointLon[edge]];
      const [latB, lonB] = [pointLat[edge + 1], pointLon[edge + 1]];
      arcs.toArc(latA, lonA, latB, lonB);
    }
  };
}

function isInBox(boxes: PolygonArrays['polygonBoxes'], part: number, lat: number, lon: number): boolean {
  const at = 4 * part;
  return lon >= boxes[at] && lat >= boxes[at + 1] && lon <= boxes[at + 2] && lat <= boxes[at + 3];
}

/**
 * Returns on which side of a line a point is: above 0 left of the direction from a to b, 0 on the line.
 *
 * Guarantee: the sign is exact.
 */
function sideOf(latA: number, lonA: number, latB: number, lonB: number, lat: number, lon: number): number {
  const left = (lonB - lonA) * (lat - latA);
  const right = (latB - latA) * (lon - lonA);
  // Products of integers are rounded beyond 2^53, and only then the difference may have the wrong sign.
  if (Math.abs(left) + Math.abs(right) <= Number.MAX_SAFE_INTEGER) return left - right;
  const exact = BigInt(lonB - lonA) * BigInt(lat - latA) - BigInt(latB - latA) * BigInt(lon - lonA);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}
