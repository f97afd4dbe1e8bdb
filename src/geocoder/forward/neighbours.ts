import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { BESIDE, BETWEEN, NOWHERE, seekRow, settle, type HouseMatch } from './house-match.ts';
import type { PathSpan } from './path-finder.ts';
import { metersBetween, placeBetween } from './street-line.ts';

/** Rows that are looked at in each direction. */
const MOST_ROWS = 48;
/** A number this far from the next one known is still said to be beside it. */
const CLOSE_NUMBERS = 20;
/** Measured on real houses, so that seven of eight lie within one and a half times the radius. Units: metres. */
const LEAST_RADIUS = 15;
/** Of the way between two neighbours: numbers are not spread evenly along it. */
const SHARE_OF_GAP = 0.45;
/** Beside one neighbour alone not even the direction is known. */
const BESIDE_METERS = 70;
const METERS_PER_NUMBER = 9;

/** Says between which rows of one or several streets a number lies: -1 where there is none on that side. */
export interface Neighbours {
  low: number;
  high: number;
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
  const at = seekRow(housePath, start, end, span.numberLow);
  for (let row = at - 1; row >= start && row >= at - MOST_ROWS; row -= 1) {
    const path = housePath[row] as number;
    const upTo = pathUpTo[path] as number;
    if (upTo === 0 || upTo >= number || ((upTo ^ number) & side) !== 0) continue;
    if (out.low < 0 || upTo > (pathUpTo[housePath[out.low] as number] as number)) out.low = row;
    break;
  }
  for (let row = at; row < end && row < at + MOST_ROWS; row += 1) {
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
  out: HouseMatch,
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
