import { HOUSE_FLAGS, type PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { UnitPosition } from './street-line.ts';

/** The number itself. */
export const EXACT = 0;
/** The number with another letter, or a range that contains it. */
export const ALIKE = 1;
/** A house inside the requested alley, or at its entrance. */
export const ALLEY = 2;
/** Between two houses of the same side. */
export const BETWEEN = 3;
/** Beside a house whose number is close. */
export const BESIDE = 4;
/** The street only, at the end nearest to the number. */
export const NOWHERE = 5;

/** Units: metres. */
const HOUSE_RADIUS = 15;
const INTERPOLATED_HOUSE_RADIUS = 30;

/** The match of a house number in one street; `row` is a house row, for BETWEEN and BESIDE the nearest one, or -1. */
export interface HouseMatch extends UnitPosition {
  kind: number;
  row: number;
  radiusMeters: number;
}

/** Writes a house row as the match; its radius grows by the possible error. */
export function settle(
  tables: PlaceTables,
  out: HouseMatch,
  kind: number,
  row: number,
  moreMeters: number,
): void {
  const computed = (tables.houseFlags[row] & HOUSE_FLAGS.interpolated) !== 0;
  out.kind = kind;
  out.row = row;
  out.lat = tables.houseLat[row];
  out.lon = tables.houseLon[row];
  out.radiusMeters = (computed ? INTERPOLATED_HOUSE_RADIUS : HOUSE_RADIUS) + moreMeters;
}

/** Returns the first row of a range whose path is not below a path. */
export function seekRow(housePath: Uint32Array, start: number, end: number, path: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (housePath[middle] < path) low = middle + 1;
    else high = middle;
  }
  return low;
}
