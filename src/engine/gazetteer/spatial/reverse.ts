import type { NearPlace } from '../../../base/geo/near-search.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import type { Spatial } from './spatial.ts';

/** Places beyond `size` that are searched at first, because a few are as far away as the last one. */
const SPARE_PLACES = 1;

/**
 * Creates the search of everything near a position: houses, points of interest and streets, each once.
 *
 * Shape: distances are whole metres, nearest first; at equal distance houses come before points of interest before streets.
 * Guarantee: a smaller size returns the beginning of a larger one.
 */
export function createReverse(
  spatial: Spatial,
  { streetCount, featureCount }: Pick<PlaceTables, 'streetCount' | 'featureCount'>,
): (position: Position, radiusMeters: number, size: number) => NearPlace[] {
  const rankOf = (place: number): number => (place >= featureCount ? 0 : place >= streetCount ? 1 : 2);
  const order = (a: NearPlace, b: NearPlace): number =>
    Math.round(a.distanceMeters) - Math.round(b.distanceMeters) ||
    rankOf(a.place) - rankOf(b.place) ||
    a.distanceMeters - b.distanceMeters ||
    a.place - b.place;

  return (position, radiusMeters, size) => {
    let near: NearPlace[];
    for (let wanted = size + SPARE_PLACES; ; wanted *= 2) {
      near = spatial.nearest(position, radiusMeters, wanted);
      const [last, farthest] = [near[size - 1], near[wanted - 1]];
      const isTied = last !== undefined && farthest !== undefined && !isFartherInMeters(farthest, last);
      if (!isTied) break;
    }
    near = near.sort(order).slice(0, size);
    for (const answer of near) answer.distanceMeters = Math.round(answer.distanceMeters);
    return near;
  };
}

function isFartherInMeters(a: NearPlace, b: NearPlace): boolean {
  return Math.round(a.distanceMeters) > Math.round(b.distanceMeters);
}
