import Flatbush from 'flatbush';
import { haversineToBox } from '../../../base/geo/boxes.ts';
import type { BoxE7 } from '../../../base/geo/boxes.ts';
import { isWide, nextTurn, type NearSearch } from '../../../base/geo/near-search.ts';

const NODE_BOXES = 16;
// Each level adds at most 16 boxes to the stack, and 2^32 boxes make 8 levels.
const waiting = new Uint32Array(NODE_BOXES * 10);
const waitingLevel = new Uint8Array(waiting.length);
const waitingDistance = new Float64Array(waiting.length);
// One for all searches.
const nodeBox: BoxE7 = { minLat: 0, minLon: 0, maxLat: 0, maxLon: 0 };

/**
 * Packed tree over boxes in the layout of flatbush: the boxes along a Hilbert curve, then, level by level, the bounds of each 16;
 * the root is last.
 *
 * Shape: `boxes` has minLon, minLat, maxLon, maxLat of each box; `levelEnds` are indexes of boxes. Units: 1e-7 degrees.
 */
export interface BoxTree {
  boxes: Int32Array;
  levelEnds: readonly number[];
}

/**
 * Builds a tree over boxes.
 *
 * Shape: `given` has four numbers per box; `order[i]` is the given box that is box i of the tree.
 * Guarantee: depends on the boxes and their order only. Cost: 0.3 s for a million.
 */
export function buildBoxTree(given: Int32Array): { boxes: Int32Array; order: Uint32Array } {
  const count = given.length / 4;
  if (count === 0) return { boxes: new Int32Array(0), order: new Uint32Array(0) };
  const tree = new Flatbush(count, NODE_BOXES, Int32Array);
  for (let i = 0; i < count; i += 1) {
    const [minLon, minLat, maxLon, maxLat] = given.subarray(4 * i, 4 * i + 4);
    tree.add(minLon, minLat, maxLon, maxLat);
  }
  tree.finish();
  // The layout of flatbush: a header of 8 bytes, the boxes, then the index of each given box.
  const nodes = levelEndsOf(count).at(-1) as number;
  const data = tree.data as ArrayBuffer;
  const boxes = new Int32Array(data, 8, nodes * 4).slice();
  const order = Uint32Array.from(new tree.IndexArrayType(data, 8 + boxes.byteLength, count));
  return { boxes, order };
}

/** Opens the tree over `count` boxes. */
export function openBoxTree(boxes: Int32Array, count: number): BoxTree {
  return { boxes, levelEnds: count === 0 ? [] : levelEndsOf(count) };
}

/**
 * Visits the boxes that intersect the box of a search, roughly nearest first; the box may shrink meanwhile.
 *
 * Shape: `visit` returns whether it shrank the box of the search.
 */
export function searchBoxes(tree: BoxTree, search: NearSearch, visit: (item: number) => boolean): void {
  for (let turn = 0; !Number.isNaN(turn); turn = nextTurn(search, turn)) walk(tree, search, turn, visit);
}

/** Visits the boxes that intersect a box, borders included. */
export function itemsInBox({ boxes, levelEnds }: BoxTree, box: BoxE7, visit: (item: number) => void): void {
  if (levelEnds.length === 0) return;
  const [minLon, minLat] = [leastInteger(box.minLon), leastInteger(box.minLat)];
  const [maxLon, maxLat] = [greatestInteger(box.maxLon), greatestInteger(box.maxLat)];
  let depth = 0;
  waiting[depth] = (levelEnds.at(-1) as number) - 1;
  waitingLevel[depth++] = levelEnds.length - 1;
  while (depth > 0) {
    const node = waiting[--depth];
    const level = waitingLevel[depth];
    if (level === 0) {
      visit(node);
      continue;
    }
    const first = firstChild(levelEnds, level, node);
    const end = Math.min(first + NODE_BOXES, levelEnds[level - 1]);
    for (let child = first; child < end; child += 1) {
      if (!isMet(boxes, child, minLon, minLat, maxLon, maxLat)) continue;
      waiting[depth] = child;
      waitingLevel[depth++] = level - 1;
    }
  }
}

function walk(
  { boxes, levelEnds }: BoxTree,
  search: NearSearch,
  turn: number,
  visit: (item: number) => boolean,
): void {
  if (levelEnds.length === 0) return;
  const lon = search.lonE7 + turn;
  const { latE7: lat, cosLat } = search;
  const isFar = isWide(search);
  let depth = 0;
  waiting[depth] = (levelEnds.at(-1) as number) - 1;
  waitingDistance[depth] = 0;
  waitingLevel[depth++] = levelEnds.length - 1;
  let minLon = leastInteger(search.minLon + turn);
  let minLat = leastInteger(search.minLat);
  let maxLon = greatestInteger(search.maxLon + turn);
  let maxLat = greatestInteger(search.maxLat);
  while (depth > 0) {
    const node = waiting[--depth];
    // The box of the search may have shrunk since this one was pushed.
    if (!isMet(boxes, node, minLon, minLat, maxLon, maxLat)) continue;
    if (isFar && waitingDistance[depth] > search.bound) continue;
    const level = waitingLevel[depth];
    if (level === 0) {
      if (!visit(node)) continue;
      minLon = leastInteger(search.minLon + turn);
      minLat = leastInteger(search.minLat);
      maxLon = greatestInteger(search.maxLon + turn);
      maxLat = greatestInteger(search.maxLat);
      continue;
    }
    const base = depth;
    const first = firstChild(levelEnds, level, node);
    const end = Math.min(first + NODE_BOXES, levelEnds[level - 1]);
    for (let child = first; child < end; child += 1) {
      if (!isMet(boxes, child, minLon, minLat, maxLon, maxLat)) continue;
      const distance = isFar
        ? haversineToBox(search.lat, search.lon, cosLat, readBox(boxes, child))
        : squaredDistance(boxes, child, lat, lon, cosLat);
      if (isFar && distance > search.bound) continue;
      // The nearest is pushed last and visited first, because near boxes shrink the box of the search. Results do not depend on the order.
      let slot = depth++;
      for (; slot > base && waitingDistance[slot - 1] < distance; slot -= 1) {
        waiting[slot] = waiting[slot - 1];
        waitingDistance[slot] = waitingDistance[slot - 1];
      }
      waiting[slot] = child;
      waitingDistance[slot] = distance;
      waitingLevel[depth - 1] = level - 1;
    }
  }
}

/** Reports whether two boxes intersect, without unpredictable branches: a fifth faster. The bounds are 32-bit integers. */
function isMet(
  boxes: Int32Array,
  box: number,
  minLon: number,
  minLat: number,
  maxLon: number,
  maxLat: number,
): boolean {
  const west = Number(boxes[4 * box] <= maxLon);
  const south = Number(boxes[4 * box + 1] <= maxLat);
  const east = Number(boxes[4 * box + 2] >= minLon);
  const north = Number(boxes[4 * box + 3] >= minLat);
  return (west & south & east & north) !== 0;
}

function readBox(boxes: Int32Array, box: number): BoxE7 {
  nodeBox.minLon = boxes[4 * box];
  nodeBox.minLat = boxes[4 * box + 1];
  nodeBox.maxLon = boxes[4 * box + 2];
  nodeBox.maxLat = boxes[4 * box + 3];
  return nodeBox;
}

/** Returns the squared distance from a point to a box on a plane. */
function squaredDistance(boxes: Int32Array, box: number, lat: number, lon: number, cosLat: number): number {
  const dx = Math.max(boxes[4 * box] - lon, 0, lon - boxes[4 * box + 2]) * cosLat;
  const dy = Math.max(boxes[4 * box + 1] - lat, 0, lat - boxes[4 * box + 3]);
  return dx * dx + dy * dy;
}

function leastInteger(value: number): number {
  return asInteger(Math.ceil(value));
}

function greatestInteger(value: number): number {
  return asInteger(Math.floor(value));
}

/** Clamps a bound to 32-bit integers; all boxes are well inside. */
function asInteger(value: number): number {
  return Math.max(-0x8000_0000, Math.min(0x7fff_ffff, value)) | 0;
}

/** Returns the first child of a node, on the level below. */
function firstChild(levelEnds: readonly number[], level: number, node: number): number {
  const start = level === 1 ? 0 : levelEnds[level - 2];
  return start + (node - levelEnds[level - 1]) * NODE_BOXES;
}

function levelEndsOf(count: number): number[] {
  const ends = [count];
  let nodes = count;
  do {
    nodes = Math.ceil(nodes / NODE_BOXES);
    ends.push((ends.at(-1) as number) + nodes);
  } while (nodes > 1);
  return ends;
}
