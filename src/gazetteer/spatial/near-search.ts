import type { Position } from '../../geo/position.ts';
import { toDegrees, toUnits } from '../store/access.ts';
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

const UNITS_PER_RADIAN = UNITS_PER_DEGREE / RADIANS_PER_DEGREE;
// Positions are rounded to a unit, which is a centimetre. Next to the opposite point haversines are good to centimetres only, elsewhere to
// nanometres.
const MARGIN_UNITS = 2;
const MARGIN_RATIO = 1e-7;
const MARGIN_RADIANS = 1e-13;
// Up to this ratio asin(z) is at most z * (1 + z * z).
const SMALL_RATIO = 0.1;
const NO_HANDICAPS: Handicaps = { firstPoi: 0, firstHouse: 0, poiMeters: 0, streetMeters: 0 };

/** Says by how much places that are not houses count as farther away than they are. Shape: `first...` are place numbers. */
export interface Handicaps {
  firstPoi: number;
  firstHouse: number;
  poiMeters: number;
  streetMeters: number;
}

/**
 * Holds one question for what is nearest to a position, and the best answers met so far.
 *
 * Shape: the distances of the heap include handicaps; the box holds everything that could still become an answer and shrinks as answers come;
 * it reaches beyond ±180 where the antimeridian is near, and all around where a pole is. An object is used for one question after the other.
 * Units: `lat`, `lon` in degrees, the box in 1e-7 degrees.
 */
export interface NearSearch extends NearHeap {
  lat: number;
  lon: number;
  cosLat: number;
  latUnits: number;
  lonUnits: number;
  size: number;
  radiusMeters: number;
  handicaps: Handicaps;
  /** How much farther away than they are the places that are being offered count, at least. */
  leastHandicapMeters: number;
  /** What has a greater haversine is no answer. */
  bound: number;
  minLat: number;
  maxLat: number;
  minLon: number;
  maxLon: number;
}

/** Holds a place, where it is (of lines the nearest point, rounded to 1e-7 degrees), and how far. */
export interface NearPlace {
  place: number;
  position: Position;
  distanceMeters: number;
}

/** Builds a search, ready for its first question. */
export function createNearSearch(): NearSearch {
  return {
    // Not 0: members that begin as small integers would change their layout with the first question.
    lat: 0.5,
    lon: 0.5,
    cosLat: 0.5,
    latUnits: 0.5,
    lonUnits: 0.5,
    size: 0.5,
    radiusMeters: 0.5,
    handicaps: NO_HANDICAPS,
    leastHandicapMeters: 0.5,
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
 * Begins a question.
 *
 * Shape: false where it cannot have an answer: a size below 1, a radius below 0 or no number.
 */
export function startSearch(
  search: NearSearch,
  { lat, lon }: Position,
  radiusMeters: number,
  size: number,
  handicaps = NO_HANDICAPS,
): boolean {
  search.lat = lat;
  search.lon = lon;
  search.cosLat = Math.cos(lat * RADIANS_PER_DEGREE);
  search.latUnits = toUnits(lat);
  search.lonUnits = toUnits(lon);
  search.size = Math.floor(size);
  search.radiusMeters = radiusMeters;
  search.handicaps = handicaps;
  search.leastHandicapMeters = 0;
  clear(search);
  search.bound = haversineBound(radiusMeters);
  fitBox(search, radiusMeters);
  return size >= 1 && radiusMeters >= 0;
}

/** Goes on to streets alone, of which none that is as far away as the farthest answer can still win; false where none can at all. */
export function turnToStreets(search: NearSearch): boolean {
  search.leastHandicapMeters = search.handicaps.streetMeters;
  if (search.leastHandicapMeters === 0 || search.count < search.size) return true;
  if ((search.meters[0] as number) < search.leastHandicapMeters) return false;
  tighten(search);
  return true;
}

/** Takes the place at a haversine from the position, unless enough others are nearer; true where the box has shrunk. */
export function offer(
  search: NearSearch,
  place: number,
  haversineValue: number,
  latUnits: number,
  lonUnits: number,
): boolean {
  if (haversineValue > search.bound) return false;
  const reached = metersOfHaversine(haversineValue);
  if (reached > search.radiusMeters) return false;
  const meters = reached + handicapOf(search.handicaps, place);
  if (search.count < search.size) {
    add(search, place, meters, latUnits, lonUnits);
    if (search.count < search.size) return false;
  } else {
    if (!isFarther(search, 0, place, meters)) return false;
    replace(search, 0, place, meters, latUnits, lonUnits);
  }
  tighten(search);
  return true;
}

/** Replaces the answer for a place by a nearer one; false where the place is not among the answers. */
export function improve(
  search: NearSearch,
  place: number,
  haversineValue: number,
  latUnits: number,
  lonUnits: number,
): boolean {
  const at = search.places.subarray(0, search.count).indexOf(place);
  if (at < 0) return false;
  const meters = metersOfHaversine(haversineValue) + handicapOf(search.handicaps, place);
  replace(search, at, place, meters, latUnits, lonUnits);
  if (search.count === search.size) tighten(search);
  return true;
}

/** Lists the answers, nearest first, handicaps included; how far each is, without. The search is over. */
export function takeAnswers(search: NearSearch): NearPlace[] {
  const { places, meters, lats, lons, handicaps } = search;
  const answers: NearPlace[] = new Array<NearPlace>(search.count);
  // The farthest is on top: the list is filled from its end.
  while (search.count > 0) {
    const place = places[0] as number;
    answers[search.count - 1] = {
      place,
      position: { lat: toDegrees(lats[0] as number), lon: toDegrees(lons[0] as number) },
      distanceMeters: (meters[0] as number) - handicapOf(handicaps, place),
    };
    dropFarthest(search);
  }
  return answers;
}

/**
 * Yields by turns what to add to longitudes of the box so that it is compared with longitudes from -180 to 180: 0, and a turn to the
 * other side where the box reaches across the antimeridian.
 *
 * Shape: the turn after `turn`, or NaN after the last; the first is 0. Units: 1e-7 degrees.
 */
export function nextTurn({ minLon, maxLon }: NearSearch, turn: number): number {
  if (turn === 0 && minLon < -HALF_TURN_UNITS) return TURN_UNITS;
  if (turn >= 0 && maxLon > HALF_TURN_UNITS) return -TURN_UNITS;
  return NaN;
}

function handicapOf({ firstHouse, firstPoi, poiMeters, streetMeters }: Handicaps, place: number): number {
  if (place >= firstHouse) return 0;
  return place >= firstPoi ? poiMeters : streetMeters;
}

function tighten(search: NearSearch): void {
  const farthest = (search.meters[0] as number) - search.leastHandicapMeters;
  search.bound = haversineBound(farthest);
  fitBox(search, farthest);
}

/** Fits the box around everything within a distance of the position. */
function fitBox(search: NearSearch, meters: number): void {
  const angle = (meters / EARTH_RADIUS_METERS) * (1 + MARGIN_RATIO) + MARGIN_RADIANS;
  const ratio = angle / search.cosLat;
  const latReach = angle * UNITS_PER_RADIAN + MARGIN_UNITS;
  search.minLat = search.latUnits - latReach;
  search.maxLat = search.latUnits + latReach;
  let lonReach: number;
  if (ratio < SMALL_RATIO) {
    lonReach = ratio * (1 + ratio * ratio) * UNITS_PER_RADIAN + MARGIN_UNITS;
  } else if (!(Math.abs(search.lat) * RADIANS_PER_DEGREE + angle < Math.PI / 2)) {
    // A pole is inside: every longitude, each once. Half a unit, for both ends are the same meridian.
    search.minLon = search.lonUnits - HALF_TURN_UNITS + 0.5;
    search.maxLon = search.lonUnits + HALF_TURN_UNITS + 0.5;
    return;
  } else {
    lonReach = Math.asin(Math.min(1, Math.sin(angle) / search.cosLat)) * UNITS_PER_RADIAN + MARGIN_UNITS;
  }
  search.minLon = search.lonUnits - lonReach;
  search.maxLon = search.lonUnits + lonReach;
}
