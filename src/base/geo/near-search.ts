import { toDegrees, toE7 } from './e7.ts';
import { add, clear, dropFarthest, isFarther, newLists, replace, type NearHeap } from './near-heap.ts';
import {
  EARTH_RADIUS_METERS,
  HALF_TURN_UNITS,
  haversineBound,
  metersOfHaversine,
  RADIANS_PER_DEGREE,
  TURN_UNITS,
  UNITS_PER_DEGREE,
} from './sphere.ts';
import type { Position } from './position.ts';

const UNITS_PER_RADIAN = UNITS_PER_DEGREE / RADIANS_PER_DEGREE;
// Positions are rounded to a unit, which is a centimetre. Haversines are exact to centimetres near the antipode, to nanometres elsewhere.
const MARGIN_UNITS = 2;
const MARGIN_RATIO = 1e-7;
const MARGIN_RADIANS = 1e-13;
// Up to this ratio asin(z) is at most z * (1 + z * z).
const SMALL_RATIO = 0.1;
/** Height of a box from which on distances decide what is searched, and not the box: 4 degrees, a radius of 222 km. */
const WIDE_UNITS = 4 * UNITS_PER_DEGREE;

/**
 * One search for the places nearest to a position, with the nearest results so far.
 *
 * Shape: the box contains everything that could still be a result and shrinks with each result;
 * it extends beyond ±180 near the antimeridian, and over all longitudes near a pole. One object is reused for all searches.
 * Units: `lat`, `lon` in degrees, the box in 1e-7 degrees.
 */
export interface NearSearch extends NearHeap {
  lat: number;
  lon: number;
  cosLat: number;
  latE7: number;
  lonE7: number;
  size: number;
  radiusMeters: number;
  /** Places with a greater haversine are no results. */
  bound: number;
  minLat: number;
  maxLat: number;
  minLon: number;
  maxLon: number;
}

/** A place with its position (for a line the nearest point, rounded to 1e-7 degrees) and its distance. */
export interface NearPlace {
  place: number;
  position: Position;
  distanceMeters: number;
}

/** Creates a search. */
export function createNearSearch(): NearSearch {
  return {
    // Not 0: V8 would change the layout of members that are initially small integers.
    lat: 0.5,
    lon: 0.5,
    cosLat: 0.5,
    latE7: 0.5,
    lonE7: 0.5,
    size: 0.5,
    radiusMeters: 0.5,
    bound: 0.5,
    minLat: 0.5,
    maxLat: 0.5,
    minLon: 0.5,
    maxLon: 0.5,
    count: 0,
    ...newLists(),
  };
}

/**
 * Starts a search.
 *
 * Shape: false if there can be no result: a size below 1, a radius below 0 or NaN.
 */
export function startSearch(
  search: NearSearch,
  { lat, lon }: Position,
  radiusMeters: number,
  size: number,
): boolean {
  search.lat = lat;
  search.lon = lon;
  search.cosLat = Math.cos(lat * RADIANS_PER_DEGREE);
  search.latE7 = toE7(lat);
  search.lonE7 = toE7(lon);
  search.size = Math.floor(size);
  search.radiusMeters = radiusMeters;
  clear(search);
  search.bound = haversineBound(radiusMeters);
  fitBox(search, radiusMeters);
  return size >= 1 && radiusMeters >= 0;
}

/** Adds the place at a haversine from the position, unless enough others are nearer; true if the box shrank. */
export function offer(
  search: NearSearch,
  place: number,
  haversineValue: number,
  latE7: number,
  lonE7: number,
): boolean {
  if (haversineValue > search.bound) return false;
  const meters = metersOfHaversine(haversineValue);
  if (meters > search.radiusMeters) return false;
  if (search.count < search.size) {
    add(search, place, meters, latE7, lonE7);
    if (search.count < search.size) return false;
  } else {
    if (!isFarther(search, 0, place, meters)) return false;
    replace(search, 0, place, meters, latE7, lonE7);
  }
  tighten(search);
  return true;
}

/** Moves a place among the results to a nearer distance; undefined if it is not among the results, false if it is not nearer. */
export function improve(
  search: NearSearch,
  place: number,
  haversineValue: number,
  latE7: number,
  lonE7: number,
): boolean | undefined {
  let at = search.count - 1;
  while (at >= 0 && search.places[at] !== place) at -= 1;
  if (at < 0) return undefined;
  const meters = metersOfHaversine(haversineValue);
  if (meters >= (search.meters[at] as number)) return false;
  replace(search, at, place, meters, latE7, lonE7);
  if (search.count === search.size) tighten(search);
  return true;
}

/** Returns the results, nearest first. Ends the search. */
export function takeAnswers(search: NearSearch): NearPlace[] {
  const { places, meters, lats, lons } = search;
  const answers: NearPlace[] = new Array<NearPlace>(search.count);
  // The farthest is the first of the heap, so the list is filled from its end.
  while (search.count > 0) {
    const place = places[0] as number;
    answers[search.count - 1] = {
      place,
      position: { lat: toDegrees(lats[0] as number), lon: toDegrees(lons[0] as number) },
      distanceMeters: meters[0] as number,
    };
    dropFarthest(search);
  }
  return answers;
}

/**
 * Returns the next offset to add to the longitudes of the box before they are compared with longitudes from -180 to 180: first 0, then
 * a full turn if the box crosses the antimeridian.
 *
 * Shape: the offset after `turn`, or NaN after the last. Units: 1e-7 degrees.
 */
export function nextTurn({ minLon, maxLon }: NearSearch, turn: number): number {
  if (turn === 0 && minLon < -HALF_TURN_UNITS) return TURN_UNITS;
  if (turn >= 0 && maxLon > HALF_TURN_UNITS) return -TURN_UNITS;
  return NaN;
}

/**
 * Reports whether a search is so wide that its box contains nearly everything: from far away all places are at about the same distance, and what is in
 * the box of that distance is not near.
 */
export function isWide({ minLat, maxLat }: NearSearch): boolean {
  return maxLat - minLat > WIDE_UNITS;
}

function tighten(search: NearSearch): void {
  const farthest = search.meters[0] as number;
  search.bound = haversineBound(farthest);
  fitBox(search, farthest);
}

/** Sets the box to the bounds of everything within a distance of the position. */
function fitBox(search: NearSearch, meters: number): void {
  const angle = (meters / EARTH_RADIUS_METERS) * (1 + MARGIN_RATIO) + MARGIN_RADIANS;
  const ratio = angle / search.cosLat;
  const latReach = angle * UNITS_PER_RADIAN + MARGIN_UNITS;
  search.minLat = search.latE7 - latReach;
  search.maxLat = search.latE7 + latReach;
  let lonReach: number;
  if (ratio < SMALL_RATIO) {
    lonReach = ratio * (1 + ratio * ratio) * UNITS_PER_RADIAN + MARGIN_UNITS;
  } else if (!(Math.abs(search.lat) * RADIANS_PER_DEGREE + angle < Math.PI / 2)) {
    // A pole is inside: every longitude once. The half unit keeps the two ends, which are the same meridian, apart.
    search.minLon = search.lonE7 - HALF_TURN_UNITS + 0.5;
    search.maxLon = search.lonE7 + HALF_TURN_UNITS + 0.5;
    return;
  } else {
    lonReach = Math.asin(Math.min(1, Math.sin(angle) / search.cosLat)) * UNITS_PER_RADIAN + MARGIN_UNITS;
  }
  search.minLon = search.lonE7 - lonReach;
  search.maxLon = search.lonE7 + lonReach;
}
