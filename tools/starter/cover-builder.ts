import { isPentagon as isPentagonCell } from 'h3-js';
import {
  BASE_CELL_COUNT,
  baseCell,
  cellEdgeMeters,
  childCell,
  joinCell,
  type CellHalves,
} from '../../src/base/geo/h3-tree.ts';
import { cellCenter } from '../../src/base/geo/h3.ts';
import { CHILD_COUNT, NO_WARD, SPLIT } from '../../src/engine/gazetteer/units/cover-codec.ts';
import type { WardMap } from './ward-map.ts';

const METERS_PER_DEGREE = 111_195;
const RADIANS = Math.PI / 180;
// Everything under a cell lies within 1.05 edges of its centre on a regular grid; single cells are up to a fifth larger.
const REACH_EDGES = 1.35;
// Boundaries are simplified to 10 m from either side: what lies this close to a ward and in none belongs to it.
const SLIVER_METERS = 50;
// Cells of 250 km²: a report every tenth of a second.
const REPORTED_RESOLUTION = 5;

/** Tells how a cover is built. */
export interface CoverOptions {
  map: WardMap;
  /** Says how fine the cells along the boundary of a ward are: an H3 resolution. */
  resolutionOf: (ward: number) => number;
  /** Reports how much of the wards is covered so far, in km². */
  onProgress?: (coveredKm2: number) => void;
}

/**
 * Covers all wards with H3 cells: large ones inside, and along each boundary as fine as the finest ward there asks.
 *
 * Shape: the preorder list that `encodeCover` takes.
 * Guarantee: a leaf carries the ward that holds its centre; leaves that say the same are one.
 */
export function buildCover({ map, resolutionOf, onProgress }: CoverOptions): Int32Array {
  const preorder: number[] = [];
  let coveredKm2 = 0;

  function addLeaf(ward: number, resolution: number): void {
    preorder.push(ward);
    if (ward !== NO_WARD) coveredKm2 += cellAreaKm2(resolution);
  }

  function add(cell: CellHalves, resolution: number, isPentagon: boolean): void {
    const { lat, lon } = cellCenter(joinCell(cell));
    const ward = map.wardAt(lon, lat);
    const reachMeters = REACH_EDGES * cellEdgeMeters(resolution) + (ward === NO_WARD ? SLIVER_METERS : 0);
    if (!map.hasBoundary(boxAround(lon, lat, reachMeters), (other) => resolutionOf(other) > resolution)) {
      addLeaf(ward === NO_WARD ? map.nearestWard(lon, lat, SLIVER_METERS) : ward, resolution);
      return;
    }
    const start = preorder.length;
    preorder.push(SPLIT);
    for (let digit = 0; digit < CHILD_COUNT; digit++) {
      if (isPentagon && digit === 1) {
        preorder.push(NO_WARD);
        continue;
      }
      add(childCell(cell, resolution + 1, digit), resolution + 1, isPentagon && digit === 0);
    }
    mergeEqualChildren(preorder, start);
    if (resolution === REPORTED_RESOLUTION) onProgress?.(coveredKm2);
  }

  for (let number = 0; number < BASE_CELL_COUNT; number++) {
    add(baseCell(number), 0, isPentagonCell(joinCell(baseCell(number))));
  }
  return Int32Array.from(preorder);
}

/** Makes one leaf of a divided cell whose children are all leaves of the same ward. */
function mergeEqualChildren(preorder: number[], start: number): void {
  if (preorder.length !== start + 1 + CHILD_COUNT) return;
  const ward = preorder[start + 1] ?? NO_WARD;
  if (ward === SPLIT || preorder.slice(start + 2).some((other) => other !== ward)) return;
  preorder.length = start;
  preorder.push(ward);
}

function cellAreaKm2(resolution: number): number {
  return 1.5 * Math.sqrt(3) * (cellEdgeMeters(resolution) / 1000) ** 2;
}

function boxAround(lon: number, lat: number, meters: number): [number, number, number, number] {
  const halfLat = meters / METERS_PER_DEGREE;
  // The box must hold the circle at its end nearer to the pole, where degrees of longitude are shortest.
  const shrink = Math.cos(Math.min(89, Math.abs(lat) + halfLat) * RADIANS);
  const halfLon = Math.min(180, halfLat / shrink);
  return [lon - halfLon, lat - halfLat, lon + halfLon, lat + halfLat];
}
