import { buildPointTree, searchPoints, type PointTrees } from '../../../base/geo/point-tree.ts';
import type { Position } from '../../../base/geo/position.ts';
import { openFamily, type ArraysOf } from '../store/array-family.ts';
import type { Arrays } from '../store/array-types.ts';
import type { PlaceTables } from '../store/place-tables.ts';

import { buildLineArrays, createLineSearch, openLines } from './line-tree.ts';
import { createNearSearch, startSearch, takeAnswers, type NearPlace } from '../../../base/geo/near-search.ts';
import { SPATIAL_FAMILY } from './spatial-family.ts';

/** Bits of the kinds of places to search for. */
export const PLACE_KINDS = { street: 1, poi: 2, house: 4 } as const;

const ALL_KINDS = PLACE_KINDS.street | PLACE_KINDS.poi | PLACE_KINDS.house;

/**
 * Search of places by position.
 *
 * Shape: a place is a number of the PlaceTables; streets without a name are never returned; `kinds` are bits of PLACE_KINDS, by default all; `size` may be Infinity.
 * Units: great-circle metres as of geo/distance, for streets to the nearest point of their line.
 * Guarantee: exact, poles and antimeridian included; nearest first, equal distances by place number.
 */
export interface Spatial {
  /** Returns the places nearest to a position. Cost: 2 microseconds for one of a million. */
  nearest: (position: Position, radiusMeters: number, size: number, kinds?: number) => NearPlace[];
  /**
   * Returns the nearest points of interest that have one of some categories.
   *
   * Cost: a few microseconds per category, rare or frequent.
   */
  nearbyPois: (
    position: Position,
    radiusMeters: number,
    categories: ReadonlySet<number>,
    size: number,
  ) => NearPlace[];
  /** Returns the places within a radius, nearest first. */
  within: (position: Position, radiusMeters: number, kinds?: number) => number[];
}

/**
 * Builds the arrays of `openSpatial`.
 *
 * Cost: a second and 12 MB for a million houses; a point of interest is stored twice, and once more for each of its categories.
 */
export function buildSpatialArrays(tables: PlaceTables): ArraysOf<typeof SPATIAL_FAMILY> {
  const { streetCount, featureCount, placeCount, featureLat, featureLon, houseLat, houseLon } = tables;
  const pointAt = (place: number): Point =>
    place < featureCount
      ? [place, featureLon[place], featureLat[place]]
      : [place, houseLon[place - featureCount], houseLat[place - featureCount]];
  const points = pointsOf(placeCount - streetCount, (i) => pointAt(streetCount + i));
  buildPointTree(points, 0, points.places.length);
  const pois = pointsOf(featureCount - streetCount, (i) => pointAt(streetCount + i));
  buildPointTree(pois, 0, pois.places.length);
  const { members, start } = poisByCategory(tables);
  const categories = pointsOf(members.length, (i) => pointAt(members[i]));
  for (let category = 0; category + 1 < start.length; category += 1)
    buildPointTree(categories, start[category], start[category + 1]);
  return {
    ...buildLineArrays(tables),
    pointPlaces: points.places,
    pointCoordinates: points.coordinates,
    poiPlaces: pois.places,
    poiCoordinates: pois.coordinates,
    categoryStart: start,
    categoryPlaces: categories.places,
    categoryCoordinates: categories.coordinates,
  };
}

/** Opens the arrays of `buildSpatialArrays`, once per thread, because searches share their working memory. */
export function openSpatial(arrays: Arrays, tables: PlaceTables): Spatial {
  const opened = openFamily(SPATIAL_FAMILY, arrays);
  const { categoryStart } = opened;
  const points: PointTrees = { places: opened.pointPlaces, coordinates: opened.pointCoordinates };
  const pois: PointTrees = { places: opened.poiPlaces, coordinates: opened.poiCoordinates };
  const categoryTrees: PointTrees = {
    places: opened.categoryPlaces,
    coordinates: opened.categoryCoordinates,
  };
  const searchLines = createLineSearch(openLines(opened), tables);
  const search = createNearSearch();
  const { streetCount, featureCount, poiCategoryStart, poiCategory } = tables;
  const isHouse = (place: number): boolean => place >= featureCount;

  const nearest: Spatial['nearest'] = (position, radiusMeters, size, kinds = ALL_KINDS) => {
    if (!startSearch(search, position, radiusMeters, size)) return [];
    // Points first: near results shrink the box, which leaves few lines to measure.
    const wanted = kinds & (PLACE_KINDS.house | PLACE_KINDS.poi);
    if (wanted === PLACE_KINDS.poi) searchPoints(pois, 0, pois.places.length, search);
    else if (wanted !== 0) {
      searchPoints(
        points,
        0,
        points.places.length,
        search,
        wanted === PLACE_KINDS.house ? isHouse : undefined,
      );
    }
    if ((kinds & PLACE_KINDS.street) !== 0) searchLines(search);
    return takeAnswers(search);
  };

  return {
    nearest,
    nearbyPois(position, radiusMeters, categories, size) {
      if (!startSearch(search, position, radiusMeters, size)) return [];
      for (const category of categories) {
        if (!(category >= 0 && category + 1 < categoryStart.length)) continue;
        // A place with several of the categories is in the tree of each, and accepted in the lowest only.
        const isLowest = (place: number): boolean => {
          const end = poiCategoryStart[place - streetCount + 1];
          for (let i = poiCategoryStart[place - streetCount]; i < end; i += 1) {
            const other = poiCategory[i];
            if (other < category && categories.has(other)) return false;
          }
          return true;
        };
        const accept = categories.size > 1 ? isLowest : undefined;
        const [from, to] = [categoryStart[category], categoryStart[category + 1]];
        searchPoints(categoryTrees, from, to, search, accept);
      }
      return takeAnswers(search);
    },
    within: (position, radiusMeters, kinds) =>
      nearest(position, radiusMeters, Infinity, kinds).map(({ place }) => place),
  };
}

type Point = readonly [place: number, lonE7: number, latE7: number];

function pointsOf(count: number, pointAt: (i: number) => Point): PointTrees {
  const places = new Uint32Array(count);
  const coordinates = new Int32Array(2 * count);
  for (let i = 0; i < count; i += 1) {
    const [place, lon, lat] = pointAt(i);
    places[i] = place;
    coordinates[2 * i] = lon;
    coordinates[2 * i + 1] = lat;
  }
  return { places, coordinates };
}

/** Returns the points of interest of each category, those of category n from `start[n]` to `start[n + 1]`. */
function poisByCategory(tables: PlaceTables): { members: Uint32Array; start: Uint32Array } {
  const { streetCount, featureCount, poiCategoryStart, poiCategory } = tables;
  const eachEntry = (visit: (feature: number, category: number) => void): void => {
    for (let feature = streetCount; feature < featureCount; feature += 1) {
      const [from, to] = [feature - streetCount, feature - streetCount + 1].map((i) => poiCategoryStart[i]);
      const own = poiCategory.subarray(from, to);
      own.forEach((category, i) => {
        if (own.indexOf(category) === i) visit(feature, category);
      });
    }
  };
  let most = -1;
  eachEntry((_feature, category) => (most = Math.max(most, category)));
  const start = new Uint32Array(most + 2);
  eachEntry((_feature, category) => (start[category + 1] = start[category + 1] + 1));
  for (let i = 1; i < start.length; i += 1) start[i] = start[i] + start[i - 1];
  const next = start.slice();
  const members = new Uint32Array(start.at(-1) as number);
  eachEntry((feature, category) => {
    const at = next[category];
    members[at] = feature;
    next[category] = at + 1;
  });
  return { members, start };
}
