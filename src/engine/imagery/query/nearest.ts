import { haversineToBox, type BoxE7 } from '../../../base/geo/boxes.ts';
import { createNearSearch, offer, startSearch, takeAnswers } from '../../../base/geo/near-search.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';
import { toDegrees } from '../../../base/geo/e7.ts';
import {
  EARTH_RADIUS_METERS,
  FARTHEST_METERS,
  haversine,
  RADIANS_PER_UNIT,
} from '../../../base/geo/sphere.ts';
import type { Position } from '../../../base/geo/position.ts';
import {
  type PictureIndex,
  isDivided,
  lowerHalf,
  middleOf,
  readTreeBox,
  upperHalf,
  wholeTree,
  type TreeRange,
} from '../index/picture-index.ts';
import type { AcceptPicture } from './accept.ts';
import { overlap } from './edges.ts';
import { isIn, narrowTo, wholeOf, type Part, type PartsNear } from './pictures-in.ts';
import type { Region } from './region.ts';

// One for all searches, because its lists are large.
const search = createNearSearch();

/** A search for the pictures nearest to a position. */
export interface NearestQuery {
  center: Position;
  /** Areas that contain every accepted picture. */
  regions: readonly Region[];
  /** A geometry that every result is in; `accept` leaves that out. */
  geometry?: readonly Part[] | undefined;
  accept: AcceptPicture;
  count: number;
  /** Pictures that are compared at most. */
  maxCompared: number;
}

/**
 * Returns the accepted pictures nearest to a position, nearest first; ties by picture number. Returns undefined if more pictures than allowed had to
 * be compared.
 *
 * Cost: ranges of the tree that are outside of a region or of the geometry, or farther than the results so far, are not entered.
 */
export function nearestPictures(index: PictureIndex, query: NearestQuery): number[] | undefined {
  if (!startSearch(search, query.center, FARTHEST_METERS, query.count)) return [];
  const { treePicture, treeCoordinates } = index.tables;
  const { regions, accept } = query;
  const { lat, lon, cosLat } = search;
  const boxes = index.treeBoxes;
  const leastMeters = Math.max(0, ...regions.map((region) => region.leastMeters));
  let left = query.maxCompared;

  /** Returns a lower bound of the haversines of results in a range; infinite if it has none. */
  function boundOf(range: TreeRange): number {
    if (range.from > range.to) return Infinity;
    const box = readTreeBox(boxes, range.node);
    const least = haversineToBox(lat, lon, cosLat, box);
    if (least > search.bound) return Infinity;
    for (const region of regions) if (!region.boxes.some((one) => overlap(one, box))) return Infinity;
    return leastMeters > 0 && reachOf(query.center, box) < leastMeters ? Infinity : least;
  }
  function compare(at: number, near: PartsNear): void {
    const x = treeCoordinates[2 * at];
    const y = treeCoordinates[2 * at + 1];
    left -= 1;
    const value = haversine(lat, lon, cosLat, toDegrees(y), toDegrees(x));
    const picture = treePicture[at];
    if (value <= search.bound && accept(picture) && isIn(near, x, y)) offer(search, picture, value, y, x);
  }
  // Ranges to enter, the nearest last. Entering halves one inside of the other instead fills a large page with pictures that nearer ones replace.
  const open: { range: TreeRange; least: number; around: PartsNear }[] = [];
  function add(range: TreeRange, around: PartsNear): void {
    const least = boundOf(range);
    if (least === Infinity) return;
    let at = open.length;
    while (at > 0 && (open[at - 1] as { least: number }).least < least) at -= 1;
    open.splice(at, 0, { range, least, around });
  }
  add(wholeTree(index.tables), query.geometry ? wholeOf(query.geometry) : 'ALL');
  for (let next = open.pop(); next && next.least <= search.bound && left >= 0; next = open.pop()) {
    const { range } = next;
    const near = narrowTo(next.around, readTreeBox(boxes, range.node));
    if (near === undefined) continue;
    if (isDivided(range)) {
      compare(middleOf(range), near);
      add(lowerHalf(range), near);
      add(upperHalf(range), near);
    } else {
      for (let at = range.from; at <= range.to; at += 1) compare(at, near);
    }
  }
  const pictures = takeAnswers(search).map(({ place }) => place);
  return left < 0 ? undefined : pictures;
}

/** Returns the nearest of some pictures that are accepted, nearest first; ties by picture number. */
export function nearestOf(
  { tables }: PictureIndex,
  { center, accept, count }: Pick<NearestQuery, 'center' | 'accept' | 'count'>,
  lists: readonly Uint32Array[],
): number[] {
  if (!startSearch(search, center, FARTHEST_METERS, count)) return [];
  const { lat, lon, cosLat } = search;
  for (const list of lists) {
    for (const picture of list) {
      if (!accept(picture)) continue;
      const y = tables.pictureLat[picture];
      const x = tables.pictureLon[picture];
      offer(search, picture, haversine(lat, lon, cosLat, toDegrees(y), toDegrees(x)), y, x);
    }
  }
  return takeAnswers(search).map(({ place }) => place);
}

/** Returns a distance from a position that no part of a box exceeds. Units: metres. */
function reachOf(center: Position, { minLat, minLon, maxLat, maxLon }: BoxE7): number {
  const corner = { lat: toDegrees(minLat), lon: toDegrees(minLon) };
  // Every part is reached from a corner along a meridian and a parallel.
  const sides = (maxLat - minLat + (maxLon - minLon)) * RADIANS_PER_UNIT * EARTH_RADIUS_METERS;
  // A metre more than rounding takes away.
  return distanceMeters(center, corner) + sides + 1;
}
