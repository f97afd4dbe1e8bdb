import { HOUSE_FLAGS, type PlaceTables } from '../store/place-tables.ts';
import type { PathSpan } from './path-finder.ts';
import { createSteps, prefixAt, readPathAt, type PathSteps } from './path-steps.ts';
import { metersBetween, placeBetween, type UnitPosition } from './street-line.ts';

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

/** Rows that are looked at in each direction for a neighbour or a range. */
const NEIGHBOURS = 48;
const RANGES = 10;
/** A number this far from the next one known is still said to be beside it. */
const CLOSE_NUMBERS = 20;

/** Units: metres. */
const HOUSE_RADIUS = 15;
const INTERPOLATED_HOUSE_RADIUS = 30;
const ALLEY_RADIUS = 60;
const MOUTH_RADIUS = 120;
const METERS_PER_NUMBER = 5;

/** Says what was found of a house in one street; `row` is a house row, of BETWEEN and BESIDE the nearest one, or -1. */
export interface HouseFind extends UnitPosition {
  kind: number;
  row: number;
  radiusMeters: number;
}

/** Says between which rows of one or several streets a number lies: -1 where there is none on that side. */
export interface Neighbours {
  low: number;
  high: number;
}

/** Finds the number itself, one alike, or its alley in a street; NOWHERE where only neighbours could help. */
export function findHouse(
  tables: PlaceTables,
  street: number,
  steps: PathSteps,
  from: number,
  span: PathSpan,
  alleyOnly: boolean,
  out: HouseFind,
): void {
  out.kind = NOWHERE;
  out.row = -1;
  const { housePath, streetHouseStart } = tables;
  const start = streetHouseStart[street] as number;
  const end = streetHouseStart[street + 1] as number;
  if (start === end) return;
  const count = steps.count - from;
  const low = seek(housePath, start, end, span.low[count] as number);
  if (low < end && (housePath[low] as number) < (span.exact[count] as number)) {
    const row = alleyOnly ? low : withPrefix(tables, low, end, span.exact[count] as number, steps.prefix);
    const kind = alleyOnly ? ALLEY : row < 0 ? ALIKE : EXACT;
    settle(tables, out, kind, row < 0 ? low : row, alleyOnly ? MOUTH_RADIUS : 0);
    return;
  }
  if (low < end && (housePath[low] as number) < (span.high[count] as number)) {
    // Only houses beyond it are known: it is the mouth of their alley.
    settle(tables, out, ALLEY, low, ALLEY_RADIUS);
    return;
  }
  if (count > 1) findInAlley(tables, steps, from, span, start, end, out);
  else findAlike(tables, steps, from, span, start, end, alleyOnly, out);
}

/** Returns the row with the same letter in front of its number ("C4"), -1 where all have another one. */
function withPrefix(tables: PlaceTables, low: number, end: number, exact: number, prefix: number): number {
  for (let row = low; row < end; row += 1) {
    const path = tables.housePath[row] as number;
    if (path >= exact) return -1;
    if (prefixAt(tables, path) === prefix) return row;
  }
  return -1;
}

/** Finds the innermost alley of the path that has houses, and in it the one with the nearest number; or the house at its mouth. */
function findInAlley(
  tables: PlaceTables,
  steps: PathSteps,
  from: number,
  span: PathSpan,
  start: number,
  end: number,
  out: HouseFind,
): void {
  const { housePath } = tables;
  for (let k = steps.count - from - 1; k >= 1; k -= 1) {
    const exact = seek(housePath, start, end, span.low[k] as number);
    const inside = seek(housePath, exact, end, span.exact[k] as number);
    const after = seek(housePath, inside, end, span.high[k] as number);
    if (after > inside) {
      const wanted = steps.number[from + k] as number;
      const row = nearestStep(tables, inside, after, k, wanted, steps.letter[from + k] as number);
      const alike = numberAt(tables, row, k) === wanted && stepsAt(tables, row) === k + 1;
      settle(
        tables,
        out,
        alike && k === steps.count - from - 1 ? ALIKE : ALLEY,
        row,
        alike ? 0 : ALLEY_RADIUS,
      );
      return;
    }
    if (inside > exact) {
      settle(tables, out, ALLEY, exact, MOUTH_RADIUS);
      return;
    }
  }
}

const read = createSteps();

function numberAt(tables: PlaceTables, row: number, step: number): number {
  readPathAt(tables, tables.housePath[row] as number, read);
  return step < read.count ? (read.number[step] as number) : -1;
}

function stepsAt(tables: PlaceTables, row: number): number {
  readPathAt(tables, tables.housePath[row] as number, read);
  return read.count;
}

/** Returns the row whose step is nearest to a number, the first of equals; of long alleys only the beginning and the end are looked at. */
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
  while (high - low > NEIGHBOURS) {
    const middle = (low + high) >>> 1;
    if (numberAt(tables, middle, step) < wanted) low = middle;
    else high = middle + 1;
  }
  let best = low;
  let bestMiss = Infinity;
  for (let row = low; row < high; row += 1) {
    const number = numberAt(tables, row, step);
    const upTo = read.upTo[step] as number;
    // A range holds what lies inside it.
    const miss =
      (number <= wanted && wanted <= upTo ? 0 : Math.abs(number - wanted)) +
      (read.count === step + 1 ? 0 : 0.5) +
      ((read.letter[step] as number) === letter ? 0 : 0.25);
    if (miss < bestMiss) {
      bestMiss = miss;
      best = row;
    }
  }
  return best;
}

/** Finds a house with the same number and another letter, a range that holds the number, or a number inside the range that is asked for. */
function findAlike(
  tables: PlaceTables,
  steps: PathSteps,
  from: number,
  span: PathSpan,
  start: number,
  end: number,
  alleyOnly: boolean,
  out: HouseFind,
): void {
  const { housePath, pathUpTo, pathNumber } = tables;
  const number = steps.number[from] as number;
  const upTo = steps.upTo[from] as number;
  const first = seek(housePath, start, end, span.numberLow);
  const after = seek(housePath, first, end, span.numberHigh);
  if (alleyOnly) {
    if (after > first) settle(tables, out, ALLEY, first, MOUTH_RADIUS);
    return;
  }
  const row = houseOnStreet(tables, first, after);
  if (row >= 0) {
    settle(tables, out, ALIKE, row, 0);
    return;
  }
  for (let i = first - 1; i >= start && i >= first - RANGES; i -= 1) {
    if ((pathUpTo[housePath[i] as number] as number) >= number) {
      settle(tables, out, ALIKE, i, 0);
      return;
    }
  }
  if (upTo > number) {
    for (let i = after; i < end && i < after + RANGES; i += 1) {
      const path = housePath[i] as number;
      if ((pathNumber[path] as number) > upTo) break;
      if ((pathUpTo[path] as number) > 0) {
        settle(tables, out, ALIKE, i, 0);
        return;
      }
    }
  }
  // "12" where only 12/3 is known: the mouth of the alley is beside it.
  if (after > first) settle(tables, out, ALLEY, first, MOUTH_RADIUS);
}

/** Returns the first row that is a house of the street itself, not of an alley, or -1. */
function houseOnStreet(tables: PlaceTables, start: number, end: number): number {
  for (let row = start; row < end && row < start + NEIGHBOURS; row += 1)
    if ((tables.pathUpTo[tables.housePath[row] as number] as number) > 0) return row;
  return -1;
}

/**
 * Looks in a street for nearer neighbours of a number; extends what was found in other parts of it.
 *
 * Shape: `side` 1 looks on its side of the street only, where numbers are odd or even as it is; 0 on both.
 */
export function findNeighbours(
  tables: PlaceTables,
  street: number,
  number: number,
  span: PathSpan,
  side: 0 | 1,
  out: Neighbours,
): void {
  const { housePath, pathUpTo, pathNumber, streetHouseStart } = tables;
  const start = streetHouseStart[street] as number;
  const end = streetHouseStart[street + 1] as number;
  const at = seek(housePath, start, end, span.numberLow);
  for (let row = at - 1; row >= start && row >= at - NEIGHBOURS; row -= 1) {
    const path = housePath[row] as number;
    const upTo = pathUpTo[path] as number;
    if (upTo === 0 || ((upTo ^ number) & side) !== 0) continue;
    if (out.low < 0 || upTo > (pathUpTo[housePath[out.low] as number] as number)) out.low = row;
    break;
  }
  for (let row = at; row < end && row < at + NEIGHBOURS; row += 1) {
    const path = housePath[row] as number;
    const from = pathNumber[path] as number;
    if ((pathUpTo[path] as number) === 0 || ((from ^ number) & side) !== 0 || from === number) continue;
    if (out.high < 0 || from < (pathNumber[housePath[out.high] as number] as number)) out.high = row;
    break;
  }
}

/**
 * Places a number between its neighbours along the line of a street, or beside the only one.
 *
 * Shape: beside one that is not close the kind is NOWHERE: the street alone is known, and towards which end; `row` is -1 where there is no neighbour.
 */
export function placeByNeighbours(
  tables: PlaceTables,
  street: number,
  number: number,
  { low, high }: Neighbours,
  out: HouseFind,
): void {
  const { housePath, pathUpTo, pathNumber } = tables;
  out.kind = NOWHERE;
  out.row = -1;
  const below = low < 0 ? Infinity : number - (pathUpTo[housePath[low] as number] as number);
  const above = high < 0 ? Infinity : (pathNumber[housePath[high] as number] as number) - number;
  if (below === Infinity && above === Infinity) return;
  const nearest = below <= above ? low : high;
  if (below !== Infinity && above !== Infinity) {
    const a = { lat: tables.houseLat[low] as number, lon: tables.houseLon[low] as number };
    const b = { lat: tables.houseLat[high] as number, lon: tables.houseLon[high] as number };
    const gap = metersBetween(a.lat, a.lon, b.lat, b.lon);
    placeBetween(tables, street, a, b, below / (below + above), out);
    out.kind = BETWEEN;
    out.row = nearest;
    out.radiusMeters = Math.round(HOUSE_RADIUS + gap / 3);
    return;
  }
  const miss = Math.min(below, above);
  settle(tables, out, miss <= CLOSE_NUMBERS ? BESIDE : NOWHERE, nearest, METERS_PER_NUMBER * miss);
}

function settle(
  tables: PlaceTables,
  out: HouseFind,
  kind: number,
  row: number,
  extraRadiusMeters: number,
): void {
  const computed = ((tables.houseFlags[row] as number) & HOUSE_FLAGS.interpolated) !== 0;
  out.kind = kind;
  out.row = row;
  out.lat = tables.houseLat[row] as number;
  out.lon = tables.houseLon[row] as number;
  out.radiusMeters = (computed ? INTERPOLATED_HOUSE_RADIUS : HOUSE_RADIUS) + extraRadiusMeters;
}

/** Finds the first row of a stretch whose path is not below a path. */
function seek(housePath: Uint32Array, start: number, end: number, path: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((housePath[middle] as number) < path) low = middle + 1;
    else high = middle;
  }
  return low;
}
