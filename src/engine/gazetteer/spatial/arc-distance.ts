import { toDegrees, toE7 } from '../store/access.ts';
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
import { improve, offer, type NearSearch } from '../../../base/geo/near-search.ts';
import { HALF_TURN_UNITS, haversine } from '../../../base/geo/sphere.ts';

type Vectors = [Vector, Vector, Vector, Vector, Vector];

/** Among so few results a place is found at once: to empty a map took a microsecond a search. */
const FEW = 16;

// Within these bounds, distances on a plane are correct to 1 % and 25 cm: arcs that are farther away by more than that need no exact measure.
const FLAT_UNITS = 200_000;
const FLAT_LATITUDE = 60;
const FLAT_RATIO = 1.01;
const FLAT_MARGIN_UNITS = 25;

/**
 * Measures distances from the position of a search to places that consist of arcs of great circles.
 *
 * Shape: call `start` once per search, then for each place `begin`, its arcs and points, and `offer`. Units: 1e-7 degrees.
 */
export interface ArcDistance {
  /** Starts a search. */
  start: (search: NearSearch) => void;
  /** Starts a place. */
  begin: () => void;
  /** Measures to the shorter arc between two points, unless it is too far away to be a result. */
  toArc: (latA: number, lonA: number, latB: number, lonB: number) => void;
  /** Measures to a single point. */
  toPoint: (lat: number, lon: number) => void;
  /** Makes the position itself part of the place. */
  here: () => void;
  /**
   * Offers the place to the search at its nearest measured point; true if the box of the search shrank.
   *
   * Shape: a place may be offered several times with different parts; the nearest part counts.
   */
  offer: (place: number) => boolean;
}

/** Creates an ArcDistance with its own working memory. */
export function createArcDistance(): ArcDistance {
  const [position, from, to, between, nearest] = Array.from({ length: 5 }, newVector) as Vectors;
  const offered = new Map<number, number>();
  let search: NearSearch;
  let isPositioned = false;
  let least = Infinity;
  // The nearest point stays a vector until it is needed, because most places are not offered.
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
      lat = search.latE7;
      lon = search.lonE7;
    },
    offer(place) {
      if (least > search.bound) return false;
      if (isVector) {
        const point = positionOfVector(nearest);
        lat = toE7(point.lat);
        lon = toE7(point.lon);
      }
      // With room for one result, the nearer place simply replaces it.
      if (search.size > 1) {
        if (search.size > FEW) {
          const before = offered.get(place) ?? Infinity;
          if (least >= before) return false;
          offered.set(place, least);
          if (before === Infinity) return offer(search, place, least, lat, lon);
        }
        const improved = improve(search, place, least, lat, lon);
        if (improved !== undefined) return improved;
      }
      return offer(search, place, least, lat, lon);
    },
  };
}

/** Reports whether an arc is certainly too far away to be a result, without an exact measure. */
function isArcBeyond(search: NearSearch, latA: number, lonA: number, latB: number, lonB: number): boolean {
  const { latE7, lonE7, cosLat } = search;
  const yA = latA - latE7;
  const yB = latB - latE7;
  const spanA = lonA - lonE7;
  const spanB = lonB - lonE7;
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
  const reach = (search.maxLat - latE7) * FLAT_RATIO + FLAT_MARGIN_UNITS;
  return x * x + y * y > reach * reach;
}

/** Reports whether an arc is certainly outside of the box of a search, by its ends and how far it rises between them. */
function isArcOutside(search: NearSearch, latA: number, lonA: number, latB: number, lonB: number): boolean {
  const { minLat, maxLat, minLon, maxLon } = search;
  const span = Math.abs(lonA - lonB);
  if (span > HALF_TURN_UNITS) return false;
  const rise = arcRiseUnits(span);
  if (Math.min(latA, latB) - rise > maxLat || Math.max(latA, latB) + rise < minLat) return true;
  if (minLon < -HALF_TURN_UNITS || maxLon > HALF_TURN_UNITS) return false;
  return Math.min(lonA, lonB) > maxLon || Math.max(lonA, lonB) < minLon;
}
