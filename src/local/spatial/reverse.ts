import type { Position } from '../../geo/position.ts';
import { positionOf } from '../store/access.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import type { NearPlace } from './near-search.ts';
import { PLACE_KINDS, type Spatial } from './spatial.ts';
import { createStreetPoint } from './street-position.ts';

// Where a street runs past a house, its line is always nearer to whoever stands on it.
const POI_HANDICAP_METERS = 2;
const STREET_HANDICAP_METERS = 5;
const POINTS = PLACE_KINDS.house | PLACE_KINDS.poi;

/** Holds a place near a position that was asked for. Shape: `position` of a street is the nearest point of its line. Units: whole metres. */
export interface ReverseAnswer {
  place: number;
  position: Position;
  distanceMeters: number;
}

interface Candidate extends NearPlace {
  /** 0 houses, 1 points of interest, 2 streets. */
  rank: number;
  handicappedMeters: number;
}

/**
 * Creates reverse geocoding to houses, points of interest and streets; one for each thread, like the search itself.
 *
 * Shape: answers are nearest first; of those equally far in whole metres houses come before points of interest before streets. Which ones
 * are answered where there are more than `size` is decided with a handicap: a point of interest counts as 2 m farther away, a street as 5 m.
 */
export function createReverse(
  spatial: Spatial,
  tables: PlaceTables,
): (position: Position, radiusMeters: number, size: number) => ReverseAnswer[] {
  const { streetCount, thingCount } = tables;
  const streetPoint = createStreetPoint(tables);

  const candidateOf = ({ place, distanceMeters }: NearPlace): Candidate => {
    const rank = place >= thingCount ? 0 : place >= streetCount ? 1 : 2;
    const handicapMeters = rank === 0 ? 0 : rank === 1 ? POI_HANDICAP_METERS : STREET_HANDICAP_METERS;
    return { place, distanceMeters, rank, handicappedMeters: distanceMeters + handicapMeters };
  };

  function candidatesNear(position: Position, radiusMeters: number, size: number): Candidate[] {
    const near = (reachMeters: number, kinds: number): Candidate[] =>
      spatial.nearest(position, Math.min(radiusMeters, reachMeters), size, kinds).map(candidateOf);
    let candidates = near(radiusMeters, POINTS).sort(byHandicap);
    const last = candidates[size - 1];
    if (last?.rank === 1) {
      // Houses that were left out may still win against it.
      const pois = candidates.filter(({ rank }) => rank === 1);
      candidates = [...near(last.handicappedMeters, PLACE_KINDS.house), ...pois].sort(byHandicap);
    }
    const farthest = candidates[size - 1]?.handicappedMeters ?? Infinity;
    const streets = near(farthest - STREET_HANDICAP_METERS, PLACE_KINDS.street);
    if (streets.length > 0) candidates = [...candidates, ...streets].sort(byHandicap);
    return candidates.slice(0, size);
  }

  return (position, radiusMeters, size) =>
    candidatesNear(position, radiusMeters, size)
      .sort(byWholeMeters)
      .map(({ place, distanceMeters }) => ({
        place,
        position:
          place < streetCount ? streetPoint(place, position, distanceMeters) : positionOf(tables, place),
        distanceMeters: Math.round(distanceMeters),
      }));
}

function byHandicap(a: Candidate, b: Candidate): number {
  return a.handicappedMeters - b.handicappedMeters || a.rank - b.rank || a.place - b.place;
}

function byWholeMeters(a: Candidate, b: Candidate): number {
  return (
    Math.round(a.distanceMeters) - Math.round(b.distanceMeters) ||
    a.rank - b.rank ||
    a.distanceMeters - b.distanceMeters ||
    a.place - b.place
  );
}
