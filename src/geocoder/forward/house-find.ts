import { HOUSE_FLAGS, type PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { UnitPosition } from './street-line.ts';

/** The number itself. */
export const EXACT = 0;
/** The number with another letter, or a range that holds it. */
export const ALIKE = 1;
/** A house inside the alley that was asked for, or at its mouth. */
export const ALLEY = 2;
/** Between two houses of the same side. */
export const BETWEEN = 3;
/** Beside a house whose number is close. */
export const BESIDE = 4;
/** The street alone, towards the end where the number must be. */
export const NOWHERE = 5;

/** Units: metres. */
const HOUSE_RADIUS = 15;
const INTERPOLATED_HOUSE_RADIUS = 30;

/** Says what was found of a house in one street; `row` is a house row, of BETWEEN and BESIDE the nearest one, or -1. */
export interface HouseFind extends UnitPosition {
  kind: number;
  row: number;
  radiusMeters: number;
}

/** Says that a house row is what was found; its own radius grows by how far off it may be. */
export function settle(
  tables: PlaceTables,
  out: HouseFind,
  kind: number,
  row: number,
  moreMeters: number,
): void {
  const computed = ((tables.houseFlags[row] as number) & HOUSE_FLAGS.interpolated) !== 0;
  out.kind = kind;
  out.row = row;
  out.lat = tables.houseLat[row] as number;
  out.lon = tables.houseLon[row] as number;
  out.radiusMeters = (computed ? INTERPOLATED_HOUSE_RADIUS : HOUSE_RADIUS) + moreMeters;
}

/** Finds the first row of a stretch whose path is not below a path. */
export function seekRow(housePath: Uint32Array, start: number, end: number, path: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((housePath[middle] as number) < path) low = middle + 1;
    else high = middle;
  }
  return low;
}
