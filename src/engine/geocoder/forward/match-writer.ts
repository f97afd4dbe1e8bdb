import { fillSpan } from '../reader/context.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import { type AdminSearch, knownUnits } from '../reader/admin-search.ts';
import { createPlaceMatch, isPlaceMatch, type Match, type PlaceMatch } from '../places/place-match.ts';
import { houseNumberOf, toDegrees } from '../../gazetteer/store/access.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import { FEATURE_FLAGS, type PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { members, overlap, type Ranges } from '../../gazetteer/unit-table/ranges.ts';
import type { Explainer } from './explain.ts';
import { SPELLED } from './hits.ts';
import { ALIKE, ALLEY, BESIDE, BETWEEN, EXACT, NOWHERE } from './house-finder.ts';
import { houseOf, type Inquiry, nameStart, type Result } from './inquiry.ts';
import {
  BESIDE_UNIT,
  INSIDE,
  isHardGap,
  isOpen,
  type Marks,
  MOST_TOKENS,
  OPEN,
  OUTSIDE_UNIT,
  type Question,
} from './question.ts';
import { isCertain } from './named-units.ts';
import { createClueReader } from './match-clues.ts';
import { HOUSE_WORD, NUMBER } from '../reader/word-classes.ts';
import { metersBetween } from './street-line.ts';
import { createWardClues, type Successors } from './successor-shares.ts';
import type { AddressParts, PartVerdict } from '../../../contract/records/address-parts.ts';
import { tiedFormers } from '../reader/ward-candidates.ts';
import { AGAINST, EXPLAINED, explainedBy, OPEN as IS_OPEN } from '../reader/evidence.ts';
import { readParts } from '../reader/account.ts';
import type { MatchClues } from '../places/match-clues.ts';

/** The base ward at the position of a result. Shape: `isFormer` is true if it is in the former ward that the question names. */
interface BaseWardOfPosition {
  baseWard: number;
  isFormer: boolean;
}

/**
 * Creates the function that returns a base ward of the ward in force at the position of an interpolated house, if that is not the ward of its part of the
 * street: the neighbours may be in another part, behind a ward border. The position of a house also decides between the successors of a divided ward.
 *
 * Shape: undefined for other results, if the question names a ward that is not divided, or if the ward at the position is outside of a unit of the
 * question that contains the street.
 * Cost: about two microseconds, for the polygon of the position.
 */
function createWardOfPosition(
  tables: PlaceTables,
  { table: { wardOf, units } }: AdminSearch,
  explainer: Explainer,
  wardAt: AdminDataset['wardAt'],
): (inquiry: Inquiry, result: Result) => BaseWardOfPosition | undefined {
  return ({ understanding }, { kind, feature, lat, lon }) => {
    const isComputed = kind === BETWEEN || kind === BESIDE;
    if (!isComputed && kind !== EXACT && kind !== ALIKE) return undefined;
    const { unit: lowest, ward, district, province } = understanding.stacks[0] ?? {};
    const isDivided = lowest?.kind === 'former-ward' && countWards(wardOf, lowest.ranges) > 1;
    if (isDivided ? feature >= tables.streetCount : ward !== undefined || !isComputed) return undefined;
    const there = wardAt({ lat: toDegrees(Math.round(lat)), lon: toDegrees(Math.round(lon)) });
    if (there < 0 || there === wardOf[tables.featureBaseWard[feature]]) return undefined;
    if (isDivided) {
      const baseWard = Array.from(members(lowest.ranges)).find((each) => wardOf[each] === there);
      return baseWard === undefined ? undefined : { baseWard, isFormer: true };
    }
    const unit = units.find(({ kind: is, index }) => is === 'ward' && index === there);
    if (unit === undefined) return undefined;
    const isOutside = [district, province].some(
      (reading) =>
        reading !== undefined &&
        explainer.isIn(feature, reading.unit) &&
        !overlap(reading.unit.ranges, unit.ranges),
    );
    return isOutside ? undefined : { baseWard: unit.ranges[0], isFormer: false };
  };
}

/**
 * Returns the base ward of the former ward that a question names, for a street or place of which the source does not give one: where all of the former ward is in
 * the ward in force of that, the answer is in it.
 */
function statedBaseWard(
  tables: PlaceTables,
  { table: { wardOf } }: AdminSearch,
  { understanding }: Inquiry,
  { feature }: Result,
): BaseWardOfPosition | undefined {
  const ward = tiedFormers(understanding.stacks) ? undefined : understanding.stacks[0]?.ward;
  if (ward === undefined || ward.unit.kind !== 'former-ward' || ward.unit.isEnded || !isCertain(ward))
    return undefined;
  const isKnown = (tables.featureFlags[feature] & FEATURE_FLAGS.formerKnown) !== 0;
  const { ranges } = ward.unit;
  if (isKnown || countWards(wardOf, ranges) > 1) return undefined;
  const isThere = wardOf[ranges[0]] === wardOf[tables.featureBaseWard[feature]];
  return isThere ? { baseWard: ranges[0], isFormer: true } : undefined;
}

/** Counts the wards in force of some base wards, up to 2. */
function countWards(wardOf: ArrayLike<number>, ranges: Ranges): number {
  const first = wardOf[ranges[0]];
  for (const baseWard of members(ranges)) if (wardOf[baseWard] !== first) return 2;
  return 1;
}

/** Creates the function that converts a result to a match. */
export function createMatchWriter(
  tables: PlaceTables,
  names: Names,
  adminSearch: AdminSearch,
  explainer: Explainer,
  successors: Successors,
  wardAt: AdminDataset['wardAt'],
): (inquiry: Inquiry, result: Result, score: number, margin: number) => PlaceMatch {
  const marks: Marks = new Uint8Array(MOST_TOKENS);

  const levelOf = ({ kind, feature }: Result, name: number, taken: number): PlaceMatch['level'] => {
    if (feature >= tables.streetCount) return 'poi';
    if (kind === EXACT || kind === ALIKE) return 'house';
    if (kind === BETWEEN || kind === BESIDE) return 'interpolated';
    if (kind === ALLEY) return 'alley';
    if (kind === NOWHERE && taken === 0) return 'street';
    return /^(?:ngo|ngach|hem|kiet) \d/.test(names.textOf(name)) ? 'alley' : 'street';
  };

  /** Returns the distance from a result to the farthest point of the lowest unit of the question that it is in. */
  const reachOf = (inquiry: Inquiry, result: Result): number | undefined => {
    const ofAddress = result.addressEnd > 0 ? reachOfAddress(inquiry, result) : Infinity;
    const named = Math.min(ofAddress, reachOfDoor(inquiry, result, tables.streetCount));
    if (named < Infinity) return Math.max(SAME_ADDRESS_METERS, named);
    const { understanding } = inquiry;
    const { feature, lat, lon } = result;
    const { ward, district, province } = understanding.stacks[0] ?? {};
    const around = [ward, district, province].find(
      (reading) => reading !== undefined && explainer.isIn(feature, reading.unit),
    );
    if (around === undefined) return undefined;
    const { position, radiusMeters } = adminSearch.facts.centreOf(around.unit);
    return distanceMeters({ lat: toDegrees(lat), lon: toDegrees(lon) }, position) + radiusMeters;
  };

  const { wardOf } = adminSearch.table;
  const readClues = createClueReader(tables, names, createWardClues(tables, adminSearch, explainer, wardAt));
  const baseWardOfPosition = createWardOfPosition(tables, adminSearch, explainer, wardAt);

  return (inquiry, result, score, margin) => {
    const { question, hits, understanding } = inquiry;
    const { hit, kind, row, feature } = result;
    explainer.explain(inquiry, result, marks);
    explainer.accompany(inquiry, result, marks);
    const across = explainer.wardAcross(inquiry, result, marks);
    if (across === undefined) markAgainst(inquiry, marks);
    const there =
      across === undefined
        ? (baseWardOfPosition(inquiry, result) ?? statedBaseWard(tables, adminSearch, inquiry, result))
        : undefined;
    const placed = across?.ranges[0] ?? there?.baseWard;
    const ofStreet = placed ?? tables.featureBaseWard[feature] ?? -1;
    const lawful = adminSearch.baseWardByLaw(understanding, ofStreet);
    const isByLaw = lawful !== ofStreet;
    const baseWard = isByLaw ? lawful : placed;
    const ward = wardOf[baseWard ?? ofStreet];
    const candidates = ward === undefined ? undefined : successors.candidatesFor(inquiry, result, ward);
    const isHouse = kind === EXACT || kind === ALIKE;
    const clues = readClues(inquiry, result, baseWard, across !== undefined);
    const isPlaced = kind === ALLEY || kind === BETWEEN || kind === BESIDE;
    const houseNumber = isHouse
      ? houseNumberOf(tables, tables.featureCount + row)
      : isPlaced
        ? houseText(inquiry, hit)
        : '';
    const match = createPlaceMatch(
      isHouse ? tables.featureCount + row : feature,
      levelOf(result, hits.name[hit], hits.taken[hit]),
      { lat: toDegrees(result.lat), lon: toDegrees(result.lon) },
      Math.round(result.radiusMeters),
      houseNumber,
      Math.round(Math.min(1, score) * 1000) / 1000,
      margin,
    );
    // A radius beyond the ward of a street is of no use: where the ward is wrong, confidence says so. Places of one name are in many wards.
    const named = reachOf(inquiry, result);
    match.reachMeters =
      feature >= tables.streetCount
        ? named
        : Math.min(
            named ?? Infinity,
            adminSearch.facts.reachOf(
              match.position,
              candidates ?? (ward === undefined ? [] : [{ ward, share: 1 }]),
            ),
          );
    if (baseWard !== undefined) {
      const isFormer = isByLaw || across?.kind === 'former-ward' || there?.isFormer === true;
      match.across = { baseWard, isFormer };
    }
    match.candidates = candidates;
    match.unexplained = writtenRuns(question, marks, OPEN);
    match.contradicted = writtenRuns(question, marks, OUTSIDE_UNIT);
    match.clues = clues;
    const flags = flagsOf(question.count, marks);
    match.parts = readPlaceParts(inquiry, flags, clues, across !== undefined);
    const house = houseOf(hits, hit);
    const isAddressed = result.addressEnd > 0 && question.role[hits.end[hit]] === NUMBER;
    if (isAddressed) match.parts.house = 'confirmed';
    match.used = {
      text: question.text,
      stack: understanding.stacks[0],
      flags,
      named: {
        house:
          isHouse || isPlaced || feature < tables.streetCount
            ? { start: house.start, end: house.end }
            : undefined,
        name: { start: nameStart(hits, hit), end: hits.end[hit] },
        isPlace: feature >= tables.streetCount,
      },
    };
    return match;
  };
}

/** Houses with one number and entrances of one building are this far apart. Units: metres. */
const SAME_ADDRESS_METERS = 150;

/** Returns the distance from a place to the end of the nearest house or street that its own address means; Infinity if the dataset has none. */
function reachOfAddress({ hits, results }: Inquiry, { hit, addressEnd, lat, lon }: Result): number {
  let least = Infinity;
  for (let i = 0; i < results.count; i += 1) {
    const other = results.items[i];
    if (hits.start[other.hit] < hits.end[hit] || hits.end[other.hit] > addressEnd) continue;
    least = Math.min(least, metersBetween(lat, lon, other.lat, other.lon) + other.radiusMeters);
  }
  return least;
}

/** A place and a number of one question are the same door if they are this near. Units: metres. */
const SAME_DOOR_METERS = 500;

/** Returns the distance from a place to the end of the nearest number that is another part of its question, or from a number to such a place; Infinity without one near. */
function reachOfDoor({ question, hits, results }: Inquiry, result: Result, streetCount: number): number {
  const isPlace = ({ feature, hit }: Result) =>
    feature >= streetCount &&
    hits.how[hit] === SPELLED &&
    question.partStart[hits.start[hit]] === hits.start[hit] &&
    question.partEnd[hits.start[hit]] === hits.end[hit];
  const isNumber = ({ feature, kind }: Result) => feature < streetCount && NUMBERS.has(kind);
  if (!isPlace(result) && !isNumber(result)) return Infinity;
  let least = Infinity;
  for (let i = 0; i < results.count; i += 1) {
    const other = results.items[i];
    if (isPlace(result) ? !isNumber(other) : !isPlace(other)) continue;
    if (hits.start[other.hit] < hits.end[result.hit] && hits.start[result.hit] < hits.end[other.hit])
      continue;
    const meters = metersBetween(result.lat, result.lon, other.lat, other.lon);
    if (meters <= SAME_DOOR_METERS) least = Math.min(least, meters + other.radiusMeters);
  }
  return least;
}

/** Results that are the position of a number, or lie beside it. */
const NUMBERS: ReadonlySet<number> = new Set([EXACT, ALIKE, BETWEEN, BESIDE]);

/** Marks the words of units that the question names for certain and that do not contain the place. */
function markAgainst({ understanding }: Inquiry, marks: Marks): void {
  for (const reading of understanding.readings) {
    if (isCertain(reading) && isOpen(marks, reading.start, reading.end))
      fillSpan(marks, OUTSIDE_UNIT, reading.start, reading.end);
  }
}

/** Returns the house as written, without a house word such as "số"; "lô" stays, because "lô 5" is not house 5. */
function houseText({ question, hits }: Inquiry, hit: number): string {
  const { start: from, end } = houseOf(hits, hit);
  let start = from;
  while (start < end && question.role[start] === HOUSE_WORD && question.tokens[start]?.text !== 'lo')
    start += 1;
  if (start === end) return '';
  const [first, last] = [question.tokens[start], question.tokens[end - 1]];
  return question.text.slice(first.start, last.end);
}

/** Returns the runs of tokens with a mark, as written. */
export function writtenRuns(question: Question, marks: Marks, mark: number): string[] {
  const { text, tokens, count } = question;
  const found: string[] = [];
  for (let i = 0; i < count; i += 1) {
    if (marks[i] !== mark) continue;
    const { start } = tokens[i];
    while (i + 1 < count && !isHardGap(question, i + 1) && marks[i + 1] === mark) i += 1;
    found.push(text.slice(start, tokens[i].end));
  }
  return found;
}

/** The verdict of a house number by how it was matched: one that the dataset does not have is unknown, wherever its position is taken from. */
const HOUSE_VERDICTS: Readonly<Record<MatchClues['house'], PartVerdict>> = {
  exact: 'confirmed',
  alike: 'corrected',
  alley: 'unknown',
  between: 'unknown',
  beside: 'unknown',
  unknown: 'unknown',
  none: 'missing',
};

/** The verdict of a street or place by how its name was matched. */
const NAME_VERDICTS: Readonly<Record<MatchClues['name'], PartVerdict>> = {
  exact: 'confirmed',
  misspelt: 'corrected',
  abbreviated: 'completed',
  partly: 'completed',
};

/** The units of a place: the dataset has its ward, and the former district in most places. */
const KNOWN = { ward: true, district: true, province: true };

/**
 * Returns the verdict of each part of a question for a street, house or place.
 *
 * Shape: `flags` of each token are changed; `isBorder` is true if the question names a ward that the match is just outside of.
 */
function readPlaceParts(
  { understanding }: Inquiry,
  flags: Uint8Array,
  clues: MatchClues,
  isBorder: boolean,
): AddressParts {
  const ward = isBorder ? understanding.stacks[0]?.ward : undefined;
  if (ward !== undefined)
    for (let i = ward.start; i < ward.end; i += 1) flags[i] = (flags[i] & AGAINST) | EXPLAINED;
  const stack = understanding.stacks[0];
  const parts = readParts(understanding, { stack, flags, isStreet: true, known: KNOWN });
  parts.house = HOUSE_VERDICTS[clues.house];
  parts.street = NAME_VERDICTS[clues.name];
  return parts;
}

/** Returns the bits of each token, by how a match explains it. */
function flagsOf(count: number, marks: Marks): Uint8Array {
  const flags = new Uint8Array(count);
  for (let i = 0; i < count; i += 1) {
    const mark = marks[i];
    if (mark === OPEN) flags[i] = IS_OPEN;
    else if (mark === INSIDE) flags[i] = EXPLAINED;
    else if (mark === OUTSIDE_UNIT || mark === BESIDE_UNIT) flags[i] = AGAINST;
  }
  return flags;
}

/** Adds the verdicts to a match, which is changed, that was not found by a street or by the units of the question: the unit above several places, a kind of place in a unit. */
export function withParts({ understanding }: Inquiry, match: Match): Match {
  if (match.parts !== undefined) return match;
  const { stacks, readings, tokens, context } = understanding;
  const stack = stacks[0];
  const explained = stack && explainedBy(stack, readings, context);
  const flags = Uint8Array.from(tokens, (_, token) => (explained?.[token] === 1 ? EXPLAINED : IS_OPEN));
  const isPlace = isPlaceMatch(match);
  const known = isPlace ? KNOWN : knownUnits(match);
  const parts = readParts(understanding, { stack, flags, isStreet: isPlace, known });
  if (isPlace) parts.street = 'completed';
  match.parts = parts;
  match.used = {
    text: understanding.text,
    stack,
    flags,
    named: undefined,
  };
  return match;
}
