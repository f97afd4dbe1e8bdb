import { lowerBound } from '../../../base/bisect.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { HOUSE_MATCHES, type MatchClues, NAME_MATCHES } from '../places/match-clues.ts';
import { isMisspelt } from '../reader/stack.ts';
import { diacriticKey } from '../../../base/text/diacritics.ts';
import { BESIDE, BETWEEN, EXACT, type HouseMatch, NOWHERE } from './house-finder.ts';
import { houseOf, type Inquiry, type Result } from './inquiry.ts';
import { findNeighbours, type Neighbours, placeByNeighbours } from './locate.ts';
import { shownKey } from './quality.ts';
import { metersBetween } from './street-line.ts';
import { type createWardClues, partsOf } from './successor-shares.ts';

/** What is known about the units and the number of the question, and about the houses of the street. */
type QuestionClues = Pick<
  MatchClues,
  | 'number'
  | 'knownHouses'
  | 'isProvinceNamed'
  | 'isUnitMisspelt'
  | 'hasSite'
  | 'unitMargin'
  | 'streetMeters'
  | 'middleMeters'
>;

/** Returns what the question names beside the name of a result; `parts` are the parts of its street. */
function readQuestionClues(
  tables: PlaceTables,
  { question, hits, understanding }: Inquiry,
  { hit, feature, lat, lon }: Result,
  parts: readonly number[],
): QuestionClues {
  const { streetCount, streetHouseStart, featureLat, featureLon, featureRadius } = tables;
  const { steps } = houseOf(hits, hit);
  const taken = hits.taken[hit];
  const stack = understanding.stacks[0];
  let [knownHouses, streetMeters] = [0, 0];
  for (const part of feature < streetCount ? parts : []) {
    knownHouses += streetHouseStart[part + 1] - streetHouseStart[part];
    streetMeters += featureRadius[part];
  }
  return {
    number: steps.count > taken ? steps.number[taken] : 0,
    knownHouses,
    isProvinceNamed: stack?.province !== undefined,
    isUnitMisspelt: stack !== undefined && isMisspelt(stack),
    hasSite: question.hasSite,
    unitMargin: understanding.resolution.margin,
    streetMeters,
    middleMeters: metersBetween(lat, lon, featureLat[feature], featureLon[feature]),
  };
}

/** What is known about other places that the question can mean as well. */
type RivalClues = Pick<
  MatchClues,
  'isSpelled' | 'rivals' | 'nearestRival' | 'nearestNamesake' | 'namesakesNear' | 'namesakesInWard'
>;

/** Another result with at least this share of the score is a rival. */
const RIVAL_SHARE = 0.9;
/** A result within this distance is at the same place. Units: metres. */
const SAME_PLACE_METERS = 150;
/** Namesakes within this distance are counted. Units: metres. */
const NEAR_METERS = 2000;
/** Most namesakes that are compared. */
const MOST_NAMESAKES = 256;

/**
 * Creates the function that collects the other places that a result can be confused with.
 *
 * Shape: `parts` are the parts of the street of the result; namesakes are counted for places and interpolated houses only, because confidence in other
 * results does not depend on them.
 * Cost: at most one distance for each result and 256 for namesakes.
 */
function createRivalClues(
  tables: PlaceTables,
  names: Names,
): (inquiry: Inquiry, result: Result, parts: readonly number[]) => RivalClues {
  const { streetCount, featureLat, featureLon, featureBaseWard } = tables;

  const addNamesakes = (clues: RivalClues, name: number, result: Result, parts: readonly number[]): void => {
    const first = names.postingStart[name];
    const end = Math.min(names.postingStart[name + 1], first + MOST_NAMESAKES);
    for (let i = first; i < end; i += 1) {
      const other = names.posting[i];
      if (other < streetCount !== result.feature < streetCount || parts.includes(other)) continue;
      const { lat, lon } = result;
      const meters = metersBetween(lat, lon, featureLat[other], featureLon[other]);
      clues.nearestNamesake = Math.min(clues.nearestNamesake ?? Infinity, meters);
      if (meters < NEAR_METERS) clues.namesakesNear += 1;
      if (featureBaseWard[other] === featureBaseWard[result.feature]) clues.namesakesInWard += 1;
    }
  };

  return (inquiry, result, parts) => {
    const { hits, question, results } = inquiry;
    const { hit, feature, kind } = result;
    const first = question.tokens[hits.start[hit]];
    const last = question.tokens[hits.end[hit] - 1];
    const written = diacriticKey(question.text.slice(first.start, last.end));
    const isSpelled = written === shownKey(tables, feature);
    const clues: RivalClues = {
      isSpelled,
      rivals: 0,
      nearestRival: undefined,
      nearestNamesake: undefined,
      namesakesNear: 0,
      namesakesInWard: 0,
    };
    for (let i = 0; i < results.count; i += 1) {
      const other = results.items[i];
      if (other === result || other.score < result.score * RIVAL_SHARE) continue;
      const meters = metersBetween(result.lat, result.lon, other.lat, other.lon);
      if (meters < SAME_PLACE_METERS) continue;
      clues.rivals += 1;
      clues.nearestRival = Math.min(clues.nearestRival ?? Infinity, meters);
    }
    if (feature >= streetCount || kind === BETWEEN || kind === BESIDE)
      addNamesakes(clues, hits.name[hit], result, parts);
    return clues;
  };
}

/**
 * Creates the function that collects how a result was matched.
 *
 * Shape: `across` is the base ward of the answer if it is not that of the street or place; `isBorder` is true if the question names it and the result is
 * just outside of its border.
 * Cost: a few binary searches in each part of a street; called once for each written match.
 */
export function createClueReader(
  tables: PlaceTables,
  names: Names,
  readWard: ReturnType<typeof createWardClues>,
): (inquiry: Inquiry, result: Result, across: number | undefined, isBorder: boolean) => MatchClues {
  const { housePath, pathNumber, streetHouseStart, houseLat, houseLon } = tables;
  const readRivals = createRivalClues(tables, names);
  const neighbours: Neighbours = { low: -1, high: -1 };
  const around: Neighbours = { low: -1, high: -1 };
  const found: HouseMatch = { kind: NOWHERE, row: -1, lat: 0, lon: 0, radiusMeters: 0 };

  /** Sets `found` to where the known houses around a number of a street place it. */
  const placeNumber = (parts: readonly number[], number: number, out: Neighbours): void => {
    const span = { numberLow: lowerBound(pathNumber, number) };
    out.low = -1;
    out.high = -1;
    for (const part of parts) findNeighbours(tables, part, number, span, 1, out);
    placeByNeighbours(tables, parts[0], number, out, found);
  };

  /** Returns the distance of a house from where the houses on both sides of it place its number; -1 at the end of the known houses. */
  const offLineOf = (parts: readonly number[], row: number): number => {
    placeNumber(parts, pathNumber[housePath[row]], around);
    if (around.low < 0 || around.high < 0) return -1;
    return metersBetween(houseLat[row], houseLon[row], found.lat, found.lon);
  };

  /** Returns how far a position is from the order of the numbers in its street; -1 where no neighbour is known. */
  const offLine = (parts: readonly number[], number: number, { kind, lat, lon }: Result): number => {
    placeNumber(parts, number, neighbours);
    if (found.row < 0) return -1;
    if (kind !== BETWEEN && kind !== BESIDE) return metersBetween(lat, lon, found.lat, found.lon);
    const { low, high } = neighbours;
    return Math.max(low < 0 ? -1 : offLineOf(parts, low), high < 0 ? -1 : offLineOf(parts, high));
  };

  /** Returns the distance to the farthest other house with the number of a result; -1 for none. */
  const farthestTwin = (parts: readonly number[], { row: own, lat, lon }: Result): number => {
    const path = housePath[own];
    let farthest = -1;
    for (const part of parts) {
      const end = streetHouseStart[part + 1];
      let row = lowerBound(housePath, path, streetHouseStart[part], end);
      for (; row < end && housePath[row] === path; row += 1) {
        if (row === own) continue;
        const meters = metersBetween(lat, lon, houseLat[row], houseLon[row]);
        farthest = Math.max(farthest, meters);
      }
    }
    return farthest;
  };

  return (inquiry, result, across, isBorder) => {
    const { hits } = inquiry;
    const { hit, feature, kind } = result;
    const name = hits.name[hit];
    const { steps } = houseOf(hits, hit);
    const taken = hits.taken[hit];
    const depth = steps.count - taken;
    const isStreet = feature < tables.streetCount;
    const parts = partsOf(tables, inquiry, result);
    const ofWard = readWard(inquiry, result, parts, across, isBorder);
    const rivals = readRivals(inquiry, result, parts);
    const ofQuestion = readQuestionClues(tables, inquiry, result, parts);
    // Written out: spread objects take several times as long.
    const clues: MatchClues = {
      // Both lists are in the order of the constants of house-match and hits.
      house: HOUSE_MATCHES[kind] ?? 'none',
      name: NAME_MATCHES[hits.how[hit]] ?? 'exact',
      depth,
      namesakes: names.postingStart[name + 1] - names.postingStart[name],
      named: ofWard.named,
      wards: ofWard.wards,
      wardShare: ofWard.wardShare,
      isInWard: ofWard.isInWard,
      isSpelled: rivals.isSpelled,
      rivals: rivals.rivals,
      namesakesNear: rivals.namesakesNear,
      namesakesInWard: rivals.namesakesInWard,
      number: ofQuestion.number,
      knownHouses: ofQuestion.knownHouses,
      isProvinceNamed: ofQuestion.isProvinceNamed,
      isUnitMisspelt: ofQuestion.isUnitMisspelt,
      hasSite: ofQuestion.hasSite,
      unitMargin: ofQuestion.unitMargin,
      streetMeters: ofQuestion.streetMeters,
      middleMeters: ofQuestion.middleMeters,
      nearestRival: rivals.nearestRival,
      nearestNamesake: rivals.nearestNamesake,
      offLine: undefined,
      twin: undefined,
    };
    // A path of alleys says nothing about the numbers of the street itself.
    const isNumbered = isStreet && kind <= NOWHERE && depth === 1;
    if (!isNumbered && kind !== EXACT) return clues;
    const off = isNumbered ? offLine(parts, steps.number[taken], result) : -1;
    const twin = kind === EXACT ? farthestTwin(parts, result) : -1;
    if (off >= 0) clues.offLine = off;
    if (twin >= 0) clues.twin = twin;
    return clues;
  };
}
