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

/** The pictures on the points and lines of a geometry, inside or on the border of its polygons: 1 for a picture; 0 for a node of the tree without any. */
export interface PicturesIn {
  pictures: Uint8Array;
  nodes: Uint8Array;
}

const SOME = 1;
const ALL = 2;

/**
 * Finds the pictures in a geometry.
 *
 * Guarantee: as testing each picture against each edge, with the even-odd rule for each polygon.
 * Cost: a range of the tree is compared with the edges that are not to one side of the whole range around it, and one that is all inside or all outside with
 * none: n edges meet about n times the square root of the number of pictures, however they cross each other.
 */
export function picturesIn(index: PictureIndex, parts: readonly Part[]): PicturesIn {
  const { treePicture, treeCoordinates } = index.tables;
  const pictures = new Uint8Array(index.pictureCount);
  const nodes = new Uint8Array(index.treeBoxes.length / 4);

  function visit(part: Part, range: TreeRange, around: readonly number[], isInsideAround: boolean): void {
    const { node, from, to } = range;
    if (from > to || nodes[node] === ALL) return;
    const box = readTreeBox(index.treeBoxes, node);
    const { near, isInside } = part.isArea
      ? edgesNear(part.edges, around, box, isInsideAround)
      : { near: around.filter((edge) => edgeTouches(part.edges, edge, box)), isInside: false };
    if (near.length === 0) {
      if (isInside) markAll(range);
      return;
    }
    const test = (at: number) => {
      const picture = treePicture[at];
      const [x, y] = [treeCoordinates[2 * at], treeCoordinates[2 * at + 1]];
      if (pictures[picture] === 0 && contains(part, near, isInside, x, y)) pictures[picture] = 1;
      return pictures[picture];
    };
    let found = 0;
    if (isDivided(range)) {
      const halves = [lowerHalf(range), upperHalf(range)];
      for (const half of halves) visit(part, half, near, isInside);
      const [lower, upper] = halves.map((half) => (half.from > half.to ? ALL : nodes[half.node]));
      found = lower === 0 && upper === 0 ? 0 : SOME;
      const isMiddle = test(middleOf(range)) === 1;
      if (isMiddle) found = lower === ALL && upper === ALL ? ALL : SOME;
    } else {
      let count = 0;
      for (let at = from; at <= to; at += 1) count += test(at);
      found = count === to - from + 1 ? ALL : count > 0 ? SOME : 0;
    }
    if (found > nodes[node]) nodes[node] = found;
  }

  function markAll(range: TreeRange): void {
    const { node, from, to } = range;
    if (from > to || nodes[node] === ALL) return;
    nodes[node] = ALL;
    if (isDivided(range)) {
      markAll(lowerHalf(range));
      markAll(upperHalf(range));
      pictures[treePicture[middleOf(range)]] = 1;
    } else for (let at = from; at <= to; at += 1) pictures[treePicture[at]] = 1;
  }

  for (const part of parts) {
    const all = Array.from({ length: part.edges.length / 4 }, (_, edge) => 4 * edge);
    visit(part, wholeTree(index.tables), all, false);
  }
  return { pictures, nodes };
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
