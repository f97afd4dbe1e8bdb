import { compareHousePaths, type HousePath } from '../../../base/text/house-path.ts';
import { lowerBound, pathTextOf } from '../../gazetteer/store/access.ts';
import { shownPath } from '../../gazetteer/store/shown-path.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';

/** The paths of one house number, from `from` to `to` (exclusive); several if only the case of letters differs. */
export interface PathRange {
  from: number;
  to: number;
}

/** Returns the paths of a house number in a dataset, or undefined. Cost: a binary search over the paths that begin with its number. */
export function findPath(tables: PlaceTables, path: HousePath): PathRange | undefined {
  const { pathNumber } = tables;
  const number = path[0]?.number;
  if (number === undefined) return undefined;
  const start = lowerBound(pathNumber, number);
  const end = lowerBound(pathNumber, number + 1);
  const from = firstNotBelow(tables, path, start, end, 0);
  const to = firstNotBelow(tables, path, from, end, 1);
  return from < to ? { from, to } : undefined;
}

/** Returns the first path whose comparison with another is `least` or more. */
function firstNotBelow(
  tables: PlaceTables,
  path: HousePath,
  from: number,
  to: number,
  least: number,
): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Math.sign(compareHousePaths(shownPath(pathTextOf(tables, middle)), path)) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the row of a house of a street by its path, or -1. */
export function findHouse(tables: PlaceTables, street: number, { from, to }: PathRange): number {
  const { housePath, streetHouseStart } = tables;
  let low = streetHouseStart[street];
  const end = streetHouseStart[street + 1];
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (housePath[middle] < from) low = middle + 1;
    else high = middle;
  }
  return low < end && housePath[low] < to ? low : -1;
}
