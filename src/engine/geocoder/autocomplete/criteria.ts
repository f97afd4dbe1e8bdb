import { firstAt, lowerBound } from '../../../base/bisect.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { AdminUnits } from '../places/local-place.ts';
import type { TypedWord } from './read-question.ts';
import type { UnitMention } from './unit-context.ts';
import { compareHousePaths, type HousePath } from '../../../base/text/house-path.ts';
import { pathTextOf, toDegrees } from '../../gazetteer/store/access.ts';
import { shownPath } from '../../gazetteer/store/shown-path.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';

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

/**
 * Conditions that candidates must meet beside their name, and the points that they gain or lose.
 *
 * Shape: `isNumbered` if a house number precedes the name, so only streets match; `path` if the dataset has that number; `mentions` are units
 * that contain the candidate; `skipped` are entries that are not offered.
 * Units: `radiusMeters` around `focus`, Infinity for no limit; points for `penalty` and for `begunPenalty`, which units lose whose name is longer
 * than the typed text ("quận 1": Quận 10).
 */
export interface Criteria {
  adminUnits: AdminUnits;
  focus: Position | undefined;
  radiusMeters: number;
  mentions: readonly UnitMention[];
  streetsOnly: boolean;
  isNumbered: boolean;
  /** Typed words with diacritics; names with the same spelling come first. */
  typed: readonly TypedWord[];
  path: PathRange | undefined;
  penalty: number;
  begunPenalty: number;
  skipped: ReadonlySet<number>;
}

/** Points for a name typed to its end, for one whose last typed word is complete, and for others. */
export const TIER_BONUS: readonly number[] = [40, 15, 0];

/** Points that a candidate usually loses if the unit behind its name is not typed to the end. */
const BEGUN_PENALTY = 20;

/** Criteria that every place meets. */
export const NO_CRITERIA: Criteria = {
  adminUnits: 'old',
  focus: undefined,
  radiusMeters: Infinity,
  mentions: [],
  streetsOnly: false,
  isNumbered: false,
  typed: [],
  path: undefined,
  penalty: 0,
  begunPenalty: BEGUN_PENALTY,
  skipped: new Set(),
};

/** Points for a house that exists. */
export const HOUSE_BONUS = 120;

/** Greatest weight of a name. */
export const MOST_WEIGHT = 255;

/** Greatest sum of points; it corresponds to a score of 1. */
export const MOST_POINTS = MOST_WEIGHT + TIER_BONUS[0] + HOUSE_BONUS + MOST_GAIN;

/** Points that far candidates lose, so that all near ones come first. */
export const FAR_PENALTY = 1000;

/** The paths of one house number, from `from` to `to` (exclusive); several if only the case of letters differs. */
interface PathRange {
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
  const orderOf = (at: number) => Math.sign(compareHousePaths(shownPath(pathTextOf(tables, at)), path));
  return firstAt(from, to, (at) => orderOf(at) >= least);
}

/** Returns the row of a house of a street by its path, or -1. */
export function findHouse(tables: PlaceTables, street: number, { from, to }: PathRange): number {
  const { housePath, streetHouseStart } = tables;
  const end = streetHouseStart[street + 1];
  const row = lowerBound(housePath, from, streetHouseStart[street], end);
  return row < end && housePath[row] < to ? row : -1;
}
