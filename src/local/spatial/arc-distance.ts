import type { Position } from '../../geo/position.ts';
import { toDegrees } from '../store/access.ts';
import {
  arcRiseUnits,
  haversineOfVectors,
  nearestOnArc,
  newVector,
  positionOfVector,
  setBetween,
  setVector,
} from './arc.ts';
import { improve, offer, type NearSearch } from './near-search.ts';
import { HALF_TURN_UNITS } from './sphere.ts';

/** Measures from the position of a search to arcs of great circles. */
export interface ArcDistance {
  /** Begins a question; the search has its position. */
  start: (search: NearSearch) => void;
  /**
   * Computes the haversine of the distance to an arc between two points, Infinity where none of it is in the box of the search.
   *
   * Units: 1e-7 degrees.
   */
  haversineTo: (latA: number, lonA: number, latB: number, lonB: number) => number;
  /** Returns the point of the arc that was measured last that is nearest to the position. */
  nearestPoint: () => Position;
  /** Offers the search a place that may be met several times, at different distances; the nearest counts. */
  offer: (place: number, haversineValue: number) => void;
}

/** Builds what measures to arcs, with working memory of its own. */
export function createArcDistance(): ArcDistance {
  const [position, from, to, nearest] = [newVector(), newVector(), newVector(), newVector()];
  const offered = new Map<number, number>();
  let search: NearSearch;
  let isPositioned = false;
  return {
    start(ofSearch) {
      search = ofSearch;
      isPositioned = false;
      if (offered.size > 0) offered.clear();
    },
    haversineTo(latA, lonA, latB, lonB) {
      if (isArcOutside(search, latA, lonA, latB, lonB)) return Infinity;
      if (!isPositioned) {
        setVector(position, search.lat, search.lon);
        isPositioned = true;
      }
      setVector(from, toDegrees(latA), toDegrees(lonA));
      setVector(to, toDegrees(latB), toDegrees(lonB));
      setBetween(nearest, from, to, nearestOnArc(from, to, position));
      return haversineOfVectors(nearest, position);
    },
    nearestPoint: () => positionOfVector(nearest),
    offer(place, value) {
      if (value > search.bound) return;
      // With one answer at most, the nearer just takes its place.
      if (search.size > 1) {
        const before = offered.get(place) ?? Infinity;
        if (value >= before) return;
        offered.set(place, value);
        if (before < Infinity && improve(search, place, value)) return;
      }
      offer(search, place, value);
    },
  };
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
