import type { BoxE7 } from '../../../base/geo/boxes.ts';
import {
  isDivided,
  lowerHalf,
  middleOf,
  readTreeBox,
  upperHalf,
  wholeTree,
  type PictureIndex,
  type TreeRange,
} from '../index/picture-index.ts';
import { edgeTouches, sideOfLine } from './edges.ts';

/**
 * A part of a geometry: a polygon, or lines and points.
 *
 * Shape: `edges` has four numbers an edge, longitude and latitude of its ends; a point is an edge of no length. Units: 1e-7 degrees, whole numbers.
 */
export interface Part {
  edges: Float64Array;
  isArea: boolean;
}

/** What of a geometry positions in a box are to be compared with; `ALL` where each of them is in it. */
export type PartsNear = readonly PartNear[] | 'ALL';

/** Shape: `isInside` is whether a position is inside where it has an even number of the edges to its east. */
interface PartNear {
  part: Part;
  near: readonly number[];
  isInside: boolean;
}

/** Returns all of a geometry, for the box of all positions. */
export function wholeOf(parts: readonly Part[]): PartsNear {
  return parts.map((part) => ({
    part,
    near: Array.from({ length: part.edges.length / 4 }, (_, edge) => 4 * edge),
    isInside: false,
  }));
}

/**
 * Returns what of a geometry positions in a box are to be compared with; undefined where none of them is in it.
 *
 * Shape: `around` is the same for a box around it.
 * Cost: only edges that are not to one side of the box around it are looked at: down the tree, n edges meet about n times the square root of the number
 * of pictures, however they cross each other.
 */
export function narrowTo(around: PartsNear, box: BoxE7): PartsNear | undefined {
  if (around === 'ALL') return around;
  const parts: PartNear[] = [];
  for (const one of around) {
    const { part } = one;
    const { near, isInside } = part.isArea
      ? edgesNear(part.edges, one.near, box, one.isInside)
      : { near: one.near.filter((edge) => edgeTouches(part.edges, edge, box)), isInside: false };
    if (near.length > 0) parts.push({ part, near, isInside });
    else if (isInside) return 'ALL';
  }
  return parts.length > 0 ? parts : undefined;
}

/** Reports whether a position is on a point or line of a geometry, or inside or on the border of one of its polygons. Guarantee: as comparing it with each edge, with the even-odd rule for each polygon. */
export function isIn(parts: PartsNear, x: number, y: number): boolean {
  if (parts === 'ALL') return true;
  for (const { part, near, isInside } of parts) if (contains(part, near, isInside, x, y)) return true;
  return false;
}

/** Finds the pictures in a geometry: 1 for each. Cost: visits all ranges of the tree that have some. */
export function picturesIn(index: PictureIndex, parts: readonly Part[]): Uint8Array {
  const { treePicture, treeCoordinates } = index.tables;
  const pictures = new Uint8Array(index.pictureCount);

  function visit(range: TreeRange, around: PartsNear): void {
    const { node, from, to } = range;
    const near = from > to ? undefined : narrowTo(around, readTreeBox(index.treeBoxes, node));
    if (near === undefined) return;
    const test = (at: number) => {
      if (isIn(near, treeCoordinates[2 * at], treeCoordinates[2 * at + 1])) pictures[treePicture[at]] = 1;
    };
    if (isDivided(range)) {
      visit(lowerHalf(range), near);
      visit(upperHalf(range), near);
      test(middleOf(range));
    } else for (let at = from; at <= to; at += 1) test(at);
  }

  visit(wholeTree(index.tables), wholeOf(parts));
  return pictures;
}

/**
 * Returns the edges of a polygon that positions in a box are to be compared with.
 *
 * Shape: `isInside` is whether a position is inside where it has an even number of them to its east. An edge that passes the whole box on its east changes that,
 * one on its west nothing.
 */
function edgesNear(
  edges: Float64Array,
  around: readonly number[],
  { minLon, minLat, maxLon, maxLat }: BoxE7,
  isInsideAround: boolean,
): { near: number[]; isInside: boolean } {
  const near: number[] = [];
  let isInside = isInsideAround;
  for (const edge of around) {
    const [ax, ay, bx, by] = [edges[edge], edges[edge + 1], edges[edge + 2], edges[edge + 3]];
    const [south, north] = ay < by ? [ay, by] : [by, ay];
    if (north < minLat || south > maxLat || Math.max(ax, bx) < minLon) continue;
    if (south > minLat || north <= maxLat) {
      near.push(edge);
      continue;
    }
    // From south to north what is west of an edge is on its left.
    const isUp = ay < by;
    if (Math.min(ax, bx) > maxLon) isInside = !isInside;
    else if (isOnSide(edges, edge, maxLon, minLat, maxLat, isUp)) isInside = !isInside;
    else if (!isOnSide(edges, edge, minLon, minLat, maxLat, !isUp)) near.push(edge);
  }
  return { near, isInside };
}

/** Reports whether both ends of a side of a box are on the left of an edge, or on its right. */
function isOnSide(
  edges: Float64Array,
  edge: number,
  lon: number,
  minLat: number,
  maxLat: number,
  isLeft: boolean,
): boolean {
  const [ax, ay, bx, by] = [edges[edge], edges[edge + 1], edges[edge + 2], edges[edge + 3]];
  const sign = isLeft ? 1 : -1;
  return (
    sign * sideOfLine(ax, ay, bx, by, lon, minLat) > 0 && sign * sideOfLine(ax, ay, bx, by, lon, maxLat) > 0
  );
}

/** Reports whether a position is on an edge, or inside of a polygon; see {@link edgesNear}. */
function contains(
  { edges, isArea }: Part,
  near: readonly number[],
  isInsideAround: boolean,
  x: number,
  y: number,
): boolean {
  let isInside = isInsideAround;
  for (const edge of near) {
    const [ax, ay, bx, by] = [edges[edge], edges[edge + 1], edges[edge + 2], edges[edge + 3]];
    if (y < Math.min(ay, by) || y > Math.max(ay, by) || x > Math.max(ax, bx)) continue;
    const side = sideOfLine(ax, ay, bx, by, x, y);
    if (side === 0 && x >= Math.min(ax, bx)) return true;
    // An end on the latitude of the position counts for the edge above it only, so that a corner is counted once.
    const isUpward = ay <= y && by > y;
    const isDownward = by <= y && ay > y;
    if ((isUpward && side > 0) || (isDownward && side < 0)) isInside = !isInside;
  }
  return isArea && isInside;
}
