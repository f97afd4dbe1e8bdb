import type { AdminUnits } from '../places/local-place.ts';
import type { Unit, UnitKind, UnitTable } from '../../gazetteer/unit-table/units.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { type Candidate, NO_HOUSE, UNKNOWN_HOUSE } from './best-list.ts';
import { gainAt, MOST_GAIN, type Ruler } from './choose-cells.ts';
import { lowerBound, nameOf, pathTextOf } from '../../gazetteer/store/access.ts';
import type { SuggestArrays } from '../../gazetteer/store/suggest-arrays.ts';
import type { UnitContext, UnitMention } from './unit-context.ts';
import { isLarge } from '../../gazetteer/autocomplete/street-clusters.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { TypedWord } from './read-question.ts';
import { compareHousePaths, type HousePath } from '../../../base/text/house-path.ts';
import { shownPath } from '../../gazetteer/store/shown-path.ts';

/** Points that units lose if the labels are in the units of the other administrative map. */
const OTHER_MAP: Readonly<Record<AdminUnits, Partial<Record<UnitKind, number>>>> = {
  old: { ward: 40, province: 5 },
  new: { 'former-ward': 40, district: 60, 'former-province': 40 },
};

/** Points that a ward loses if it was merged or renamed before the reform of 1 July 2025, so that existing places come first. */
const EARLIER_WARD = 100;

/** Types without houses: bridges, roundabouts and tunnels are often named after the street that was meant. */
const HAS_NO_HOUSES = /^(?:cầu|vòng xoay|nút giao|ngã|hầm|đường hầm) /iu;

/** Most runs of base wards for which a linear search is faster than a look-up of the units of a base ward. */
const FEW_RANGES = 16;

/** The scores of the members of names: places, then units. */
export interface Weigher {
  /** Sets the criteria and aims the ruler at their focus. */
  use(criteria: Criteria): void;
  /** Fills in all of a candidate but its key, from its member; returns false if it does not meet the criteria. */
  weigh(candidate: Candidate): boolean;
  importanceOf(member: number): number;
  /** Returns the displayed name of a member. */
  nameOf(member: number): string;
  /** Reports whether a member is a place of interest. */
  isPoi(member: number): boolean;
  /** Reports whether a member is a unit that belongs to no single cell. */
  isLargeUnit(member: number): boolean;
}

/** Creates the weigher of the members of a dataset. */
export function createWeigher(
  arrays: SuggestArrays,
  context: UnitContext,
  { units }: UnitTable,
  tables: PlaceTables | undefined,
  ruler: Ruler,
): Weigher {
  const { unitWeight, unitLat, unitLon, unitRadius, streetCluster } = arrays;
  const featureCount = tables?.featureCount ?? 0;
  const streetCount = tables?.streetCount ?? 0;
  const large = Uint8Array.from(units, (unit) => (isLarge(unit) ? 1 : 0));
  const penalties: Readonly<Record<AdminUnits, Uint8Array>> = {
    old: Uint8Array.from(units, (unit) => penaltyOfUnit(unit, 'old')),
    new: Uint8Array.from(units, (unit) => penaltyOfUnit(unit, 'new')),
  };
  let criteria: Criteria;
  let mentions: Criteria['mentions'] | undefined;
  let hasMentions = false;
  let ranges: readonly number[] | undefined;
  let penaltyOf = penalties.old;

  /** Adds the points for the distance; returns false outside the radius. */
  const addGain = (candidate: Candidate, lat: number, lon: number, radiusMeters: number): boolean => {
    if (criteria.focus === undefined) return true;
    const meters = Math.max(0, ruler.metersTo(lat, lon) - radiusMeters);
    candidate.score += gainAt(meters);
    return meters <= criteria.radiusMeters;
  };

  const weighFeature = (candidate: Candidate, known: PlaceTables): boolean => {
    const feature = candidate.member;
    const isStreet = feature < known.streetCount;
    if (!isStreet && criteria.streetsOnly) return false;
    candidate.entry = isStreet ? streetCluster[feature] : feature;
    if (criteria.skipped.has(candidate.entry)) return false;
    if (criteria.isNumbered && HAS_NO_HOUSES.test(nameOf(known, feature))) return false;
    candidate.score = known.featureImportance[feature];
    if (hasMentions) {
      const baseWard = known.featureBaseWard[feature];
      if (!isWithin(ranges, baseWard) || !context.holds(criteria.mentions, baseWard)) return false;
      if (!context.isNamedInFull(criteria.mentions, baseWard)) candidate.score -= criteria.begunPenalty;
    }
    if (!addGain(candidate, known.featureLat[feature], known.featureLon[feature], 0)) return false;
    candidate.house = criteria.isNumbered ? UNKNOWN_HOUSE : NO_HOUSE;
    const house = criteria.path === undefined ? -1 : findHouse(known, feature, criteria.path);
    if (house >= 0) {
      candidate.house = house;
      candidate.score += HOUSE_BONUS;
    }
    return true;
  };

  const weighUnit = (candidate: Candidate): boolean => {
    if (criteria.streetsOnly || criteria.skipped.has(candidate.member)) return false;
    const number = candidate.member - featureCount;
    const baseWard = hasMentions ? baseWardHeld(units[number]) : -1;
    if (hasMentions && baseWard < 0) return false;
    candidate.entry = candidate.member;
    candidate.house = NO_HOUSE;
    candidate.score = unitWeight[number] - penaltyOf[number];
    if (hasMentions && !context.isNamedInFull(criteria.mentions, baseWard)) {
      candidate.score -= criteria.begunPenalty;
    }
    const radius = large[number] === 1 ? unitRadius[number] : 0;
    return addGain(candidate, unitLat[number], unitLon[number], radius);
  };

  /** Returns the first base ward of a run of a unit's base wards that lies in the mentioned units, or -1. */
  const baseWardHeld = ({ ranges }: Unit): number => {
    for (let i = 0; i < ranges.length; i += 2) {
      if (context.holds(criteria.mentions, ranges[i])) return ranges[i];
    }
    return -1;
  };

  return {
    use: (given) => {
      if (given.mentions !== mentions) ranges = fewRanges(context, given);
      mentions = given.mentions;
      criteria = given;
      hasMentions = given.mentions.length > 0;
      penaltyOf = penalties[given.adminUnits];
      if (given.focus !== undefined) ruler.aim(given.focus);
    },
    weigh: (candidate) =>
      tables !== undefined && candidate.member < featureCount
        ? weighFeature(candidate, tables)
        : weighUnit(candidate),
    importanceOf: (member) =>
      tables !== undefined && member < featureCount
        ? tables.featureImportance[member]
        : unitWeight[member - featureCount],
    nameOf: (member) =>
      tables !== undefined && member < featureCount
        ? nameOf(tables, member)
        : units[member - featureCount].fullName,
    isPoi: (member) => member < featureCount && member >= streetCount,
    isLargeUnit: (member) => member >= featureCount && large[member - featureCount] === 1,
  };
}

/** Returns the points that a unit loses in answers of one administrative map. */
function penaltyOfUnit({ kind, former }: Unit, adminUnits: AdminUnits): number {
  // Only former wards that existed until 30 June 2025 have a code.
  const isEarlierWard = kind === 'former-ward' && former.wardCode === undefined;
  return isEarlierWard ? EARLIER_WARD : (OTHER_MAP[adminUnits][kind] ?? 0);
}

/** Returns the base wards of the units behind a name as alternating starts and ends; undefined if there are many runs. */
function fewRanges(context: UnitContext, { mentions }: Criteria): readonly number[] | undefined {
  const ranges = mentions.length === 0 ? undefined : context.baseWardsOf(mentions);
  return ranges !== undefined && ranges.length <= 2 * FEW_RANGES ? ranges : undefined;
}

function isWithin(ranges: readonly number[] | undefined, baseWard: number): boolean {
  if (ranges === undefined) return true;
  for (let i = 0; i < ranges.length; i += 2) {
    if (baseWard >= ranges[i] && baseWard < ranges[i + 1]) return true;
  }
  return false;
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
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Math.sign(compareHousePaths(shownPath(pathTextOf(tables, middle)), path)) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the row of a house of a street by its path, or -1. */
function findHouse(tables: PlaceTables, street: number, { from, to }: PathRange): number {
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
