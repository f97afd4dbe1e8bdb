import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { AdminUnits } from '../places/local-place.ts';
import { createBaseWardUnits } from '../places/base-ward-units.ts';
import type { Match } from '../places/place-match.ts';
import { buildUnits, type UnitTable } from '../../gazetteer/unit-table/units.ts';
import type { Arrays } from '../../gazetteer/store/array-types.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { buildSuggestArrays } from '../../gazetteer/autocomplete/build-suggest.ts';
import { createRotations } from '../../gazetteer/autocomplete/rotations.ts';
import { pickArrays, type SuggestArrays } from '../../gazetteer/store/suggest-arrays.ts';
import { createAdminMatch } from '../reader/admin-match.ts';
import { certainMatch } from '../places/certain-match.ts';
import { type Candidate, createBestList } from './best-list.ts';
import { type Criteria, FAR_PENALTY, findPath, MOST_POINTS, NO_CRITERIA } from './criteria.ts';
import { createLabels, createUnitAnswers, type UnitAnswers } from './labels.ts';
import { createMatcher } from './matcher.ts';
import { splitWord } from './correct-words.ts';
import {
  type Ending,
  type QueryWord,
  readQuestion,
  type TypedHouse,
  typedSpelling,
  type Vocabulary,
  writingsOf,
} from './read-question.ts';
import { createUnitContext } from './unit-context.ts';
import { createWordList } from './word-list.ts';
import { createWordSearch, type Reading } from './word-search.ts';

/** Most suggestions of one request. */
const MOST_ANSWERS = 50;

/** Points that candidates lose if the house number is ignored. */
const UNNUMBERED_PENALTY = 60;

/** Suggestions that are searched for at least: how many are compared decides which is first, so that fewer are cut from these. */
const LEAST_COMPARED = 5;

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
   * the street without the number; if no street has the name, other places with the name match.
   * The first matches are the same for every size. One match for each real street and for each label. One letter of one word may be wrong, unless the words as typed have a match outside the
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

/** Returns candidates as matches. */
function writeMatches(
  candidates: readonly Candidate[],
  tables: PlaceTables | undefined,
  answers: UnitAnswers,
): Match[] {
  const featureCount = tables?.featureCount ?? 0;
  const second = candidates[1];
  let score = 1;
  return candidates.map((candidate, at): Match => {
    // Far candidates come after near ones, so their score must not be greater.
    score = Math.min(score, scoreOf(candidate));
    const margin = at === 0 ? score - (second === undefined ? 0 : scoreOf(second)) : 0;
    const { member, house } = candidate;
    if (tables === undefined || member >= featureCount)
      return createAdminMatch(answers.answer(member - featureCount), score, margin);
    const match = certainMatch(tables, house >= 0 ? featureCount + house : member);
    match.score = score;
    match.margin = margin;
    return match;
  });
}

function scoreOf({ score }: Candidate): number {
  const points = score < LEAST_POINTS ? score + FAR_PENALTY : score;
  return Math.min(1, Math.max(0, points / MOST_POINTS));
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

  /** Returns the `size` best candidates of a text, best first; undefined if it has no words, or matches only outside of the radius. */
  const compare = (
    text: string,
    { size, adminUnits, focus, radiusMeters = Infinity }: SuggestOptions,
  ): Candidate[] | undefined => {
    const { words, ending, house, nameStart } = readQuestion(text, vocabulary);
    if (words.length === 0) return undefined;
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
      if (isElsewhere([...whole, ...numbered])) return undefined;
      search.searchMisspelt([...whole, ...numbered]);
    }
    return Array.from({ length: list.count() }, (_, at) => ({ ...list.at(at) }));
  };

  const suggest: Suggest['suggest'] = (text, options) => {
    const { size, focus, radiusMeters = Infinity } = options;
    if (size < 1) return [];
    const first = compare(text, { ...options, size: LEAST_COMPARED });
    if (first === undefined) return [];
    const more = size > LEAST_COMPARED ? (compare(text, options) ?? []) : [];
    const isNew = (candidate: Candidate): boolean =>
      !first.some((known) => known.entry === candidate.entry || labels.isSame(known, candidate));
    const matches = writeMatches([...first, ...more.filter(isNew)], tables, answers);
    if (matches.length > 0 || fallback === undefined) return matches.slice(0, size);
    const found = fallback(text, { size: Math.max(size, LEAST_COMPARED), focus });
    const inside =
      focus === undefined
        ? found
        : found.filter(({ position }) => distanceMeters(position, focus) <= radiusMeters);
    return inside.slice(0, size);
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
