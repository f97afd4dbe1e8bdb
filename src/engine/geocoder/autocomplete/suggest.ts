import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { AdminUnits } from '../places/local-place.ts';
import { createBaseWardUnits } from '../places/base-ward-units.ts';
import type { Match, PlaceMatch } from '../places/place-match.ts';
import { buildUnits, type UnitTable } from '../../gazetteer/unit-search/units.ts';
import type { Arrays } from '../../gazetteer/store/array-types.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { buildSuggestArrays } from '../../gazetteer/autocomplete/build-suggest.ts';
import { createRotations } from '../../gazetteer/autocomplete/rotations.ts';
import { pickArrays, type SuggestArrays } from '../../gazetteer/autocomplete/suggest-arrays.ts';
import { certainMatch } from '../places/certain-match.ts';
import { createBestList, UNKNOWN_HOUSE, type BestList } from './best-list.ts';
import { findPath } from './find-house.ts';
import { createLabels } from './labels.ts';
import { createMatcher } from './matcher.ts';
import { splitWord } from './correct-words.ts';
import {
  readQuestion,
  writingsOf,
  type TypedHouse,
  type Ending,
  type QueryWord,
  type Vocabulary,
} from './read-question.ts';
import { typedSpelling } from './spelling.ts';
import { createUnitAnswers, type UnitAnswers } from './unit-answers.ts';
import { createUnitContext } from './unit-context.ts';
import { NO_CRITERIA, FAR_PENALTY, MOST_POINTS, type Criteria } from './criteria.ts';
import { createWordList } from './word-list.ts';
import { createWordSearch, type Reading } from './word-search.ts';

/** Most suggestions of one request. */
const MOST_ANSWERS = 50;

/** Points that candidates lose if the house number is ignored. */
const UNNUMBERED_PENALTY = 60;

/** Most names, members and cells that one request examines. */
const MOST_WORK = 3000;

/**
 * Options of a request for suggestions.
 *
 * Shape: `adminUnits` are the units of the labels; each label is returned once.
 * Units: `radiusMeters` is the greatest distance from `focus`; without it near suggestions come first, then the others.
 */
export interface SuggestOptions {
  size: number;
  adminUnits: AdminUnits;
  focus?: Position;
  radiusMeters?: number;
}

/** Suggestions of places and units for a text while it is typed. */
export interface Suggest {
  /**
   * Returns the places and units that a text can be the beginning of, best first.
   *
   * Shape: the last word may be unfinished unless a space or sign follows it; with a house number in front the match is the house if it exists, else
   * the street with the number as typed in `houseNumber`; if no street has the name, other places with the name match without the number.
   * One match for each real street and for each label. One letter of one word may be wrong, unless the words as typed have a match outside the
   * radius.
   * Cost: 30 to 500 microseconds, less for longer texts; the number of candidates examined is limited. No state is kept between requests.
   */
  suggest(text: string, options: SuggestOptions): Match[];
}

/** The data of suggestions; `fallback` is the search for texts that are the beginning of no name. */
export interface SuggestParts {
  arrays?: Arrays;
  tables?: PlaceTables | undefined;
  admin: AdminDataset;
  table?: UnitTable;
  fallback?: (text: string, options: { size: number; focus?: Position }) => Match[];
}

/** Fewest points of a near candidate; far candidates have less. */
const LEAST_POINTS = MOST_POINTS - FAR_PENALTY;

/** Returns the candidates of a list as matches; `typedNumber` is the house number in front of the query. */
function writeMatches(
  list: BestList,
  tables: PlaceTables | undefined,
  answers: UnitAnswers,
  typedNumber: string,
): Match[] {
  const matches: Match[] = [];
  const featureCount = tables?.featureCount ?? 0;
  let score = 1;
  for (let i = 0; i < list.count(); i += 1) {
    // Far candidates come after near ones, so their score must not be greater.
    score = Math.min(score, scoreOf(list, i));
    const margin = i === 0 ? score - (list.count() > 1 ? scoreOf(list, 1) : 0) : 0;
    const common = { score, margin, unexplained: [], contradicted: [] };
    const { member, house } = list.at(i);
    if (tables === undefined || member >= featureCount) {
      matches.push({ ...answers.answer(member - featureCount), ...common });
    } else matches.push({ ...describePlace(tables, member, house, typedNumber), ...common });
  }
  return matches;
}

function scoreOf(list: BestList, at: number): number {
  const { score } = list.at(at);
  const points = score < LEAST_POINTS ? score + FAR_PENALTY : score;
  return Math.min(1, Math.max(0, points / MOST_POINTS));
}

function describePlace(tables: PlaceTables, feature: number, house: number, typedNumber: string): PlaceMatch {
  const match = certainMatch(tables, house >= 0 ? tables.featureCount + house : feature);
  return house === UNKNOWN_HOUSE ? { ...match, houseNumber: typedNumber } : match;
}

/** Opens autocomplete over a dataset; builds the arrays if they are missing. Cost: some thirty milliseconds if they exist. */
export function openSuggest({ arrays, tables, admin, table: given, fallback }: SuggestParts): Suggest {
  const table = given ?? buildUnits(admin);
  const opened = (pickArrays(arrays ?? {}) ??
    pickArrays(buildSuggestArrays(tables, admin, table))) as SuggestArrays;
  const rotations = createRotations(opened);
  const wordList = createWordList(rotations);
  const context = createUnitContext(opened, table);
  const answers = createUnitAnswers(admin, table, tables);
  const labels = createLabels(tables, createBaseWardUnits(admin, table), answers);
  const list = createBestList(MOST_ANSWERS, (a, b) => labels.isSame(a, b));
  const matcher = createMatcher(opened, rotations, context, table, tables, list);
  const search = createWordSearch(rotations, wordList, context, matcher, list);

  const vocabulary: Vocabulary = {
    hasWordStart: (start) => wordList.hasStart(start),
    hasWord: (word) => wordList.find(word) >= 0,
    isUnitName: (word) => context.isName(word),
    part: (word, isUnfinished) => splitWord(rotations, wordList, word, isUnfinished),
  };

  const suggest: Suggest['suggest'] = (text, { size, adminUnits, focus, radiusMeters = Infinity }) => {
    const { words, ending, house, nameStart } = readQuestion(text, vocabulary);
    if (words.length === 0 || size < 1) return [];
    labels.show(adminUnits);
    list.reset(size);
    matcher.begin(MOST_WORK);
    const criteria: Criteria = {
      ...NO_CRITERIA,
      adminUnits,
      focus,
      radiusMeters: focus === undefined ? Infinity : radiusMeters,
      typed: typedSpelling(text),
    };
    const whole = writings({ words, ending, criteria });
    for (const reading of whole) search.search(reading);
    const isNumbered = house !== undefined && (tables?.streetCount ?? 0) > 0;
    const numbered = isNumbered ? behindNumber(house, words.slice(nameStart), ending, criteria) : [];
    for (const reading of numbered) search.search(reading);
    if (list.count() === 0 && house !== undefined) {
      const unnumbered = { ...criteria, penalty: UNNUMBERED_PENALTY };
      for (const reading of writings({ words: words.slice(nameStart), ending, criteria: unnumbered }))
        search.search(reading);
    }
    if (list.count() === 0) {
      if (isElsewhere([...whole, ...numbered])) return [];
      search.searchMisspelt([...whole, ...numbered]);
    }
    const matches = writeMatches(list, tables, answers, house?.text ?? '');
    if (matches.length > 0 || fallback === undefined) return matches;
    const found = fallback(text, { size, focus });
    return focus === undefined
      ? found
      : found.filter(({ position }) => distanceMeters(position, focus) <= radiusMeters);
  };

  /** Reports whether the text as typed has a match outside the radius; it is then not taken for a misspelling of a near name. */
  const isElsewhere = (readings: readonly Reading[]): boolean => {
    for (const reading of readings) {
      const { criteria } = reading;
      if (criteria.radiusMeters === Infinity) return false;
      search.search({ ...reading, criteria: { ...criteria, focus: undefined, radiusMeters: Infinity } });
      if (list.count() > 0) return true;
    }
    return false;
  };

  /** Returns the readings of the words behind a house number; matches whose name has the number ("2 tháng 9") are not offered again as houses. */
  const behindNumber = (
    house: TypedHouse,
    words: readonly QueryWord[],
    ending: Ending,
    criteria: Criteria,
  ): Reading[] => {
    const skipped = new Set<number>();
    for (let i = 0; i < list.count(); i += 1) skipped.add(list.at(i).entry);
    const path = tables === undefined ? undefined : findPath(tables, house.path);
    const numbered: Criteria = { ...criteria, streetsOnly: true, isNumbered: true, path, skipped };
    return writings({ words, ending, criteria: numbered });
  };
  return { suggest };
}

/** Returns a reading as typed and, if it has any, with its abbreviations written out. */
function writings(reading: Reading): Reading[] {
  return writingsOf(reading.words, reading.ending).map((words) => ({ ...reading, words }));
}
