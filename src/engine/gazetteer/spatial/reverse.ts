import type { Position } from '../../../base/geo/position.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import type { NearPlace } from '../../../base/geo/near-search.ts';
import { PLACE_KINDS, type Handicaps, type Spatial } from './spatial.ts';

// The line of a street is always nearer to a position on it than the houses along it are.
const POI_HANDICAP_METERS = 2;
const STREET_HANDICAP_METERS = 5;
const EVERYTHING = PLACE_KINDS.house | PLACE_KINDS.poi | PLACE_KINDS.street;

/**
 * Creates the reverse geocoding to houses, points of interest and streets; it shares the working memory of the search.
 *
 * Shape: distances are whole metres, nearest first; at equal distance houses come before points of interest before streets. A handicap selects the results:
 * a point of interest counts as 2 m farther away, a street as 5 m. What is nearer than the first one by less than its handicap is left out, as the street
 * in front of a house.
 * Guarantee: the first result is the same for every size.
 */
export function createReverse(
  spatial: Spatial,
  tables: Pick<PlaceTables, 'streetCount' | 'featureCount'>,
): (position: Position, radiusMeters: number, size: number) => NearPlace[] {
  const { streetCount, featureCount } = tables;
  const handicaps: Handicaps = {
    of: (place) =>
      place >= featureCount ? 0 : place >= streetCount ? POI_HANDICAP_METERS : STREET_HANDICAP_METERS,
    streetMeters: STREET_HANDICAP_METERS,
  };
  /** Houses first, then points of interest, then streets. */
  const rankOf = (place: number): number => (place >= featureCount ? 0 : place >= streetCount ? 1 : 2);
  const order = (a: NearPlace, b: NearPlace): number =>
    Math.round(a.distanceMeters) - Math.round(b.distanceMeters) ||
    rankOf(a.place) - rankOf(b.place) ||
    a.distanceMeters - b.distanceMeters ||
    a.place - b.place;

  return (position, radiusMeters, size) => {
    let near = spatial.nearest(position, radiusMeters, size, EVERYTHING, handicaps);
    for (let wanted = size; near.length > 1;) {
      const [first] = near as [NearPlace];
      const kept = near.filter((other) => other === first || order(first, other) < 0);
      if (near.length < wanted || kept.length >= size) {
        near = kept.slice(0, size).sort(order);
        break;
      }
      wanted += size - kept.length;
      near = spatial.nearest(position, radiusMeters, wanted, EVERYTHING, handicaps);
    }
    for (const answer of near) answer.distanceMeters = Math.round(answer.distanceMeters);
    return near;
  };
}
