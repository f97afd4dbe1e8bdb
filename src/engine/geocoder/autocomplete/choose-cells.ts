import { lowerBound, toDegrees } from '../../gazetteer/store/access.ts';
import type { SuggestArrays } from '../../gazetteer/store/suggest-arrays.ts';
import type { UnitContext } from './unit-context.ts';
import type { Criteria } from './weigher.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';

/** A selection of the cells that can contain candidates. */
export interface CellChooser {
  /** Starts a request; the cells of equal criteria are selected once for it. */
  begin(): void;
  /**
   * Selects cells, nearest first if there is a focus, at which the ruler must be aimed; returns their number, or EVERY_CELL if
   * neither a focus nor the units behind the name exclude any.
   */
  choose(criteria: Criteria): number;
  cell(index: number): number;
  /** Lower bound of the distance of a selected cell; 0 without a focus. Units: metres. */
  meters(index: number): number;
}

/** Result of the selection if no cell is excluded. */
export const EVERY_CELL = -1;

/** Creates the cell selection. Cost: a request allocates nothing that grows with the number of cells. */
export function createCellChooser(
  { cellBaseWard, cellBox }: SuggestArrays,
  context: UnitContext,
  ruler: Ruler,
): CellChooser {
  const cellCount = cellBaseWard.length - 1;
  const chosen = new Uint32Array(cellCount);
  const metersTo = new Float64Array(cellCount);
  const marked = new Uint8Array(cellCount + 1);
  const byDistance = (a: number, b: number): number => metersTo[a] - metersTo[b] || a - b;

  /** Marks the cells that contain some base wards, given as alternating starts and ends. */
  const mark = (baseWards: readonly number[]): void => {
    marked.fill(0);
    for (let i = 0; i < baseWards.length; i += 2) {
      let cell = lowerBound(cellBaseWard, baseWards[i] + 1) - 1;
      for (; cellBaseWard[cell] < baseWards[i + 1]; cell += 1) marked[cell] = 1;
    }
  };

  const chooseAnew = ({ mentions, focus, radiusMeters }: Criteria): number => {
    const baseWards = mentions.length === 0 ? undefined : context.baseWardsOf(mentions);
    if (baseWards === undefined && focus === undefined) return EVERY_CELL;
    if (baseWards !== undefined) mark(baseWards);
    let count = 0;
    for (let cell = 0; cell < cellCount; cell += 1) {
      if (baseWards !== undefined && marked[cell] === 0) continue;
      const meters = focus === undefined ? 0 : ruler.metersToBox(cellBox, cell, radiusMeters);
      if (meters > radiusMeters) continue;
      metersTo[cell] = meters;
      chosen[count] = cell;
      count += 1;
    }
    if (focus !== undefined) chosen.subarray(0, count).sort(byDistance);
    return count;
  };

  let last: Criteria | undefined;
  let lastCount = 0;
  return {
    begin: () => (last = undefined),
    choose: (criteria) => {
      const isSame =
        last?.mentions === criteria.mentions &&
        last.focus === criteria.focus &&
        last.radiusMeters === criteria.radiusMeters;
      if (!isSame) lastCount = chooseAnew(criteria);
      last = criteria;
      return lastCount;
    },
    cell: (index) => chosen[index],
    meters: (index) => metersTo[chosen[index]],
  };
}

/** Points that a place at the focus gains; a place at HALF_METERS gains half of them. */
export const MOST_GAIN = 200;
const HALF_METERS = 3000;

/** Factor on the distance of a box, so that rounding never excludes one. */
const BOX_SLACK = 0.98;

/** Lower bound of one step of latitude in the tables. Units: metres. */
const METERS_PER_UNIT = 0.01111;

/** Returns the points that a place gains by its distance. Units: metres; points of importance. */
export function gainAt(meters: number): number {
  return (MOST_GAIN * HALF_METERS) / (HALF_METERS + meters);
}

/** A measure of distances from a focus to places and boxes of the tables. Cost: no allocation. */
export interface Ruler {
  aim(focus: Position): void;
  /** Units: arguments in 1e-7 degrees; metres. */
  metersTo(lat: number, lon: number): number;
  /** Returns a lower bound of the distance to a box; Infinity if the box is empty or farther than a limit. */
  metersToBox(boxes: Int32Array, box: number, limitMeters: number): number;
}

/** Creates a ruler. */
export function createRuler(): Ruler {
  let from: Position = { lat: 0, lon: 0 };
  const to: Position = { lat: 0, lon: 0 };
  const metersTo = (lat: number, lon: number): number => {
    to.lat = toDegrees(lat);
    to.lon = toDegrees(lon);
    return distanceMeters(from, to);
  };
  return {
    aim: (focus) => (from = focus),
    metersTo,
    metersToBox: (boxes, box, limitMeters) => {
      const at = box * 4;
      const [south, west] = [boxes[at], boxes[at + 1]];
      const [north, east] = [boxes[at + 2], boxes[at + 3]];
      if (south > north) return Infinity;
      const [lat, lon] = [Math.round(from.lat * 1e7), Math.round(from.lon * 1e7)];
      const nearestLat = clamp(lat, south, north);
      // Latitude alone excludes most of the country.
      if (Math.abs(nearestLat - lat) * METERS_PER_UNIT * BOX_SLACK > limitMeters) return Infinity;
      return metersTo(nearestLat, clamp(lon, west, east)) * BOX_SLACK;
    },
  };
}

function clamp(value: number, least: number, most: number): number {
  return value < least ? least : value > most ? most : value;
}
