import type { Position } from '../../geo/position.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import type { Handicaps, NearPlace } from './near-search.ts';
import { PLACE_KINDS, type Spatial } from './spatial.ts';

// Where a street runs past a house, its line is always nearer to whoever stands on it.
const POI_HANDICAP_METERS = 2;
const STREET_HANDICAP_METERS = 5;
const EVERYTHING = PLACE_KINDS.house | PLACE_KINDS.poi | PLACE_KINDS.street;

/**
 * Creates reverse geocoding to houses, points of interest and streets; shares the working memory of the search.
 *
 * Shape: answers are in whole metres, nearest first; of those equally far in whole metres houses come before points of interest before streets. Which ones
 * are answered where there are more than `size` is decided with a handicap: a point of interest counts as 2 m farther away, a street as 5 m.
 */
export function createReverse(
  spatial: Spatial,
  tables: Pick<PlaceTables, 'streetCount' | 'thingCount'>,
): (position: Position, radiusMeters: number, size: number) => NearPlace[] {
  const { streetCount, thingCount } = tables;
  const handicaps: Handicaps = {
    firstPoi: streetCount,
    firstHouse: thingCount,
    poiMeters: POI_HANDICAP_METERS,
    streetMeters: STREET_HANDICAP_METERS,
  };
  /** Houses first, then points of interest, then streets. */
  const rankOf = (place: number): number => (place >= thingCount ? 0 : place >= streetCount ? 1 : 2);

  return (position, radiusMeters, size) => {
    const near = spatial.nearest(position, radiusMeters, size, EVERYTHING, handicaps);
    if (near.length > 1) {
      near.sort(
        (a, b) =>
          Math.round(a.distanceMeters) - Math.round(b.distanceMeters) ||
          rankOf(a.place) - rankOf(b.place) ||
          a.distanceMeters - b.distanceMeters ||
          a.place - b.place,
      );
    }
    for (const answer of near) answer.distanceMeters = Math.round(answer.distanceMeters);
    return near;
  };
}
