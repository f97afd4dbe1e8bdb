import { distanceMeters } from '../../../base/geo/distance.ts';
import {
  BASE_CELL_COUNT,
  baseCell,
  cellEdgeMeters,
  childCell,
  joinCell,
  type CellHalves,
} from '../../../base/geo/h3-tree.ts';
import { baseCellOf, cellAt, cellCenter, digitAt, splitCell } from '../../../base/geo/h3.ts';
import type { Position } from '../../../base/geo/position.ts';
import { CHILD_COUNT, NO_WARD, type CoverTree } from './cover-codec.ts';
import type { WardDistance } from './units.ts';

// Everything under a cell is within 1.05 edges of its centre on a regular grid; single cells are up to a fifth larger.
const REACH_EDGES = 1.35;
// Half the distance between opposite sides.
const INNER_EDGES = Math.sqrt(3) / 2;
// From this resolution on, the leaves under a cell are few enough to check before descending.
const LOOK_AHEAD_RESOLUTION = 7;

/**
 * Returns the ward of a position in a cover.
 *
 * Shape: the index of the ward, or NO_WARD.
 * Errors: RangeError for an invalid position.
 * Cost: about 1.2 microseconds, nearly all of it in h3-js.
 */
export function findWard(tree: CoverTree, position: Position): number {
  return findWardOfCell(tree, cellAt(position, tree.finestResolution));
}

/**
 * Returns the ward of a cell that is at least as fine as the cover; see `findWard`.
 *
 * Shape: the index of the ward, or NO_WARD.
 * Cost: a quarter of a microsecond.
 */
export function findWardOfCell(tree: CoverTree, cell: string): number {
  const { high, low } = splitCell(cell);
  let node = tree.roots[baseCellOf(high)] ?? -1;
  for (let resolution = 1; node >= 0; resolution++)
    node = tree.blocks[node * CHILD_COUNT + digitAt(high, low, resolution)] ?? -1;
  return -2 - node;
}

/** A part of the cover that was not visited yet. Shape: the wards of it are no nearer than `atLeastMeters`. */
interface Waiting {
  atLeastMeters: number;
  node: number;
  cell: CellHalves;
  resolution: number;
}

/**
 * Returns the `size` wards with a cell within a radius of a position that are nearest to it, nearest first.
 *
 * Units: metres, exact to about half a leaf of the cover at the edge of the ward; 0 for the ward that contains the position.
 * Cost: cells are visited by distance until no other ward can be among the nearest: some hundred cells for a few wards, from any place of the earth and
 * for any radius. Without `size` it grows with the radius: tens of microseconds for 100 m, a few milliseconds for 20 km.
 */
export function findWardsNear(
  tree: CoverTree,
  position: Position,
  radiusMeters: number,
  size = Infinity,
): WardDistance[] {
  const near = new NearestWards(size, radiusMeters);
  const home = findWard(tree, position);
  if (home !== NO_WARD) near.add(home, 0, position);
  const waiting: Waiting[] = [];

  function enter(node: number, cell: CellHalves, resolution: number): void {
    if (node === -1) return;
    const edgeMeters = cellEdgeMeters(resolution);
    const center = cellCenter(joinCell(cell));
    const centerMeters = distanceMeters(position, center);
    const atLeastMeters = Math.max(0, centerMeters - REACH_EDGES * edgeMeters);
    if (atLeastMeters > near.reachMeters) return;
    if (node < 0) {
      const meters = Math.max(0, centerMeters - INNER_EDGES * edgeMeters);
      near.add(-2 - node, meters, pointBetween(position, center, meters / centerMeters || 0));
    } else push(waiting, { atLeastMeters, node, cell, resolution });
  }

  /** Reports whether some ward under a divided cell could be nearer than known so far. */
  function canImprove(block: number, atLeastMeters: number): boolean {
    for (let i = block * CHILD_COUNT; i < (block + 1) * CHILD_COUNT; i++) {
      const node = tree.blocks[i] ?? -1;
      if (node >= 0 ? canImprove(node, atLeastMeters) : node < -1 && near.of(-2 - node) > atLeastMeters)
        return true;
    }
    return false;
  }

  for (let number = 0; number < BASE_CELL_COUNT; number++)
    enter(tree.roots[number] ?? -1, baseCell(number), 0);
  for (let next = pop(waiting); next && next.atLeastMeters <= near.reachMeters; next = pop(waiting)) {
    const { node, cell, resolution, atLeastMeters } = next;
    if (resolution >= LOOK_AHEAD_RESOLUTION && !canImprove(node, atLeastMeters)) continue;
    for (let digit = 0; digit < CHILD_COUNT; digit++)
      enter(
        tree.blocks[node * CHILD_COUNT + digit] ?? -1,
        childCell(cell, resolution + 1, digit),
        resolution + 1,
      );
  }
  return near.take();
}

/** Wards that are added beyond `size` before the farthest are dropped, at most. */
const MOST_SPARE_WARDS = 16;

/** The nearest wards so far. */
class NearestWards {
  readonly #nearest = new Map<number, WardDistance>();
  readonly #size: number;
  /** Wards farther than this are no results. */
  reachMeters: number;

  constructor(size: number, radiusMeters: number) {
    this.#size = size;
    this.reachMeters = radiusMeters;
  }

  /** Returns the known distance of a ward; infinite if there is none. */
  of(ward: number): number {
    return this.#nearest.get(ward)?.distanceMeters ?? Infinity;
  }

  add(ward: number, meters: number, nearest: Position): void {
    if (meters > this.reachMeters || meters >= this.of(ward)) return;
    this.#nearest.set(ward, { ward, distanceMeters: meters, nearest });
    // Dropping some at once costs less than keeping the order.
    if (this.#nearest.size < this.#size + Math.min(MOST_SPARE_WARDS, this.#size)) return;
    const kept = this.take();
    this.reachMeters = kept.at(-1)?.distanceMeters ?? this.reachMeters;
    this.#nearest.clear();
    for (const near of kept) this.#nearest.set(near.ward, near);
  }

  /** Returns the nearest, equal distances by number. */
  take(): WardDistance[] {
    return [...this.#nearest.values()]
      .sort((a, b) => a.distanceMeters - b.distanceMeters || a.ward - b.ward)
      .slice(0, this.#size);
  }
}

/** Returns the point at a share of the way between two positions. */
function pointBetween(from: Position, to: Position, share: number): Position {
  return { lat: from.lat + share * (to.lat - from.lat), lon: from.lon + share * (to.lon - from.lon) };
}

/** Adds a part to a heap, the nearest first. */
function push(heap: Waiting[], part: Waiting): void {
  let at = heap.push(part) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (above.atLeastMeters <= part.atLeastMeters) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = part;
}

/** Removes the nearest part of a heap. */
function pop(heap: Waiting[]): Waiting | undefined {
  const nearest = heap[0];
  const last = heap.pop();
  if (nearest === undefined || last === undefined || heap.length === 0) return nearest;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    const right = heap[child + 1];
    if (right && right.atLeastMeters < heap[child].atLeastMeters) child += 1;
    const below = heap[child];
    if (below.atLeastMeters >= last.atLeastMeters) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = last;
  return nearest;
}
