import type { AdminUnits } from '../places/local-place.ts';
import type { Unit, UnitKind, UnitTable } from '../../gazetteer/unit-table/units.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { type Candidate, NO_HOUSE, UNKNOWN_HOUSE } from './best-list.ts';
import { type Criteria, findHouse, gainAt, HOUSE_BONUS, type Ruler } from './criteria.ts';
import { nameOf, textOf } from '../../gazetteer/store/access.ts';
import { fold } from '../../../base/text/fold.ts';
import { isStreetWord, keysOfName } from '../../gazetteer/autocomplete/name-keys.ts';
import type { SuggestArrays } from '../../gazetteer/store/suggest-arrays.ts';
import type { UnitContext } from './unit-context.ts';
import { isLarge } from '../../gazetteer/autocomplete/street-clusters.ts';

/** Points that units lose if the labels are in the units of the other administrative map. */
const OTHER_MAP: Readonly<Record<AdminUnits, Partial<Record<UnitKind, number>>>> = {
  old: { ward: 40, province: 5 },
  new: { 'former-ward': 40, district: 90, 'former-province': 40 },
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
  /** Reports whether a key is that of the shown name of a street, with or without "đường"; true for what is no street. Cost: reads the name. */
  isShownStreet(member: number, key: number): boolean;
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
  const { keyText, keyOffset, unitWeight, unitLat, unitLon, unitRadius, streetCluster } = arrays;
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
    isShownStreet: (member, key) =>
      tables === undefined ||
      member >= streetCount ||
      isNameOf(nameOf(tables, member), textOf(keyText, keyOffset[key], keyOffset[key + 1])),
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

function isNameOf(name: string, key: string): boolean {
  // Most names are this simple, and the rest takes ten times as long.
  if (fold(name).replaceAll('y', 'i') === key) return true;
  const keys = keysOfName(name);
  const bare = withoutStreetWords(key);
  return keys.some((each) => withoutStreetWords(each) === bare);
}

const withoutStreetWords = (key: string): string =>
  key
    .split(' ')
    .filter((word) => !isStreetWord(word))
    .join(' ');
