import type { Position } from '../../geo/position.ts';
import { toUnits } from '../store/access.ts';
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
const FIRST_CAPACITY = 64;
const KEPT_CAPACITY = 1 << 16;

/**
 * Holds one question for what is nearest to a position, and the best answers met so far.
 *
 * Shape: `places` and `meters` are a heap with the farthest answer first, greater place numbers counting as farther; the box holds everything
 * that could still become an answer and shrinks as answers come; it reaches beyond ±180 where the antimeridian is near, and all
 * around where a pole is. An object is used for one question after the other.
 * Units: `lat`, `lon` in degrees, the box in 1e-7 degrees.
 */
export interface NearSearch {
  lat: number;
  lon: number;
  cosLat: number;
  latUnits: number;
  lonUnits: number;
  size: number;
  radiusMeters: number;
  /** What has a greater haversine is no answer. */
  bound: number;
  minLat: number;
  maxLat: number;
  minLon: number;
  maxLon: number;
  count: number;
  places: Uint32Array;
  meters: Float64Array;
}

/** Holds a place and how far it is. */
export interface NearPlace {
  place: number;
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
    bound: 0.5,
    minLat: 0.5,
    maxLat: 0.5,
    minLon: 0.5,
    maxLon: 0.5,
    count: 0,
    places: new Uint32Array(FIRST_CAPACITY),
    meters: new Float64Array(FIRST_CAPACITY),
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
): boolean {
  search.lat = lat;
  search.lon = lon;
  search.cosLat = Math.cos(lat * RADIANS_PER_DEGREE);
  search.latUnits = toUnits(lat);
  search.lonUnits = toUnits(lon);
  search.size = Math.floor(size);
  search.radiusMeters = radiusMeters;
  search.count = 0;
  if (search.places.length > KEPT_CAPACITY) {
    // One question for everything must not hold its memory for ever.
    search.places = new Uint32Array(FIRST_CAPACITY);
    search.meters = new Float64Array(FIRST_CAPACITY);
  }
  search.bound = haversineBound(radiusMeters);
  fitBox(search, radiusMeters);
  return size >= 1 && radiusMeters >= 0;
}

/** Takes the place at a haversine from the position, unless enough others are nearer; true where the box has shrunk. */
export function offer(search: NearSearch, place: number, haversineValue: number): boolean {
  if (haversineValue > search.bound) return false;
  const meters = metersOfHaversine(haversineValue);
  if (meters > search.radiusMeters) return false;
  const { count } = search;
  if (count < search.size) {
    if (count === search.places.length) grow(search);
    search.count = count + 1;
    siftUp(search, count, place, meters);
    if (search.count < search.size) return false;
  } else {
    const { places, meters: distances } = search;
    const farthest = distances[0] as number;
    if (meters > farthest || (meters === farthest && place > (places[0] as number))) return false;
    siftDown(search, 0, count, place, meters);
  }
  tighten(search);
  return true;
}

/** Replaces the answer for a place by a nearer one; false where the place is not among the answers. */
export function improve(search: NearSearch, place: number, haversineValue: number): boolean {
  const at = search.places.subarray(0, search.count).indexOf(place);
  if (at < 0) return false;
  siftDown(search, at, search.count, place, metersOfHaversine(haversineValue));
  if (search.count === search.size) tighten(search);
  return true;
}

/** Lists the answers, nearest first; the search is over. */
export function takeAnswers(search: NearSearch): NearPlace[] {
  const { places, meters } = search;
  const answers: NearPlace[] = new Array<NearPlace>(search.count);
  // The farthest is on top: the list is filled from its end.
  for (let end = search.count - 1; end >= 0; end -= 1) {
    answers[end] = { place: places[0] as number, distanceMeters: meters[0] as number };
    siftDown(search, 0, end, places[end] as number, meters[end] as number);
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

function tighten(search: NearSearch): void {
  const farthest = search.meters[0] as number;
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

function grow(search: NearSearch): void {
  const places = new Uint32Array(search.places.length * 2);
  const meters = new Float64Array(places.length);
  places.set(search.places);
  meters.set(search.meters);
  search.places = places;
  search.meters = meters;
}

function siftUp({ places, meters }: NearSearch, from: number, place: number, distance: number): void {
  let at = from;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const parentMeters = meters[parent] as number;
    if (distance < parentMeters || (distance === parentMeters && place < (places[parent] as number))) break;
    places[at] = places[parent] as number;
    meters[at] = parentMeters;
    at = parent;
  }
  places[at] = place;
  meters[at] = distance;
}

function siftDown(
  { places, meters }: NearSearch,
  from: number,
  count: number,
  place: number,
  distance: number,
): void {
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= count) break;
    const right = child + 1;
    if (right < count && isFarther(places, meters, right, places[child] as number, meters[child] as number)) {
      child = right;
    }
    if (!isFarther(places, meters, child, place, distance)) break;
    places[at] = places[child] as number;
    meters[at] = meters[child] as number;
    at = child;
  }
  places[at] = place;
  meters[at] = distance;
}

function isFarther(
  places: Uint32Array,
  meters: Float64Array,
  at: number,
  place: number,
  distance: number,
): boolean {
  const other = meters[at] as number;
  return other > distance || (other === distance && (places[at] as number) > place);
}
