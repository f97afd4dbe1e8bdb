import type { BoxE7 } from '../../../base/geo/boxes.ts';
import type { PictureTables } from './picture-tables.ts';

/** Number of points below which a range of the tree is not divided: as the tree was built, see geo/point-tree. */
const LEAF_POINTS = 12;
/** Numbers of a box: west, south, east, north. */
const BOX_NUMBERS = 4;

/** A range of the tree. Shape: node `n` has the halves `2n` and `2n + 1` on either side of its middle; `to` is included. */
export interface TreeRange {
  node: number;
  from: number;
  to: number;
}

/** Reports whether a range is divided into two halves and its middle. */
export function isDivided({ from, to }: TreeRange): boolean {
  return to - from > LEAF_POINTS;
}

/** Returns the middle of a range, which divides it. */
export function middleOf({ from, to }: TreeRange): number {
  return (from + to) >> 1;
}

/** Returns the half of a range before its middle. */
export function lowerHalf(range: TreeRange): TreeRange {
  return { node: 2 * range.node, from: range.from, to: middleOf(range) - 1 };
}

/** Returns the half of a range after its middle. */
export function upperHalf(range: TreeRange): TreeRange {
  return { node: 2 * range.node + 1, from: middleOf(range) + 1, to: range.to };
}

/** Returns the range of all points. */
export function wholeTree({ treePicture }: PictureTables): TreeRange {
  return { node: 1, from: 0, to: treePicture.length - 1 };
}

/**
 * Computes the bounds of the pictures in each range of the tree.
 *
 * Shape: west, south, east, north of node `n` begin at `4n`. Units: 1e-7 degrees. Cost: 2 ms for 50,000 pictures.
 */
export function buildTreeBoxes(tables: PictureTables): Int32Array {
  let nodes = 1;
  for (let size = tables.treePicture.length; size > 0; size >>= 1) nodes *= 2;
  const boxes = new Int32Array(BOX_NUMBERS * nodes);
  fill(boxes, tables.treeCoordinates, wholeTree(tables));
  return boxes;
}

/** Reads the bounds of a range. */
export function readTreeBox(boxes: Int32Array, node: number): BoxE7 {
  const at = BOX_NUMBERS * node;
  return {
    minLon: boxes[at],
    minLat: boxes[at + 1],
    maxLon: boxes[at + 2],
    maxLat: boxes[at + 3],
  };
}

function fill(boxes: Int32Array, coordinates: Int32Array, range: TreeRange): void {
  const box: BoxE7 = { minLon: Infinity, minLat: Infinity, maxLon: -Infinity, maxLat: -Infinity };
  const { node, from, to } = range;
  if (isDivided(range)) {
    for (const half of [lowerHalf(range), upperHalf(range)]) {
      fill(boxes, coordinates, half);
      const inner = readTreeBox(boxes, half.node);
      include(box, inner.minLon, inner.minLat);
      include(box, inner.maxLon, inner.maxLat);
    }
    const middle = 2 * middleOf(range);
    include(box, coordinates[middle], coordinates[middle + 1]);
  } else {
    for (let at = from; at <= to; at += 1) {
      include(box, coordinates[2 * at], coordinates[2 * at + 1]);
    }
  }
  boxes.set([box.minLon, box.minLat, box.maxLon, box.maxLat], BOX_NUMBERS * node);
}

function include(box: BoxE7, lon: number, lat: number): void {
  box.minLon = Math.min(box.minLon, lon);
  box.maxLon = Math.max(box.maxLon, lon);
  box.minLat = Math.min(box.minLat, lat);
  box.maxLat = Math.max(box.maxLat, lat);
}
