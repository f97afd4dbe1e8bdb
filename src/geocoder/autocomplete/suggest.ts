import { distanceMeters } from '../../geo/distance.ts';
import type { Position } from '../../geo/position.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { AdminUnits } from '../places/local-place.ts';
import { createPieceUnits } from '../places/piece-units.ts';
import type { Match } from '../places/place-match.ts';
import { buildUnits, type UnitTable } from '../../gazetteer/unit-search/units.ts';
import type { Arrays } from '../../gazetteer/store/array-types.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { createBestList } from './best-list.ts';
import { buildSuggestArrays } from '../../gazetteer/autocomplete/build-suggest.ts';
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
import { createRotations } from '../../gazetteer/autocomplete/rotations.ts';
import { pickArrays, type SuggestArrays } from '../../gazetteer/autocomplete/suggest-arrays.ts';
import { typedSpelling } from './spelling.ts';
import { createUnitAnswers } from './unit-answers.ts';
import { createUnitContext } from './unit-context.ts';
import { NO_CRITERIA, type Criteria } from './criteria.ts';
import { createWordList } from './word-list.ts';
import { createWordSearch, type Reading } from './word-search.ts';
import { writeMatches } from './write-matches.ts';

/** Answers that one question gets at most. */
const MOST_ANSWERS = 50;

/** Points that it costs to leave a house number out. */
const UNNUMBERED_PENALTY = 60;

/** Names, members and cells that one question may look at. */
const MOST_WORK = 3000;

/**
 * Says what a suggestion may be and where it is asked from.
 *
 * Shape: `adminUnits` are those that the answers will be labelled in: labels that would be equal come once.
 * Units: `radiusMeters` limits the answers to that distance from `focus`; without it what is near comes first, then the rest.
 */
export interface SuggestOptions {
  size: number;
  adminUnits: AdminUnits;
  focus?: Position;
  radiusMeters?: number;
}

/** Suggests places and units while somebody types. */
export interface Suggest {
  /**
   * Suggests what a text can become, best first.
   *
   * Shape: the last word may be unfinished unless a space or sign follows it; a house number in front answers with the house where it exists, else
   * with the street and the number as it was typed in `houseNumber`; where no street is called so, what is called so comes without the number.
   * One answer for each real street, none for what is shown alike. One letter of one word may be wrong, unless the words as they were typed are
   * found outside of the radius.
   * Cost: 30 to 500 microseconds, the less the more was typed; at most a fixed number of candidates is looked at. No state is kept.
   */
  suggest(text: string, options: SuggestOptions): Match[];
}

/** What suggestions are made of; `fallback` answers texts that no name begins with, as a forward search does. */
export interface SuggestParts {
  arrays?: Arrays;
  tables?: PlaceTables | undefined;
  admin: AdminDataset;
  table?: UnitTable;
  fallback?: (text: string, options: { size: number; focus?: Position }) => Match[];
}

/** Opens autocomplete over a dataset; without its arrays they are built. Cost: some thirty milliseconds with them. */
export function openSuggest({ arrays, tables, admin, table: given, fallback }: SuggestParts): Suggest {
  const table = given ?? buildUnits(admin);
  const opened = (pickArrays(arrays ?? {}) ??
    pickArrays(buildSuggestArrays(tables, admin, table))) as SuggestArrays;
  const rotations = createRotations(opened);
  const wordList = createWordList(rotations);
  const context = createUnitContext(opened, table);
  const answers = createUnitAnswers(admin, table);
  const labels = createLabels(tables, createPieceUnits(admin, table), answers);
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
    const found = fallback(text, { size, ...(focus === undefined ? {} : { focus }) });
    return focus === undefined
      ? found
      : found.filter(({ position }) => distanceMeters(position, focus) <= radiusMeters);
  };

  /** Tells whether what was typed is there outside of the radius, and so is no misspelling of what is inside. */
  const isElsewhere = (readings: readonly Reading[]): boolean => {
    for (const reading of readings) {
      const { criteria } = reading;
      if (criteria.radiusMeters === Infinity) return false;
      search.search({ ...reading, criteria: { ...criteria, focus: undefined, radiusMeters: Infinity } });
      if (list.count() > 0) return true;
    }
    return false;
  };

  /** Reads what stands behind a house number; what has the number in its name ("2 tháng 9") is not offered once more as a house. */
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

/** Returns a reading as it was typed and, where there are any, with its abbreviations written out. */
function writings(reading: Reading): Reading[] {
  return writingsOf(reading.words, reading.ending).map((words) => ({ ...reading, words }));
}
