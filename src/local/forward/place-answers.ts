import type { Token } from '../../text/tokens.ts';
import type { Names } from '../names/names.ts';
import type { Match, PlaceMatch } from '../places/place-match.ts';
import type { AdminSearch, Understanding } from '../search/admin-search.ts';
import { explainedBy } from '../search/evidence.ts';
import { houseNumberOf, toDegrees } from '../store/access.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import type { HouseExpression } from './house-expression.ts';
import { ALIKE, ALLEY, BESIDE, BETWEEN, EXACT, NOWHERE } from './house-finder.ts';
import type { Hits } from './hits.ts';
import { isHardGap, MOST_TOKENS, type Question } from './question.ts';
import type { Ranker } from './rank.ts';
import type { Result, Results } from './results.ts';
import { metersBetween } from './street-line.ts';

/** A place must explain this share of a question to be an answer. */
const LEAST_SCORE = 0.5;
/** What units alone are worth while they leave words unexplained. */
const UNITS_QUALITY = 0.85;
/** Units that explain this share of a question leave no word for anything else. */
const WHOLLY = 0.97;
/** Answers closer than this are equally good. */
const TIE = 0.004;
/** Answers this near each other are one place for whoever asks how sure the first is. Units: metres. */
const SAME_PLACE_METERS = 250;
const SAME_STREET_METERS = 2500;
/** Lists go on down to this share of the best score. */
const WORTH_LISTING = 0.7;

/** Turns results into answers. */
export interface PlaceAnswers {
  /** Chooses between places and units, and says how sure each answer is. */
  choose(
    question: Question,
    understanding: Understanding,
    hits: Hits,
    results: Results,
    ranker: Ranker,
    size: number,
  ): Match[];
}

/** Creates the function that turns results into answers. */
export function createPlaceAnswers(
  tables: PlaceTables,
  names: Names,
  adminSearch: AdminSearch,
): PlaceAnswers {
  const marks = new Uint8Array(MOST_TOKENS);

  const isSamePlace = (a: Result, b: Result, hits: Hits): boolean => {
    const meters = metersBetween(a.lat, a.lon, b.lat, b.lon);
    if (meters <= SAME_PLACE_METERS) return true;
    // A street that was cut at the border of a ward, while no house tells its parts apart.
    return (
      a.kind !== EXACT &&
      hits.name[a.hit] === hits.name[b.hit] &&
      meters <= SAME_STREET_METERS + a.radiusMeters + b.radiusMeters
    );
  };

  const toMatch = (
    question: Question,
    understanding: Understanding,
    hits: Hits,
    ranker: Ranker,
    result: Result,
    score: number,
    margin: number,
  ): PlaceMatch => {
    ranker.explain(question, understanding, hits, result, marks);
    const house = hits.houses[hits.house[result.hit] as number] as HouseExpression;
    const against = contradicted(understanding, marks);
    return {
      place: hasRow(result) ? tables.thingCount + result.row : result.thing,
      level: levelOf(result, hits, tables, names),
      position: { lat: toDegrees(result.lat), lon: toDegrees(result.lon) },
      accuracyRadiusMeters: Math.round(result.radiusMeters),
      houseNumber: hasRow(result)
        ? houseNumberOf(tables, tables.thingCount + result.row)
        : result.kind === BETWEEN || result.kind === BESIDE || result.kind === ALLEY
          ? houseText(question, house)
          : '',
      score,
      margin,
      unexplained: runs(question, (i) => marks[i] === 0 && !against.includes(i)),
      contradicted: runs(question, (i) => marks[i] === 0 && against.includes(i)),
    };
  };

  return {
    choose(question, understanding, hits, results, ranker, size) {
      const first = results.items[0] as Result;
      const units = shareOfUnits(question, understanding);
      if (
        results.count === 0 ||
        first.score < LEAST_SCORE ||
        first.score <= units * (units >= WHOLLY ? 1 : UNITS_QUALITY)
      )
        return adminSearch.answer(understanding, size);
      const chosen: Result[] = [first];
      let margin = 1;
      for (let i = 1; i < results.count; i += 1) {
        const other = results.items[i] as Result;
        if (chosen.some((known) => isSamePlace(known, other, hits))) continue;
        if (chosen.length === 1 && margin === 1)
          margin = Math.max(0, Math.min(1, (first.score - other.score) / first.score));
        if (chosen.length < size && other.score >= first.score * WORTH_LISTING) chosen.push(other);
      }
      let ceiling = 1;
      return chosen.map((result, rank) => {
        let score = Math.min(1, result.score);
        if (rank === 0 && margin < 0.1) score *= 0.8 + 2 * margin;
        if (rank > 0) score *= 0.8;
        ceiling = Math.min(ceiling, Math.round(score * 1000) / 1000);
        return toMatch(
          question,
          understanding,
          hits,
          ranker,
          result,
          ceiling,
          rank === 0 ? (margin < TIE ? 0 : margin) : 0,
        );
      });
    },
  };
}

function hasRow({ kind, row }: Result): boolean {
  return row >= 0 && (kind === EXACT || kind === ALIKE);
}

function levelOf(
  { kind, thing, hit }: Result,
  hits: Hits,
  tables: PlaceTables,
  names: Names,
): PlaceMatch['level'] {
  if (thing >= tables.streetCount) return 'poi';
  if (kind === EXACT || kind === ALIKE) return 'house';
  if (kind === BETWEEN || kind === BESIDE) return 'interpolated';
  if (kind === ALLEY) return 'alley';
  if (kind === NOWHERE && hits.taken[hit] === 0) return 'street';
  return isAlleyName(names, hits.name[hit] as number) ? 'alley' : 'street';
}

function isAlleyName(names: Names, name: number): boolean {
  const text = names.textOf(name);
  return /^(ngo|ngach|hem|kiet) \d/.test(text);
}

function houseText({ text, tokens }: Question, { start, end }: HouseExpression): string {
  return start < end ? text.slice((tokens[start] as Token).start, (tokens[end - 1] as Token).end) : '';
}

/** Returns which share of a question its units alone explain. */
function shareOfUnits(question: Question, { resolution, readings }: Understanding): number {
  const { best } = resolution;
  if (best === undefined) return 0;
  const explained = explainedBy(best, readings, question.count);
  let weight = 0;
  for (let i = 0; i < question.count; i += 1) if (explained[i] === 1) weight += question.weight[i] as number;
  return weight / (question.weightBefore[question.count] as number);
}

/** Lists the tokens that name a unit in which the place is not. */
function contradicted({ readings }: Understanding, marks: Uint8Array): number[] {
  const tokens: number[] = [];
  for (const { start, end, distance, factor, marked } of readings) {
    if (distance > 0 || !(marked ? factor >= 0.8 : factor >= 1)) continue;
    let free = true;
    for (let i = start; i < end; i += 1) if (marks[i] !== 0) free = false;
    if (free) for (let i = start; i < end; i += 1) tokens.push(i);
  }
  return tokens;
}

function runs(question: Question, wanted: (index: number) => boolean): string[] {
  const { text, tokens, count } = question;
  const found: string[] = [];
  for (let i = 0; i < count; i += 1) {
    if (!wanted(i)) continue;
    const { start } = tokens[i] as Token;
    while (i + 1 < count && !isHardGap(question, i + 1) && wanted(i + 1)) i += 1;
    found.push(text.slice(start, (tokens[i] as Token).end));
  }
  return found;
}
