import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { BESIDE, BETWEEN, NOWHERE, seekRow, settle, type HouseMatch } from './house-match.ts';
import type { PathSpan } from './path-finder.ts';
import { metersBetween, placeBetween } from './street-line.ts';

/** Most rows that are read in each direction. */
const MOST_ROWS = 48;
/** Greatest difference to the nearest known number for a match of kind BESIDE. */
const CLOSE_NUMBERS = 20;
/** Least radius, measured on real houses: seven of eight are within 1.5 times the radius. Units: metres. */
const LEAST_RADIUS = 15;
/** Share of the distance between two neighbours that is added to the radius, because numbers are not evenly spaced. */
const SHARE_OF_GAP = 0.45;
/** Additional radius with only one neighbour, where the direction is unknown too. Units: metres. */
const BESIDE_METERS = 70;
const METERS_PER_NUMBER = 9;

/** Rows of the nearest lower and higher number in one or several streets; -1 for none. */
export interface Neighbours {
  low: number;
  high: number;
}

/**
 * Updates the neighbours of a number with nearer ones from a street, which may be one of several parts.
 *
 * Shape: `side` 1 uses only numbers on the same side of the street, both odd or both even; 0 uses both sides.
 */
export function findNeighbours(
  tables: PlaceTables,
  street: number,
  number: number,
  { numberLow }: Pick<PathSpan, 'numberLow'>,
  side: 0 | 1,
  out: Neighbours,
): void {
  const { housePath, pathUpTo, pathNumber, streetHouseStart } = tables;
  const start = streetHouseStart[street];
  const end = streetHouseStart[street + 1];
  const at = seekRow(housePath, start, end, numberLow);
  for (let row = at - 1; row >= start && row >= at - MOST_ROWS; row -= 1) {
    const path = housePath[row];
    const upTo = pathUpTo[path];
    if (upTo === 0 || upTo >= number || ((upTo ^ number) & side) !== 0) continue;
    if (out.low < 0 || upTo > pathUpTo[housePath[out.low]]) out.low = row;
    break;
  }
  for (let row = at; row < end && row < at + MOST_ROWS; row += 1) {
    const path = housePath[row];
    const from = pathNumber[path];
    if (pathUpTo[path] === 0 || ((from ^ number) & side) !== 0 || from === number) continue;
    if (out.high < 0 || from < pathNumber[housePath[out.high]]) out.high = row;
    break;
  }
}

/**
 * Positions a number between its neighbours along the line of a street, or beside the only one.
 *
 * Shape: `kind` is NOWHERE if the only neighbour is not close, so that only the street and the end of it are known; `row` is -1 without a neighbour.
 */
export function placeByNeighbours(
  tables: PlaceTables,
  street: number,
  number: number,
  { low, high }: Neighbours,
  out: HouseMatch,
): void {
  const { housePath, pathUpTo, pathNumber } = tables;
  out.kind = NOWHERE;
  out.row = -1;
  const below = low < 0 ? Infinity : number - pathUpTo[housePath[low]];
  const above = high < 0 ? Infinity : pathNumber[housePath[high]] - number;
  if (below === Infinity && above === Infinity) return;
  const nearest = below <= above ? low : high;
  if (below !== Infinity && above !== Infinity) {
    const a = { lat: tables.houseLat[low], lon: tables.houseLon[low] };
    const b = { lat: tables.houseLat[high], lon: tables.houseLon[high] };
    const gap = metersBetween(a.lat, a.lon, b.lat, b.lon);
    placeBetween(tables, street, a, b, below / (below + above), out);
    out.kind = BETWEEN;
    out.row = nearest;
    out.radiusMeters = Math.round(LEAST_RADIUS + gap * SHARE_OF_GAP);
    return;
  }
  const miss = Math.min(below, above);
  settle(
    tables,
    out,
    miss <= CLOSE_NUMBERS ? BESIDE : NOWHERE,
    nearest,
    BESIDE_METERS + METERS_PER_NUMBER * miss,
  );
}
