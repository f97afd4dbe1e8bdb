import { lowerBound } from '../../../base/bisect.ts';
import { HOUSE_FLAGS, type PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { HOUSE_ACCURACY_METERS, INTERPOLATED_ACCURACY_METERS } from '../places/certain-match.ts';
import { createSteps, type PathSpan, type PathSteps, prefixAt, readPathAt } from './path-steps.ts';
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

/** The match of a house number in one street; `row` is a house row, for BETWEEN and BESIDE the nearest one, or -1. */
export interface HouseMatch extends UnitPosition {
  kind: number;
  row: number;
  radiusMeters: number;
}

/** Writes a house row as the match; its radius grows by the possible error. A number that was not surveyed is that of a house near by. */
export function settle(
  tables: PlaceTables,
  out: HouseMatch,
  kind: number,
  row: number,
  moreMeters: number,
): void {
  const computed = (tables.houseFlags[row] & HOUSE_FLAGS.interpolated) !== 0;
  out.kind = computed && kind <= ALIKE ? BETWEEN : kind;
  out.row = row;
  out.lat = tables.houseLat[row];
  out.lon = tables.houseLon[row];
  out.radiusMeters = (computed ? INTERPOLATED_ACCURACY_METERS : HOUSE_ACCURACY_METERS) + moreMeters;
}

/** Most rows of a linear scan. */
const MOST_ROWS = 48;
/** Most rows before a number that are tested as ranges that contain it. */
const MOST_RANGES = 10;
/** Most numbers of one plot: "14-585" is no range that contains house 49. */
const MOST_SPAN = 40;
/** Additional radius of a match that is not the house itself. Units: metres. */
const ALIKE_METERS = 20;
const ALLEY_METERS = 85;
const MOUTH_METERS = 120;

/** Matches a house number in a street: the number itself, a similar one, or its alley; NOWHERE if only neighbours may be known. */
export function findHouse(
  tables: PlaceTables,
  street: number,
  steps: PathSteps,
  from: number,
  span: PathSpan,
  alleyOnly: boolean,
  out: HouseMatch,
): void {
  out.kind = NOWHERE;
  out.row = -1;
  const { housePath, streetHouseStart } = tables;
  const start = streetHouseStart[street];
  const end = streetHouseStart[street + 1];
  if (start === end) return;
  const count = steps.count - from;
  const low = lowerBound(housePath, span.low[count], start, end);
  if (low < end && housePath[low] < span.exact[count]) {
    const row = alleyOnly ? low : withPrefix(tables, low, end, span.exact[count], steps.prefix);
    const kind = alleyOnly ? ALLEY : row < 0 ? ALIKE : EXACT;
    settle(tables, out, kind, row < 0 ? low : row, alleyOnly ? MOUTH_METERS : 0);
    return;
  }
  if (low < end && housePath[low] < span.high[count]) {
    // Only houses in the alley at this number are known, so the number is at the entrance of that alley.
    settle(tables, out, ALLEY, low, ALLEY_METERS);
    return;
  }
  if (count > 1) findInAlley(tables, steps, from, span, start, end, out);
  else findAlike(tables, steps, from, span, start, end, alleyOnly, out);
}

/** Returns the row with the same letter in front of its number ("C4"), or -1. */
function withPrefix(tables: PlaceTables, low: number, end: number, exact: number, prefix: number): number {
  for (let row = low; row < end; row += 1) {
    const path = tables.housePath[row];
    if (path >= exact) return -1;
    if (prefixAt(tables, path) === prefix) return row;
  }
  return -1;
}

/** Matches the innermost alley of the path with known houses: its house with the nearest number, or the house at its entrance. */
function findInAlley(
  tables: PlaceTables,
  steps: PathSteps,
  from: number,
  span: PathSpan,
  start: number,
  end: number,
  out: HouseMatch,
): void {
  const { housePath } = tables;
  for (let k = steps.count - from - 1; k >= 1; k -= 1) {
    const exact = lowerBound(housePath, span.low[k], start, end);
    const inside = lowerBound(housePath, span.exact[k], exact, end);
    const after = lowerBound(housePath, span.high[k], inside, end);
    if (after > inside) {
      const wanted = steps.number[from + k];
      const row = nearestStep(tables, inside, after, k, wanted, steps.letter[from + k]);
      const alike = numberAt(tables, row, k) === wanted && stepsAt(tables, row) === k + 1;
      settle(
        tables,
        out,
        alike && k === steps.count - from - 1 ? ALIKE : ALLEY,
        row,
        alike ? 0 : ALLEY_METERS,
      );
      return;
    }
    if (inside > exact) {
      settle(tables, out, ALLEY, exact, MOUTH_METERS);
      return;
    }
  }
}

const read = createSteps();

function numberAt(tables: PlaceTables, row: number, step: number): number {
  readPathAt(tables, tables.housePath[row], read);
  return step < read.count ? read.number[step] : -1;
}

function stepsAt(tables: PlaceTables, row: number): number {
  readPathAt(tables, tables.housePath[row], read);
  return read.count;
}

/** Returns the row whose step is nearest to a number, the first of equals; long alleys are first narrowed by binary search. */
function nearestStep(
  tables: PlaceTables,
  start: number,
  end: number,
  step: number,
  wanted: number,
  letter: number,
): number {
  let low = start;
  let high = end;
  while (high - low > MOST_ROWS) {
    const middle = (low + high) >>> 1;
    if (numberAt(tables, middle, step) < wanted) low = middle;
    else high = middle + 1;
  }
  let best = low;
  let bestMiss = Infinity;
  for (let row = low; row < high; row += 1) {
    const number = numberAt(tables, row, step);
    const upTo = read.upTo[step];
    // A range contains the numbers inside it.
    const miss =
      (number <= wanted && wanted <= upTo ? 0 : Math.abs(number - wanted)) +
      (read.count === step + 1 ? 0 : 0.5) +
      (read.letter[step] === letter ? 0 : 0.25);
    if (miss < bestMiss) {
      bestMiss = miss;
      best = row;
    }
  }
  return best;
}

/** Matches a house with the same number and another letter, a range that contains the number, or a number inside the requested range. */
function findAlike(
  tables: PlaceTables,
  steps: PathSteps,
  from: number,
  span: PathSpan,
  start: number,
  end: number,
  alleyOnly: boolean,
  out: HouseMatch,
): void {
  const { housePath, pathUpTo, pathNumber } = tables;
  const number = steps.number[from];
  const upTo = steps.upTo[from];
  const first = lowerBound(housePath, span.numberLow, start, end);
  const after = lowerBound(housePath, span.numberHigh, first, end);
  if (alleyOnly) {
    if (after > first) settle(tables, out, ALLEY, first, MOUTH_METERS);
    return;
  }
  const row = houseOnStreet(tables, first, after);
  if (row >= 0) {
    settle(tables, out, ALIKE, row, ALIKE_METERS);
    return;
  }
  for (let i = first - 1; i >= start && i >= first - MOST_RANGES; i -= 1) {
    const path = housePath[i];
    const last = pathUpTo[path];
    if (last >= number && last - pathNumber[path] <= MOST_SPAN) {
      settle(tables, out, ALIKE, i, ALIKE_METERS);
      return;
    }
  }
  if (upTo > number && upTo - number <= MOST_SPAN) {
    for (let i = after; i < end && i < after + MOST_RANGES; i += 1) {
      const path = housePath[i];
      if (pathNumber[path] > upTo) break;
      if (pathUpTo[path] > 0) {
        settle(tables, out, ALIKE, i, ALIKE_METERS);
        return;
      }
    }
  }
  // If only 12/3 is known, house 12 is beside the entrance of that alley.
  if (after > first) settle(tables, out, ALLEY, first, MOUTH_METERS);
}

/** Returns the first row that is a house on the street itself, not in an alley, or -1. */
function houseOnStreet(tables: PlaceTables, start: number, end: number): number {
  for (let row = start; row < end && row < start + MOST_ROWS; row += 1)
    if (tables.pathUpTo[tables.housePath[row]] > 0) return row;
  return -1;
}
