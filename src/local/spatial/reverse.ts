import type { Position } from '../../geo/position.ts';
import { positionOf } from '../store/access.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import type { NearPlace } from './near-search.ts';
import { PLACE_KINDS, type Spatial } from './spatial.ts';
import { nearestOnStreet } from './street-position.ts';

// Where a street runs past a house, its line is always nearer to whoever stands on it.
const KINDS = [
  { kind: PLACE_KINDS.house, handicapMeters: 0 },
  { kind: PLACE_KINDS.poi, handicapMeters: 2 },
  { kind: PLACE_KINDS.street, handicapMeters: 5 },
] as const;

/** Holds a place near a position that was asked for. Shape: `position` of a street is the nearest point of its line. Units: whole metres. */
export interface ReverseAnswer {
  place: number;
  position: Position;
  distanceMeters: number;
}

/**
 * Creates reverse geocoding to houses, points of interest and streets.
 *
 * Shape: answers are nearest first; of those equally far in whole metres houses come before points of interest before streets. Which ones are answered
 * where there are more than `size` is decided with a handicap: a point of interest counts as 2 m farther than it is, a street as 5 m.
 */
export function createReverse(
  spatial: Spatial,
  tables: PlaceTables,
): (position: Position, radiusMeters: number, size: number) => ReverseAnswer[] {
  return (position, radiusMeters, size) => {
    const candidates: (NearPlace & { rank: number; handicapped: number })[] = [];
    KINDS.forEach(({ kind, handicapMeters }, rank) => {
      // What is farther than this loses against the houses and points of interest that are already there.
      const farthest = candidates[size - 1]?.handicapped ?? Infinity;
      const reach = Math.min(radiusMeters, farthest - handicapMeters);
      for (const near of spatial.nearest(position, reach, size, kind)) {
        candidates.push({ ...near, rank, handicapped: near.distanceMeters + handicapMeters });
      }
      candidates.sort((a, b) => a.handicapped - b.handicapped || a.rank - b.rank || a.place - b.place);
    });
    return candidates
      .slice(0, size)
      .map((each) => ({ ...each, distanceMeters: Math.round(each.distanceMeters) }))
      .sort(
        (a, b) =>
          a.distanceMeters - b.distanceMeters ||
          a.rank - b.rank ||
          a.handicapped - b.handicapped ||
          a.place - b.place,
      )
      .map(({ place, distanceMeters }) => ({
        place,
        position:
          place < tables.streetCount ? nearestOnStreet(tables, place, position) : positionOf(tables, place),
        distanceMeters,
      }));
  };
}
