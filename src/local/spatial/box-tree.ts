import Flatbush from 'flatbush';
import { nextTurn, type NearSearch } from './near-search.ts';
import type { UnitBox } from './boxes.ts';

const NODE_BOXES = 16;
// Each level adds at most its 16 boxes to those that wait, and 2^32 boxes make 8 levels.
const waiting = new Uint32Array(NODE_BOXES * 10);
const waitingDistance = new Float64Array(waiting.length);

/**
 * Holds a packed tree over boxes in the layout of flatbush: the boxes along a Hilbert curve, then level by level the boxes around 16
 * each; the root is last.
 *
 * Shape: `boxes` has minLon, minLat, maxLon, maxLat of each; `levelEnds` counts boxes. Units: 1e-7 degrees.
 */
export interface BoxTree {
  boxes: Int32Array;
  levelEnds: readonly number[];
}

/**
 * Orders boxes as a tree.
 *
 * Shape: takes four numbers a box; `order` says which of them each of the first boxes of the tree is.
 * Guarantee: depends on the boxes and their order alone. Cost: 0.3 s for a million.
 */
export function buildBoxTree(given: Int32Array): { boxes: Int32Array; order: Uint32Array } {
  const count = given.length / 4;
  if (count === 0) return { boxes: new Int32Array(0), order: new Uint32Array(0) };
  const tree = new Flatbush(count, NODE_BOXES, Int32Array);
  for (let i = 0; i < count; i += 1) {
    const [minLon, minLat, maxLon, maxLat] = given.subarray(4 * i, 4 * i + 4);
    tree.add(minLon as number, minLat as number, maxLon, maxLat);
  }
  tree.finish();
  // The layout of flatbush: a header of 8 bytes, the boxes, then which of the given ones each is.
  const nodes = levelEndsOf(count).at(-1) as number;
  const data = tree.data as ArrayBuffer;
  const boxes = new Int32Array(data, 8, nodes * 4).slice();
  const order = Uint32Array.from(new tree.IndexArrayType(data, 8 + boxes.byteLength, count));
  return { boxes, order };
}

/** Opens the tree over a number of boxes. */
export function openBoxTree(boxes: Int32Array, count: number): BoxTree {
  return { boxes, levelEnds: count === 0 ? [] : levelEndsOf(count) };
}

/** Calls back for the boxes that meet the one of a search, as it is when their turn comes, the nearest ones early. */
export function searchBoxes(tree: BoxTree, search: NearSearch, visit: (item: number) => void): void {
  for (let turn = 0; !Number.isNaN(turn); turn = nextTurn(search, turn)) walk(tree, search, turn, visit);
}

/** Calls back for the boxes that meet a box, borders included. */
export function itemsInBox(tree: BoxTree, box: UnitBox, visit: (item: number) => void): void {
  const { boxes, levelEnds } = tree;
  const { minLon, minLat, maxLon, maxLat } = box;
  if (levelEnds.length === 0) return;
  const count = levelEnds[0] as number;
  let depth = 0;
  waiting[depth++] = (levelEnds.at(-1) as number) - 1;
  while (depth > 0) {
    const node = waiting[--depth] as number;
    if (node < count) {
      visit(node);
      continue;
    }
    const first = firstChild(levelEnds, node);
    const end = endOfChildren(levelEnds, first);
    for (let child = first; child < end; child += 1) {
      const at = 4 * child;
      if ((boxes[at] as number) > maxLon || (boxes[at + 1] as number) > maxLat) continue;
      if ((boxes[at + 2] as number) < minLon || (boxes[at + 3] as number) < minLat) continue;
      waiting[depth++] = child;
    }
  }
}

function walk(
  { boxes, levelEnds }: BoxTree,
  search: NearSearch,
  turn: number,
  visit: (item: number) => void,
): void {
  if (levelEnds.length === 0) return;
  const count = levelEnds[0] as number;
  const lon = search.lonUnits + turn;
  const { latUnits: lat, cosLat } = search;
  let depth = 0;
  waiting[depth++] = (levelEnds.at(-1) as number) - 1;
  while (depth > 0) {
    const node = waiting[--depth] as number;
    const at = 4 * node;
    // The box of the search may have shrunk while this one waited.
    if ((boxes[at] as number) > search.maxLon + turn || (boxes[at + 1] as number) > search.maxLat) continue;
    if ((boxes[at + 2] as number) < search.minLon + turn || (boxes[at + 3] as number) < search.minLat)
      continue;
    if (node < count) {
      visit(node);
      continue;
    }
    const base = depth;
    const maxLon = search.maxLon + turn;
    const minLon = search.minLon + turn;
    const { maxLat, minLat } = search;
    const first = firstChild(levelEnds, node);
    const end = endOfChildren(levelEnds, first);
    for (let child = first; child < end; child += 1) {
      const west = boxes[4 * child] as number;
      if (west > maxLon) continue;
      const south = boxes[4 * child + 1] as number;
      if (south > maxLat) continue;
      const east = boxes[4 * child + 2] as number;
      if (east < minLon) continue;
      const north = boxes[4 * child + 3] as number;
      if (north < minLat) continue;
      const dx = (west > lon ? west - lon : east < lon ? lon - east : 0) * cosLat;
      const dy = south > lat ? south - lat : north < lat ? lat - north : 0;
      // Sorted by distance on a plane, the nearest last: what is near shrinks the box for the others. Nothing depends on the order.
      const distance = dx * dx + dy * dy;
      let slot = depth++;
      for (; slot > base && (waitingDistance[slot - 1] as number) < distance; slot -= 1) {
        waiting[slot] = waiting[slot - 1] as number;
        waitingDistance[slot] = waitingDistance[slot - 1] as number;
      }
      waiting[slot] = child;
      waitingDistance[slot] = distance;
    }
  }
}

function firstChild(levelEnds: readonly number[], node: number): number {
  let level = 1;
  while (node >= (levelEnds[level] as number)) level += 1;
  const start = level === 1 ? 0 : (levelEnds[level - 2] as number);
  return start + (node - (levelEnds[level - 1] as number)) * NODE_BOXES;
}

function endOfChildren(levelEnds: readonly number[], first: number): number {
  let level = 0;
  while (first >= (levelEnds[level] as number)) level += 1;
  return Math.min(first + NODE_BOXES, levelEnds[level] as number);
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
