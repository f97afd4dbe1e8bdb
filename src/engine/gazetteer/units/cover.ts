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
  for (let resolution = 1; node >= 0; resolution++) {
    node = tree.blocks[node * CHILD_COUNT + digitAt(high, low, resolution)] ?? -1;
  }
  return -2 - node;
}

/**
 * Returns the wards with a cell within a radius of a position, nearest first.
 *
 * Units: metres, exact to about half a leaf of the cover at the edge of the ward; 0 for the ward that contains the position.
 * Cost: grows with the radius: tens of microseconds for 100 m, a few milliseconds for 20 km.
 */
export function findWardsNear(tree: CoverTree, position: Position, radiusMeters: number): WardDistance[] {
  const nearest = new Map<number, number>();
  const home = findWard(tree, position);
  if (home !== NO_WARD) nearest.set(home, 0);

  function visit(node: number, cell: CellHalves, resolution: number): void {
    if (node === -1) return;
    const edgeMeters = cellEdgeMeters(resolution);
    const centerMeters = distanceMeters(position, cellCenter(joinCell(cell)));
    const atLeastMeters = Math.max(0, centerMeters - REACH_EDGES * edgeMeters);
    if (atLeastMeters > radiusMeters) return;
    if (node < 0) {
      const meters = Math.max(0, centerMeters - INNER_EDGES * edgeMeters);
      const ward = -2 - node;
      if (meters <= radiusMeters && meters < (nearest.get(ward) ?? Infinity)) nearest.set(ward, meters);
      return;
    }
    if (resolution >= LOOK_AHEAD_RESOLUTION && !canImprove(node, atLeastMeters)) return;
    for (let digit = 0; digit < CHILD_COUNT; digit++) {
      visit(
        tree.blocks[node * CHILD_COUNT + digit] ?? -1,
        childCell(cell, resolution + 1, digit),
        resolution + 1,
      );
    }
  }

  /** Reports whether some ward under a divided cell could be nearer than known so far. */
  function canImprove(block: number, atLeastMeters: number): boolean {
    for (let i = block * CHILD_COUNT; i < (block + 1) * CHILD_COUNT; i++) {
      const node = tree.blocks[i] ?? -1;
      if (
        node >= 0
          ? canImprove(node, atLeastMeters)
          : node < -1 && (nearest.get(-2 - node) ?? Infinity) > atLeastMeters
      ) {
        return true;
      }
    }
    return false;
  }

  for (let number = 0; number < BASE_CELL_COUNT; number++)
    visit(tree.roots[number] ?? -1, baseCell(number), 0);
  return [...nearest]
    .map(([ward, meters]) => ({ ward, distanceMeters: meters }))
    .sort((a, b) => a.distanceMeters - b.distanceMeters || a.ward - b.ward);
}
