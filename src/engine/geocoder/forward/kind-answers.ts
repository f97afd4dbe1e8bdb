import { type Names, NO_NAME } from '../../gazetteer/names/names.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { AdminSearch } from '../reader/admin-search.ts';
import { createPlaceMatch, type Match, type PlaceMatch } from '../places/place-match.ts';
import type { Explainer } from './explain.ts';
import { SPELLED } from './hits.ts';
import type { Inquiry } from './inquiry.ts';
import type { Result } from './results.ts';
import { readCategories } from '../../gazetteer/categories/read-categories.ts';
import { hashBytes, LONGEST_TEXT, writeWord } from '../../gazetteer/names/name-key.ts';
import { categoriesOf, positionOf } from '../../gazetteer/store/access.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';
import { POI_RADIUS } from './locate.ts';
import { readingsOf } from './named-units.ts';
import { isHardGap, type Question, spanHash } from './question.ts';
import { WORD } from '../reader/word-classes.ts';
import { metersBetween } from './street-line.ts';

/** Words between a kind of place and its unit: "bệnh viện ở Thủ Đức". */
const PLACING = new Set(['o', 'tai', 'gan', 'trong', 'quanh']);
/** Most words of a kind of place. */
const MOST_WORDS = 6;
/** With more places than this the unit is the better match: of a category, and of words in names, which are then too common. */
const MOST_PLACES = 400;
const MOST_NAMED = 60;
/** Score of one of several places of a kind, and of the only one. */
const ONE_OF_SEVERAL = 0.6;
const THE_ONLY_ONE = 0.8;

/**
 * The kind of place that a question searches in its units.
 *
 * Shape: `end` is the end of the kind together with the unit right behind it, 0 if the unit is in front; `categories` is empty if only `words` of the name
 * are known ("vietcombank quận 1"); `isPlaced` is true if a word like "ở" separates the kind from the unit.
 */
interface KindWanted {
  end: number;
  categories: readonly number[];
  words: readonly string[];
  isPlaced: boolean;
}

/** Parses the kind of place of a question; undefined if the question is for a house, a street or the unit itself. */
function readKind({ question, understanding }: Inquiry): KindWanted | undefined {
  const stack = understanding.stacks[0];
  if (stack === undefined) return undefined;
  const units = readingsOf(stack);
  let start = 0;
  let end = Infinity;
  let whole = 0;
  for (const reading of units)
    if (reading.start < end) {
      end = reading.start;
      whole = reading.end;
    }
  if (end === 0) {
    for (const reading of units) start = Math.max(start, reading.end);
    end = question.count;
    whole = 0;
  }
  if (!isOneRun(question, understanding.explained, start, end)) return undefined;
  const words = question.tokens.slice(start, end).map(({ text }) => text);
  const isPlaced = start === 0 && words.length > 1 && PLACING.has(words.at(-1) as string);
  if (isPlaced) words.pop();
  for (let length = words.length; length > 0; length -= 1) {
    for (const from of [0, words.length - length]) {
      const { numbers } = readCategories(words.slice(from, from + length).join(' '));
      if (numbers.length > 0)
        return {
          end: whole,
          categories: numbers,
          words: [...words.slice(0, from), ...words.slice(from + length)],
          isPlaced,
        };
    }
  }
  return { end: whole, categories: [], words, isPlaced };
}

function isOneRun(question: Question, explained: Uint8Array, start: number, end: number): boolean {
  if (start >= end || end - start > MOST_WORDS) return false;
  for (let i = start; i < end; i += 1)
    // "Hải Phòng, Hải Phòng" is the city, named twice.
    if (question.role[i] !== WORD || explained[i] === 1 || (i > start && isHardGap(question, i)))
      return false;
  return true;
}

/** Creates the function that returns the points of interest of a kind inside the units of a question, the nearest or most important first; none if there are too many. */
function createKindSearch(
  tables: PlaceTables,
  names: Names,
  explainer: Explainer,
): (inquiry: Inquiry, kind: KindWanted, unit: Unit, size: number) => PlaceMatch[] {
  const key = new Uint8Array(LONGEST_TEXT);
  const { baseWardPoiStart, featureLat, featureLon, featureImportance } = tables;

  return ({ question, groups, focus }, { end: wordsEnd, categories, words }, unit, size) => {
    if (categories.length === 0 && !areName(words)) return [];
    const ranges = groups[0]?.ranges ?? [];
    const found: number[] = [];
    const most = categories.length > 0 ? MOST_PLACES : MOST_NAMED;
    for (let range = 0; range < ranges.length; range += 2) {
      const end = baseWardPoiStart[ranges[range + 1]];
      for (let feature = baseWardPoiStart[ranges[range]]; feature < end; feature += 1) {
        if (categories.length > 0 && !categoriesOf(tables, feature).some((each) => categories.includes(each)))
          continue;
        if (!hasWords(feature, words) || !explainer.isIn(feature, unit)) continue;
        if (found.length === most) return [];
        found.push(feature);
      }
    }
    const distanceOf = (feature: number): number =>
      focus === undefined ? 0 : metersBetween(featureLat[feature], featureLon[feature], focus.lat, focus.lon);
    // "Bệnh viện Quận 2" is the name of one hospital, and also means any hospital of that district.
    const { start, bytes } = question;
    const whole =
      wordsEnd === 0 ? -1 : names.find(spanHash(question, 0, wordsEnd), bytes, 0, start[wordsEnd]);
    const isNamed = (feature: number): number => (whole >= 0 && names.featureName[feature] === whole ? 1 : 0);
    const isMainly = (feature: number): number =>
      categories.includes(categoriesOf(tables, feature)[0]) ? 1 : 0;
    found.sort(
      (a, b) =>
        isNamed(b) - isNamed(a) ||
        distanceOf(a) - distanceOf(b) ||
        isMainly(b) - isMainly(a) ||
        featureImportance[b] - featureImportance[a] ||
        a - b,
    );
    const named = found.reduce((count, feature) => count + isNamed(feature), 0);
    const isOnly = (rank: number): boolean => rank === 0 && (found.length === 1 || named === 1);
    return found.slice(0, size).map((place, rank) => {
      const [score, margin] = isOnly(rank) ? [THE_ONLY_ONE, 1] : [ONE_OF_SEVERAL, 0];
      return createPlaceMatch(place, 'poi', positionOf(tables, place), POI_RADIUS, '', score, margin);
    });
  };

  /** Reports whether some words are a whole name, such as a brand. */
  function areName(words: readonly string[]): boolean {
    let end = 0;
    for (const word of words) end = writeWord(word, key, end);
    return names.find(hashBytes(key, 0, end), key, 0, end) >= 0;
  }

  /** Reports whether the name of a place contains some words, in any order. */
  function hasWords(feature: number, words: readonly string[]): boolean {
    const name = names.featureName[feature];
    return words.length === 0 || (name !== NO_NAME && words.every((word) => hasWord(name, word)));
  }

  function hasWord(name: number, word: string): boolean {
    const length = writeWord(word, key, 0);
    const end = names.offset[name + 1];
    for (let at = names.offset[name]; at < end;) {
      let wordEnd = at;
      while (wordEnd < end && names.text[wordEnd] !== SPACE) wordEnd += 1;
      if (wordEnd - at === length && equals(names.text, at, key, length)) return true;
      at = wordEnd + 1;
    }
    return false;
  }
}

const SPACE = 0x20;

function equals(text: Uint8Array, at: number, key: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i += 1) if (text[at + i] !== key[i]) return false;
  return true;
}

/** The search for a kind of place in a unit ("cây xăng quận 3"); `first` is the best result by name. */
interface KindAnswers {
  /** Returns the matches of a kind of place; undefined if `first` is the better match, or if the question is for no kind of place. */
  instead(inquiry: Inquiry, first: Result | undefined, size: number): Match[] | undefined;
  /** Returns the other places of a kind if the whole question is a name that also means the kind: "Bệnh viện Quận 2" and the other hospitals of that district. */
  beside(inquiry: Inquiry, first: Result, size: number): Match[];
}

/** Creates the search for kinds of places. */
export function createKindAnswers(
  tables: PlaceTables,
  names: Names,
  adminSearch: AdminSearch,
  explainer: Explainer,
): KindAnswers {
  const searchKind = createKindSearch(tables, names, explainer);

  const instead: KindAnswers['instead'] = (inquiry, first, size) => {
    const unit = inquiry.understanding.stacks[0]?.unit;
    const kind = unit && readKind(inquiry);
    if (unit === undefined || kind === undefined) return undefined;
    const hasCategory = kind.categories.length > 0;
    const isStreet = first !== undefined && first.feature < tables.streetCount;
    const isElsewhere = first !== undefined && (isStreet || !explainer.isIn(first.feature, unit));
    if (first !== undefined) {
      if (!kind.isPlaced && namesUnit(inquiry, first)) return undefined;
      if (isStreet && !hasCategory) return undefined;
      if (!isElsewhere && !isKindBetter(inquiry, first, kind)) return undefined;
    }
    const places = searchKind(inquiry, kind, unit, size);
    if (places.length > 0) return places;
    // A place with a name of its own may be written with a wrong unit; a "cây xăng" of another district is a different place.
    return hasCategory && isElsewhere && kind.words.length === 0
      ? adminSearch.answer(inquiry.understanding, size)
      : undefined;
  };

  const beside: KindAnswers['beside'] = (inquiry, first, size) => {
    const unit = inquiry.understanding.stacks[0]?.unit;
    if (unit === undefined || !isWhole(inquiry, first) || !explainer.isIn(first.feature, unit)) return [];
    const kind = readKind(inquiry);
    if (kind === undefined || kind.categories.length === 0 || kind.words.length > 0) return [];
    return searchKind(inquiry, kind, unit, size + 1)
      .filter(({ place }) => place !== first.feature)
      .slice(0, size);
  };

  return { instead, beside };
}

/** Reports whether a category matches better than a result in the same unit: the result is misspelt, or a word like "ở" introduces the unit. */
function isKindBetter(
  { hits }: Inquiry,
  first: Result,
  { categories, words, isPlaced }: KindWanted,
): boolean {
  if (categories.length === 0) return false;
  return isPlaced || (hits.how[first.hit] !== SPELLED && words.length === 0);
}

/** Reports whether the name of a result is the whole question. */
function isWhole({ hits, question }: Inquiry, { hit }: Result): boolean {
  return hits.start[hit] === 0 && hits.end[hit] === question.count;
}

/** Reports whether the words of a unit are part of a place's name: "Sân bay Tân Sơn Nhất" is in no district Tân Sơn. */
function namesUnit({ hits, understanding }: Inquiry, { hit }: Result): boolean {
  const [start, end] = [hits.start[hit], hits.end[hit]];
  const stack = understanding.stacks[0];
  return [stack?.ward, stack?.district, stack?.province].some(
    (reading) => reading !== undefined && reading.start < end && reading.end > start,
  );
}
