import type { Ambiguity } from '../../../contract/records/address-parts.ts';
import { once } from '../../gazetteer/once.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import type { Match } from '../places/place-match.ts';
import type { AdminMatch } from '../reader/admin-match.ts';
import type { AdminSearch } from '../reader/admin-search.ts';
import { isMisspelt } from '../reader/stack.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';
import type { Explainer } from './explain.ts';
import { EXACT } from './house-finder.ts';
import { SPELLED } from './hits.ts';
import { type Inquiry, moveToFront, type Result, sortResults } from './inquiry.ts';
import { createMatchWriter, withParts } from './match-writer.ts';
import { createNamedWard } from './named-ward.ts';
import { firstScore, isSure, type PlaceRanking, rankPlaces, trustedScore } from './rank.ts';
import { createSuccessors } from './successor-shares.ts';
import type { UnitReach } from './unit-reach.ts';

/** Least score of a place match. */
const LEAST_SCORE = 0.45;
/** Factor of the units of a question while they leave words unexplained. */
const UNITS_QUALITY = 0.85;
/** From this explained share of a question on, units leave no word for a place. */
const WHOLLY = 0.97;
/** Results below this share of the best score are not returned. */
const WORTH_LISTING = 0.7;

/** Below this score a misspelt or partial name is a worse match than a ward with exactly that name. */
const DOUBTFUL = 0.7;

/** What the score of a place is lowered by that is in the province of today only. */
const ELSEWHERE = 0.03;

/** Score of a unit that contains several places with equal matches. */
const AMBIGUOUS = 0.6;

/**
 * Creates the function that returns the unit that contains several equally good results.
 *
 * Shape: the lowest unit of the question that contains all of them, else their province in force; undefined if there is none.
 */
function createUnitAbove(
  tables: PlaceTables,
  adminSearch: AdminSearch,
  explainer: Explainer,
): (inquiry: Inquiry, tied: readonly Result[]) => AdminMatch | undefined {
  const { table, facts } = adminSearch;
  const provinceOfWard = once(() => {
    const wards = table.units.filter(({ kind }) => kind === 'ward');
    return new Map(wards.map((unit) => [unit.index, facts.provinceOf(unit)]));
  });
  const provinceOf = ({ feature }: Result): Unit | undefined =>
    provinceOfWard().get(table.wardOf[tables.featureBaseWard[feature]] ?? -1);
  return ({ understanding, named: certain }, tied) => {
    const stack = understanding.stacks[0];
    // Results far from a certainly named ward were dropped before, so this ward needs no test.
    const isWardCertain = certain[0] !== undefined && certain[0].reading === stack?.ward;
    const named = [
      isWardCertain ? stack?.ward?.unit : undefined,
      stack?.ward?.unit,
      stack?.district?.unit,
      stack?.province?.unit,
    ].find(
      (unit, at) =>
        unit !== undefined && (at === 0 || tied.every(({ feature }) => explainer.isIn(feature, unit))),
    );
    const [first, ...others] = tied.map(provinceOf);
    const unit = named ?? (others.every((other) => other === first) ? first : undefined);
    const match = unit && adminSearch.lookupUnit(unit.id);
    if (match === undefined) return undefined;
    match.score = AMBIGUOUS;
    match.margin = 0;
    match.ambiguity = 'several_records';
    return match;
  };
}

/** Creates the function that chooses between places and units, and sets the score of each match. */
export function createPlaceAnswers(
  tables: PlaceTables,
  names: Names,
  adminSearch: AdminSearch,
  explainer: Explainer,
  reach: UnitReach,
  wardAt: AdminDataset['wardAt'],
): (inquiry: Inquiry, size: number) => Match[] {
  const successors = createSuccessors(tables, adminSearch);
  const unitAbove = createUnitAbove(tables, adminSearch, explainer);
  const namedWard = createNamedWard(tables, adminSearch, reach);
  const writeMatch = createMatchWriter(tables, names, adminSearch, explainer, successors, wardAt);

  const withUnits = (inquiry: Inquiry, ward: AdminMatch | undefined, size: number): AdminMatch[] =>
    withWard(ward, adminSearch.answer(inquiry.understanding, size), size);

  /** Returns the ward with the name of an unknown street if the best place match is more doubtful. */
  const betterWard = (inquiry: Inquiry, ranking: PlaceRanking): AdminMatch | undefined => {
    const { first, isTied, settled } = ranking;
    const score = firstScore(ranking);
    if (score >= DOUBTFUL || first.kind === EXACT || settled !== undefined) return undefined;
    if (inquiry.hits.how[first.hit] === SPELLED && !isTied) return undefined;
    const ward = namedWard(inquiry);
    return ward !== undefined && (isTied || ward.score > score) ? ward : undefined;
  };

  /** Writes the ranked places; undecided ones follow the unit that contains all of them. */
  const writePlaces = (inquiry: Inquiry, ranking: PlaceRanking, size: number): Match[] => {
    const { first, distinct, tied, isTied, settled } = ranking;
    const matches: Match[] = [];
    // A street with by far the most known houses is the likelier one, but nothing in the text prefers it.
    let ambiguity: Ambiguity | undefined = settled === undefined ? undefined : 'several_records';
    if (isTied && settled === undefined) {
      const above = unitAbove(inquiry, tied);
      ambiguity = above === undefined ? 'several_provinces' : 'several_records';
      const arePlaces = tied.every(({ feature }) => feature >= tables.streetCount);
      // For "Trường THCS Nguyễn Du" two schools with that name are a better result than their province.
      if (above !== undefined && !(arePlaces && above.level === 'province')) matches.push(above);
    }
    let ceiling = 1;
    for (const result of distinct) {
      if (matches.length === size || result.score < first.score * WORTH_LISTING) break;
      ceiling = Math.min(ceiling, trustedScore(result, ranking));
      const match = writeMatch(inquiry, result, ceiling, isSure(result, ranking) ? ranking.margin : 0);
      if (ambiguity !== undefined && settled === undefined) match.tied = tied.length;
      match.ambiguity = ambiguity;
      matches.push(match);
    }
    return matches;
  };

  /** Moves a street in the ward that the question names before a house of that number in a street of that name in another ward and district. */
  const preferNamed = ({ results, hits, understanding }: Inquiry): void => {
    const { ward, district } = understanding.stacks[0] ?? {};
    const first = results.items[0];
    if (first.kind !== EXACT || results.count < 2 || ward?.marked !== true || district === undefined) return;
    if (explainer.isIn(first.feature, district.unit)) return;
    for (let i = 1; i < results.count; i += 1) {
      const { hit, feature } = results.items[i];
      if (hits.name[hit] !== hits.name[first.hit] || !explainer.isIn(feature, ward.unit)) continue;
      first.score = Math.min(first.score, results.items[i].score);
      moveToFront(results, i);
      return;
    }
  };

  /**
   * Lowers the results outside of the city, or of the province, that bore the name of the province of today, if an equal one is inside: "24 Nguyễn An Ninh, TP HCM" is
   * in the city rather than in Dĩ An, which joined it in 2025.
   */
  const preferCity = ({ results, understanding: { stacks, readings } }: Inquiry): void => {
    const { ward, district, province } = stacks[0] ?? {};
    if (ward !== undefined || district !== undefined || province === undefined) return;
    const former = readings.find(
      ({ start, end, unit }) =>
        start === province.start && end === province.end && unit.kind === 'former-province',
    );
    const least = results.items[0].score - ELSEWHERE;
    const items = results.items.slice(0, results.count).filter(({ score }) => score >= least);
    if (former === undefined || !items.some(({ feature }) => explainer.isIn(feature, former.unit))) return;
    for (const item of items) if (!explainer.isIn(item.feature, former.unit)) item.score -= ELSEWHERE;
    sortResults(results);
  };

  const choose = (inquiry: Inquiry, size: number): Match[] => {
    const { results } = inquiry;
    const [first] = results.items;
    if (results.count === 0 || first.score < leastScore(inquiry, first))
      return withUnits(inquiry, namedWard(inquiry), size);
    preferNamed(inquiry);
    preferCity(inquiry);
    successors.preferPart(inquiry);
    const ranking = rankPlaces(tables, inquiry);
    const ward = betterWard(inquiry, ranking);
    return ward === undefined ? writePlaces(inquiry, ranking, size) : withUnits(inquiry, ward, size);
  };
  return (inquiry, size) => choose(inquiry, size).map((match) => withParts(inquiry, match));
}

/** Puts a ward in front of the units that contain it, which get no higher score than the ward. */
function withWard(ward: AdminMatch | undefined, units: readonly AdminMatch[], size: number): AdminMatch[] {
  if (ward === undefined) return [...units];
  for (const unit of units) {
    unit.score = Math.min(unit.score, ward.score);
    unit.margin = 0;
  }
  return [ward, ...units.filter(({ unitId }) => unitId !== ward.unitId)].slice(0, size);
}

/** Returns the score from which on a place is a better match than the units of the question alone; lower for a place that is spelled right if they are not. */
function leastScore({ question, understanding, hits }: Inquiry, { hit }: Result): number {
  const { best } = understanding.resolution;
  if (best === undefined) return LEAST_SCORE;
  const { explained } = understanding;
  let weight = 0;
  for (let i = 0; i < question.count; i += 1) if (explained[i] === 1) weight += question.weight[i];
  const share = weight / question.weightBefore[question.count];
  const isBetterSpelled = hits.how[hit] === SPELLED && isMisspelt(best);
  return Math.max(LEAST_SCORE, share * (share >= WHOLLY && !isBetterSpelled ? 1 : UNITS_QUALITY));
}
