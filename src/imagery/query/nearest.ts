import { distanceMeters } from '../../geo/distance.ts';
import { createNearSearch, startSearch, takeAnswers } from '../../geo/near-search.ts';
import { searchPoints } from '../../geo/point-tree.ts';
import type { Position } from '../../geo/position.ts';
import { positionOf, type PictureIndex } from '../index/picture-index.ts';
import type { AcceptPicture } from './accept.ts';

// One for all searches, because its lists are large.
const search = createNearSearch();

/** Returns the accepted pictures within a distance of a position, nearest first; ties by picture number. */
export function nearestPictures(
  { tables }: PictureIndex,
  center: Position,
  radiusMeters: number,
  accept: AcceptPicture,
  count: number,
): number[] {
  if (!startSearch(search, center, radiusMeters, count)) return [];
  const trees = { places: tables.treePicture, coordinates: tables.treeCoordinates };
  searchPoints(trees, 0, trees.places.length, search, accept);
  return takeAnswers(search).map(({ place }) => place);
}

/** Sorts pictures by distance to a position, ties by picture number. */
export function sortByDistance(index: PictureIndex, center: Position, pictures: readonly number[]): number[] {
  return pictures
    .map((picture) => ({ picture, meters: distanceMeters(center, positionOf(index, picture)) }))
    .sort((a, b) => a.meters - b.meters || a.picture - b.picture)
    .map(({ picture }) => picture);
}
