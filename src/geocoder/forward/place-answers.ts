import type { Names } from '../../gazetteer/names/names.ts';
import type { Match } from '../places/place-match.ts';
import type { AdminMatch } from '../../gazetteer/unit-search/admin-match.ts';
import type { AdminSearch } from '../../gazetteer/unit-search/admin-search.ts';
import { explainedBy } from '../../gazetteer/unit-search/evidence.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { createKindSearch, readKind } from './category-in-unit.ts';
import type { Explainer } from './explain.ts';
import { BESIDE, EXACT } from './house-match.ts';
import { SPELLED, type Hits } from './hits.ts';
import type { Inquiry } from './inquiry.ts';
import { createMatchWriter } from './match-writer.ts';
import { createNamedWard } from './named-ward.ts';
import type { Result } from './results.ts';
import { breakTie } from './break-tie.ts';
import { metersBetween } from './street-line.ts';
import { createUnitAbove } from './unit-above.ts';
import type { UnitReach } from './unit-groups.ts';

/** A place must score this much to be an answer. */
const LEAST_SCORE = 0.45;
/** What units alone are worth while they leave words unexplained. */
const UNITS_QUALITY = 0.85;
/** Units that explain this share of a question leave no word for anything else. */
const WHOLLY = 0.97;
/** Answers closer than this are equally good. */
const TIE = 0.001;
/** Answers this near each other are one place for whoever asks how sure the first is. Units: metres. */
const SAME_PLACE_METERS = 250;
const SAME_STREET_METERS = 2500;
/** A house beside the only one known is where that says less often than a whole street is. */
const BESIDE_TRUST = 0.92;
/** Lists go on down to this share of the best score; what they list is trusted less than the best. */
const WORTH_LISTING = 0.7;
const LISTED = 0.8;
/** What one of many equally good places is worth at least. */
const LEAST_TIED = 0.1;
/** From this margin on another place is no rival; without any of it the first of two is right two times out of three. */
const SURE_MARGIN = 0.1;
const UNSURE = 0.66;
/** A misspelt or partial name below this score is worth less than a ward of the very name. */
const DOUBTFUL = 0.7;
/** An answer that only the houses which are known of it told from others. */
const SETTLED = 0.7;

/** Creates the function that chooses between places and units, and says how sure each answer is. */
export function createPlaceAnswers(
  tables: PlaceTables,
  names: Names,
  adminSearch: AdminSearch,
  explainer: Explainer,
  reach: UnitReach,
): (inquiry: Inquiry, size: number) => Match[] {
  const unitAbove = createUnitAbove(tables, adminSearch, explainer);
  const namedWard = createNamedWard(tables, names, adminSearch, reach);
  const searchKind = createKindSearch(tables, names, explainer);
  const writeMatch = createMatchWriter(tables, names, adminSearch, explainer);

  /** Answers a question for a kind of place in a unit ("cây xăng quận 3"), which no name answers, or only one that is elsewhere or like it. */
  const placesOfKind = (inquiry: Inquiry, first: Result | undefined, size: number): Match[] | undefined => {
    const unit = inquiry.understanding.stacks[0]?.unit;
    const kind = unit && readKind(inquiry);
    if (unit === undefined || kind === undefined) return undefined;
    if (first !== undefined && !kind.isPlaced && namesUnit(inquiry, first)) return undefined;
    const isKind = kind.categories.length > 0;
    const isStreet = first !== undefined && first.thing < tables.streetCount;
    if (isStreet && !isKind) return undefined;
    const isElsewhere = first !== undefined && (isStreet || !explainer.isIn(first.thing, unit));
    const isLike = first !== undefined && inquiry.hits.how[first.hit] !== SPELLED && kind.words.length === 0;
    if (first !== undefined && !isElsewhere && !(isKind && (isLike || kind.isPlaced))) return undefined;
    const places = searchKind(inquiry, kind, unit, size);
    if (places.length > 0) return places;
    // A place with a name of its own may be told with a wrong unit; "cây xăng" of another district is another one.
    return isKind && isElsewhere && kind.words.length === 0
      ? adminSearch.answer(inquiry.understanding, size)
      : undefined;
  };

  return (inquiry, size) => {
    const { hits, results, understanding, focus } = inquiry;
    const first = results.items[0] as Result;
    const isUnit = results.count === 0 || first.score < leastScore(inquiry);
    if (isUnit || first.thing >= tables.streetCount || hits.how[first.hit] !== SPELLED) {
      const places = placesOfKind(inquiry, isUnit ? undefined : first, size);
      if (places !== undefined) return places;
    }
    if (isUnit) return withWard(namedWard(inquiry), adminSearch.answer(understanding, size), size);
    const distinct = distinctResults(inquiry);
    const second = distinct[1];
    const margin = second === undefined ? 1 : Math.max(0, 1 - second.score / first.score);
    const tied = distinct.filter(({ score }) => score >= first.score - TIE);
    const matches: Match[] = [];
    const isTied = tied.length > 1 && focus === undefined && areApart(tied);
    const settled = isTied ? breakTie(tables, tied) : undefined;
    const firstScore = first.score * (isTied ? LISTED : trustOf(margin));
    if (firstScore < DOUBTFUL && first.kind !== EXACT && (hits.how[first.hit] !== SPELLED || isTied)) {
      const ward = settled === undefined ? namedWard(inquiry) : undefined;
      if (ward !== undefined && (isTied || ward.score > firstScore))
        return withWard(ward, adminSearch.answer(understanding, size), size);
    }
    if (settled !== undefined) bringForward(distinct, settled);
    else if (isTied) {
      const above = unitAbove(inquiry, tied);
      const arePlaces = tied.every(({ thing }) => thing >= tables.streetCount);
      // A province says less of "Trường THCS Nguyễn Du" than the two schools of that name do.
      if (above !== undefined && !(arePlaces && above.level === 'province')) matches.push(above);
      else if (size === 1 && !arePlaces) return [];
    }
    let ceiling = 1;
    for (const result of distinct) {
      if (matches.length === size || result.score < first.score * WORTH_LISTING) break;
      const isSure = result === first && !isTied;
      const isOneOfTied = isTied && settled === undefined;
      const trust =
        result === settled
          ? SETTLED
          : isOneOfTied
            ? Math.min(LISTED, Math.max(LEAST_TIED, 1 / tied.length))
            : !isSure
              ? LISTED
              : trustOf(margin);
      ceiling = Math.min(ceiling, result.score * trust * (result.kind === BESIDE ? BESIDE_TRUST : 1));
      matches.push(writeMatch(inquiry, result, ceiling, isSure ? margin : 0));
    }
    return matches;
  };
}

/** Puts a ward that is only named after in front of the units that hold it; they are then no better answers than the ward. */
function withWard(ward: AdminMatch | undefined, units: readonly AdminMatch[], size: number): AdminMatch[] {
  if (ward === undefined) return [...units];
  const rest = units.map((unit) => ({ ...unit, score: Math.min(unit.score, ward.score), margin: 0 }));
  return [ward, ...rest.filter(({ unitId }) => unitId !== ward.unitId)].slice(0, size);
}

/** Returns what is left of a score where another place is nearly as good. */
function trustOf(margin: number): number {
  return margin < SURE_MARGIN ? UNSURE + ((1 - UNSURE) * margin) / SURE_MARGIN : 1;
}

/** Tells whether the words that seem to name a unit are part of a place's name: "Sân bay Tân Sơn Nhất" is in no district Tân Sơn. */
function namesUnit({ hits, understanding }: Inquiry, { hit }: Result): boolean {
  const [start, end] = [hits.start[hit] as number, hits.end[hit] as number];
  const stack = understanding.stacks[0];
  return [stack?.ward, stack?.district, stack?.province].some(
    (reading) => reading !== undefined && reading.start < end && reading.end > start,
  );
}

function bringForward(results: Result[], first: Result): void {
  results.splice(results.indexOf(first), 1);
  results.unshift(first);
}

/** Returns what a place must score to be a better answer than the units of the question alone. */
function leastScore({ question, understanding }: Inquiry): number {
  const { best } = understanding.resolution;
  if (best === undefined) return LEAST_SCORE;
  const explained = explainedBy(best, understanding.readings, question.count);
  let weight = 0;
  for (let i = 0; i < question.count; i += 1) if (explained[i] === 1) weight += question.weight[i] as number;
  const share = weight / (question.weightBefore[question.count] as number);
  return Math.max(LEAST_SCORE, share * (share >= WHOLLY ? 1 : UNITS_QUALITY));
}

/** Lists the results that are different places, best first. */
function distinctResults({ hits, results }: Inquiry): Result[] {
  const distinct: Result[] = [];
  for (let i = 0; i < results.count; i += 1) {
    const result = results.items[i] as Result;
    if (!distinct.some((known) => isSamePlace(known, result, hits))) distinct.push(result);
  }
  return distinct;
}

function isSamePlace(a: Result, b: Result, hits: Hits): boolean {
  const meters = metersBetween(a.lat, a.lon, b.lat, b.lon);
  if (meters <= SAME_PLACE_METERS) return true;
  // A street that was cut at the border of a ward, while no house tells its parts apart.
  const isOneStreet = a.kind !== EXACT && hits.name[a.hit] === hits.name[b.hit];
  return isOneStreet && meters <= SAME_STREET_METERS + a.radiusMeters + b.radiusMeters;
}

/** Tells whether places are too far apart for any of them to stand for the others. */
function areApart(tied: readonly Result[]): boolean {
  const first = tied[0] as Result;
  return tied.some(({ lat, lon }) => metersBetween(first.lat, first.lon, lat, lon) > SAME_STREET_METERS);
}
