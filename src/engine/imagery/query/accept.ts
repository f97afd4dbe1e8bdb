import { bearingDegrees, turnDegrees, distanceMeters } from '../../../base/geo/distance.ts';
import type { BoxE7 } from '../../../base/geo/boxes.ts';
import { findCollection, positionOf, readyPicture, type PictureIndex } from '../index/picture-index.ts';
import type { PictureQuery, PlaceCondition } from './picture-query.ts';
import type { Region } from './region.ts';

/** Reports whether a picture satisfies a query. */
export type AcceptPicture = (picture: number) => boolean;

/** Creates the test of all conditions of a query, the cheap ones first. Shape: for pictures that are ready; its geometry is left out. */
export function createAccept(index: PictureIndex, query: PictureQuery): AcceptPicture {
  const { time, ids, collections, place, regions } = query;
  const tests: AcceptPicture[] = [];
  if (time !== undefined) {
    const { pictureTime } = index.tables;
    // An unknown time is NaN, and in no interval.
    tests.push((picture) => {
      const ms = pictureTime[picture];
      return ms >= time.fromMs && ms <= time.toMs;
    });
  }
  if (collections !== undefined) {
    const { pictureCollection } = index.tables;
    const wanted = wantedCollections(index, collections);
    tests.push((picture) => wanted[pictureCollection[picture]] === 1);
  }
  if (ids !== undefined) {
    const wanted = new Set(ids.map((id) => readyPicture(index, id)));
    tests.push((picture) => wanted.has(picture));
  }
  for (const region of regions) tests.push(acceptInRegion(index, region));
  if (place !== undefined) tests.push((picture) => showsPlace(index, picture, place));
  if (tests.length === 1) return tests[0];
  return (picture) => {
    for (const test of tests) if (!test(picture)) return false;
    return true;
  };
}

/** Returns 1 for each collection of a list of ids. */
function wantedCollections(index: PictureIndex, ids: readonly string[]): Uint8Array {
  const wanted = new Uint8Array(index.collectionCount);
  for (const id of ids) {
    const collection = findCollection(index, id);
    if (collection !== undefined) wanted[collection] = 1;
  }
  return wanted;
}

function acceptInRegion({ tables }: PictureIndex, { boxes }: Region): AcceptPicture {
  const { pictureLat, pictureLon } = tables;
  return (picture) => isInAny(boxes, pictureLon[picture], pictureLat[picture]);
}

function isInAny(boxes: readonly BoxE7[], x: number, y: number): boolean {
  for (const { minLat, minLon, maxLat, maxLon } of boxes) {
    if (x >= minLon && x <= maxLon && y >= minLat && y <= maxLat) return true;
  }
  return false;
}

function showsPlace(index: PictureIndex, picture: number, place: PlaceCondition): boolean {
  const { pictureIs360, pictureAzimuth } = index.tables;
  const from = positionOf(index, picture);
  const meters = distanceMeters(from, place.position);
  if (meters < place.minMeters || meters > place.maxMeters) return false;
  if (pictureIs360[picture] === 1) return true;
  const azimuth = pictureAzimuth[picture];
  if (azimuth < 0) return false;
  return Math.abs(turnDegrees(azimuth, bearingDegrees(from, place.position))) <= place.halfToleranceDegrees;
}
