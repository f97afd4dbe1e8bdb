import { boxesAround } from '../../geo/box-around.ts';
import { commonBox, containsBox, type UnitBox } from '../../geo/boxes.ts';
import { distanceMeters } from '../../geo/distance.ts';
import { pointsInBox } from '../../geo/point-tree.ts';
import type { Position } from '../../geo/position.ts';
import { positionOf, type PictureIndex } from '../index/picture-index.ts';
import type { AcceptPicture } from './accept.ts';

const FIRST_RADIUS_METERS = 100;

/**
 * Returns the accepted pictures inside some boxes that are nearest to a position, nearest first; ties by picture number.
 *
 * Cost: searches a square around the position and doubles it until it has enough results, so the pictures far away are not visited.
 */
export function nearestPictures(
  index: PictureIndex,
  center: Position,
  boxes: readonly UnitBox[],
  accept: AcceptPicture,
  count: number,
): number[] {
  for (let radius = FIRST_RADIUS_METERS; ; radius *= 2) {
    const around = boxesAround(center, radius);
    const isAll = boxes.every((box) => around.some((outer) => containsBox(outer, box)));
    const found: number[] = [];
    const visit = (picture: number): void => {
      if (accept(picture)) found.push(picture);
    };
    const { treePicture: places, treeCoordinates: coordinates } = index.tables;
    const trees = { places, coordinates };
    for (const box of boxes) {
      for (const outer of around) {
        const common = commonBox(outer, box);
        if (common !== undefined) pointsInBox(trees, 0, places.length, common, visit);
      }
    }
    if (!isAll && found.length < count) continue;
    const nearest = sortByDistance(index, center, found).slice(0, count);
    // The corners of the square are farther than the radius: a picture outside of the square may be nearer than they are.
    const last = nearest.at(-1);
    const isCertain =
      last !== undefined &&
      nearest.length === count &&
      distanceMeters(center, positionOf(index, last)) <= radius;
    if (isAll || isCertain) return nearest;
  }
}

/** Sorts pictures by distance to a position, ties by picture number. */
export function sortByDistance(index: PictureIndex, center: Position, pictures: readonly number[]): number[] {
  return pictures
    .map((picture) => ({ picture, meters: distanceMeters(center, positionOf(index, picture)) }))
    .sort((a, b) => a.meters - b.meters || a.picture - b.picture)
    .map(({ picture }) => picture);
}
