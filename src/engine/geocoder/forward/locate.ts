import { lowerBound } from '../../../base/bisect.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { HouseExpression } from './house-expression.ts';
import { BESIDE, BETWEEN, findHouse, type HouseMatch, NOWHERE, settle } from './house-finder.ts';
import { WHOLE } from './inquiry.ts';
import { metersBetween, placeBetween } from './street-line.ts';
import type { FeatureList } from './feature-ranges.ts';
import type { PathSpan } from './path-steps.ts';

/** Parts with one name farther apart than this, beyond their radii, are different streets. Units: metres. */
const ONE_STREET_METERS = 4000;
/** Additional radius of a house in an unknown alley. Units: metres. */
const ALLEY_METERS = 150;
/** Additional radius if only houses on the other side are known, where the numbers run differently. Units: metres. */
const OTHER_SIDE_METERS = 120;
/** Most parts of a street that are searched for neighbours of a house. */
const MOST_PARTS = 16;
/** Least radius of a street. Units: metres. */
const LEAST_STREET_RADIUS = 50;
/** Radius of a point of interest. Units: metres. */
export const POI_RADIUS = 30;

/** The positioning of streets, places and houses; `found` is overwritten by the next call. */
interface Locator {
  found: HouseMatch;
  /** Sets `found` to a street or point of interest as a whole. */
  placeFeature(feature: number): void;
  /** Sets `found` to a house in a street; `list` contains all parts of the street in which the house may be. */
  placeHouse(street: number, house: HouseExpression, taken: number, list: FeatureList): void;
}

/** Creates the locator over the tables. */
export function createLocator(tables: PlaceTables): Locator {
  const found: HouseMatch = { kind: WHOLE, row: -1, lat: 0, lon: 0, radiusMeters: 0 };
  const neighbours: Neighbours = { low: -1, high: -1 };

  const placeFeature = (feature: number): void => {
    found.kind = WHOLE;
    found.row = -1;
    found.lat = tables.featureLat[feature];
    found.lon = tables.featureLon[feature];
    found.radiusMeters =
      feature < tables.streetCount
        ? Math.max(LEAST_STREET_RADIUS, tables.featureRadius[feature])
        : POI_RADIUS;
  };

  /** Positions a number by its neighbours in all parts of a street, because the dataset cuts streets at ward borders. */
  const interpolate = (
    street: number,
    number: number,
    house: HouseExpression,
    side: 0 | 1,
    list: FeatureList,
  ): void => {
    neighbours.low = -1;
    neighbours.high = -1;
    let reach = Math.max(LEAST_STREET_RADIUS, tables.featureRadius[street]);
    if (list.count > MOST_PARTS) findNeighbours(tables, street, number, house.span, side, neighbours);
    for (let i = 0; i < list.count && list.count <= MOST_PARTS; i += 1) {
      const part = list.feature[i];
      if (part >= tables.streetCount || !isOneStreet(tables, street, part)) continue;
      if (part !== street) reach += tables.featureRadius[part];
      findNeighbours(tables, part, number, house.span, side, neighbours);
    }
    placeByNeighbours(tables, street, number, neighbours, found);
    // However far a number is from the known ones, its house is on the street.
    if (found.kind !== NOWHERE) found.radiusMeters = Math.min(found.radiusMeters, 2 * reach);
  };

  return {
    found,
    placeFeature,
    placeHouse(street, house, taken, list) {
      const { steps, alleyOnly } = house;
      findHouse(tables, street, steps, taken, house.span, alleyOnly, found);
      if (found.kind !== NOWHERE) return;
      const number = steps.number[taken];
      interpolate(street, number, house, 1, list);
      if (found.kind === NOWHERE) {
        // Houses on the other side still give an approximate position along the street.
        interpolate(street, number, house, 0, list);
        found.kind = NOWHERE;
        found.radiusMeters += OTHER_SIDE_METERS;
      }
      if (found.row < 0) {
        placeFeature(street);
        found.kind = NOWHERE;
      } else if (alleyOnly || steps.count - taken > 1) {
        // Neighbours are on the street, never in an alley: for house 3 in alley 12 only the entrance of the alley is known.
        found.kind = NOWHERE;
        found.radiusMeters += ALLEY_METERS;
      }
    },
  };
}

function isOneStreet(tables: PlaceTables, a: number, b: number): boolean {
  if (a === b) return true;
  const { featureLat, featureLon, featureRadius } = tables;
  const meters = metersBetween(featureLat[a], featureLon[a], featureLat[b], featureLon[b]);
  return meters <= ONE_STREET_METERS + featureRadius[a] + featureRadius[b];
}

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
  const at = lowerBound(housePath, numberLow, start, end);
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
