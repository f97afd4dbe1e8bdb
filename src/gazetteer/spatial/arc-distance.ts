import { toDegrees, toUnits } from '../store/access.ts';
import {
  arcRiseUnits,
  copyVector,
  haversineOfVectors,
  nearestOnArc,
  newVector,
  positionOfVector,
  setBetween,
  setVector,
  type Vector,
} from './arc.ts';
import { improve, offer, type NearSearch } from './near-search.ts';
import { HALF_TURN_UNITS, haversine } from './sphere.ts';

type Vectors = [Vector, Vector, Vector, Vector, Vector];

// Within these bounds a plane is right to a hundredth and a quarter of a metre: arcs so much farther away need no exact measure.
const FLAT_UNITS = 200_000;
const FLAT_LATITUDE = 60;
const FLAT_RATIO = 1.01;
const FLAT_MARGIN_UNITS = 25;

/**
 * Measures from the position of a search to places made of arcs of great circles.
 *
 * Shape: `start` once a question, then for each place `begin`, what it is made of, and `offer`. Units: 1e-7 degrees.
 */
export interface ArcDistance {
  /** Begins a question; the search has its position. */
  start: (search: NearSearch) => void;
  /** Begins a place. */
  begin: () => void;
  /** Measures to the shorter arc between two points, unless it is too far away to be an answer. */
  toArc: (latA: number, lonA: number, latB: number, lonB: number) => void;
  /** Measures to a single point. */
  toPoint: (lat: number, lon: number) => void;
  /** Takes the position itself for part of the place. */
  here: () => void;
  /**
   * Offers the search the place at the nearest point that was measured; true where the box has shrunk.
   *
   * Shape: a place may be met several times, with different parts of it; the nearest counts.
   */
  offer: (place: number) => boolean;
}

/** Builds what measures to arcs, with working memory of its own. */
export function createArcDistance(): ArcDistance {
  const [position, from, to, between, nearest] = Array.from({ length: 5 }, newVector) as Vectors;
  const offered = new Map<number, number>();
  let search: NearSearch;
  let isPositioned = false;
  let least = Infinity;
  // Where the nearest is: a vector until somebody asks, because most places are not offered.
  let isVector = false;
  let lat = 0;
  let lon = 0;
  return {
    start(ofSearch) {
      search = ofSearch;
      isPositioned = false;
      if (offered.size > 0) offered.clear();
    },
    begin() {
      least = Infinity;
    },
    toArc(latA, lonA, latB, lonB) {
      if (isArcBeyond(search, latA, lonA, latB, lonB)) return;
      if (!isPositioned) {
        setVector(position, search.lat, search.lon);
        isPositioned = true;
      }
      setVector(from, toDegrees(latA), toDegrees(lonA));
      setVector(to, toDegrees(latB), toDegrees(lonB));
      setBetween(between, from, to, nearestOnArc(from, to, position));
      const value = haversineOfVectors(between, position);
      if (value >= least) return;
      least = value;
      copyVector(nearest, between);
      isVector = true;
    },
    toPoint(pointLat, pointLon) {
      const value = haversine(
        search.lat,
        search.lon,
        search.cosLat,
        toDegrees(pointLat),
        toDegrees(pointLon),
      );
      if (value >= least) return;
      least = value;
      isVector = false;
      lat = pointLat;
      lon = pointLon;
    },
    here() {
      least = 0;
      isVector = false;
      lat = search.latUnits;
      lon = search.lonUnits;
    },
    offer(place) {
      if (least > search.bound) return false;
      if (isVector) {
        const point = positionOfVector(nearest);
        lat = toUnits(point.lat);
        lon = toUnits(point.lon);
      }
      // With one answer at most, the nearer just takes its place.
      if (search.size > 1) {
        const before = offered.get(place) ?? Infinity;
        if (least >= before) return false;
        offered.set(place, least);
        if (before < Infinity && improve(search, place, least, lat, lon)) return true;
      }
      return offer(search, place, least, lat, lon);
    },
  };
}

/** Tells whether an arc is too far away to be an answer, as far as can be told without measuring it. */
function isArcBeyond(search: NearSearch, latA: number, lonA: number, latB: number, lonB: number): boolean {
  const { latUnits, lonUnits, cosLat } = search;
  const yA = latA - latUnits;
  const yB = latB - latUnits;
  const spanA = lonA - lonUnits;
  const spanB = lonB - lonUnits;
  const isFlat =
    Math.max(Math.abs(yA), Math.abs(yB), Math.abs(spanA), Math.abs(spanB)) <= FLAT_UNITS &&
    Math.abs(search.lat) <= FLAT_LATITUDE;
  if (!isFlat) return isArcOutside(search, latA, lonA, latB, lonB);
  const xA = spanA * cosLat;
  const dx = spanB * cosLat - xA;
  const dy = yB - yA;
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, -(xA * dx + yA * dy) / square));
  const x = xA + share * dx;
  const y = yA + share * dy;
  const reach = (search.maxLat - latUnits) * FLAT_RATIO + FLAT_MARGIN_UNITS;
  return x * x + y * y > reach * reach;
}

/** Tells whether an arc is outside of the box of a search, for all that its ends and the way between them say. */
function isArcOutside(search: NearSearch, latA: number, lonA: number, latB: number, lonB: number): boolean {
  const { minLat, maxLat, minLon, maxLon } = search;
  const span = Math.abs(lonA - lonB);
  if (span > HALF_TURN_UNITS) return false;
  const rise = arcRiseUnits(span);
  if (Math.min(latA, latB) - rise > maxLat || Math.max(latA, latB) + rise < minLat) return true;
  if (minLon < -HALF_TURN_UNITS || maxLon > HALF_TURN_UNITS) return false;
  return Math.min(lonA, lonB) > maxLon || Math.max(lonA, lonB) < minLon;
}
