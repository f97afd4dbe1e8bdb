import { diacriticKey, hasDiacritics } from '../../../base/text/diacritics.ts';
import { type HousePath, readHousePath } from '../../../base/text/house-path.ts';
import { repairTokens } from '../reader/repair.ts';
import { untelex } from '../reader/read-tokens.ts';
import { type Token, tokenize } from '../../../base/text/tokens.ts';
import { expansionOf, pushKeyWords } from '../../gazetteer/autocomplete/name-keys.ts';

/** Most characters and words of a query that are read; real queries are shorter. */
const MOST_CHARACTERS = 300;
const MOST_TOKENS = 24;

/** A word of a query, spelled as in keys; `isPartStart` behind a comma, `isExpansion` if it is part of a written-out abbreviation. */
export interface QueryWord {
  text: string;
  isPartStart: boolean;
  isExpansion: boolean;
}

/** A house number in front of a name. */
export interface TypedHouse {
  path: HousePath;
}

/** The end of a text typed so far: inside a word, after a complete word, or after a comma. */
export type Ending = 'letter' | 'space' | 'comma';

/** A query in words. Shape: `house` is the number in the words before `nameStart`. */
interface Question {
  words: QueryWord[];
  ending: Ending;
  nameStart: number;
  house: TypedHouse | undefined;
}

/** The words and names of the dataset. */
export interface Vocabulary {
  /** Reports whether some name has a word. */
  hasWord(word: string): boolean;
  /** Reports whether some name has a word with this beginning. */
  hasWordStart(start: string): boolean;
  /** Reports whether a word without spaces is the name of a unit. */
  isUnitName(word: string): boolean;
  /** Splits a word without spaces into the words of a name (`leloi`: `le loi`); undefined if no name has them. */
  part(word: string, isUnfinished: boolean): string[] | undefined;
}

/** Parses a text while it is typed: words and the house number in front; Telex letters and missing spaces are corrected in words that no name has. */
export function readQuestion(whole: string, vocabulary: Vocabulary): Question {
  const text = whole.slice(0, MOST_CHARACTERS);
  const written = tokenize(text).slice(0, MOST_TOKENS);
  const ending = endingOf(text, written.at(-1)?.end ?? 0);
  const tokens = repairTokens(written, (word) => vocabulary.isUnitName(word));
  const { house, next } = readHouse(tokens);
  const words: QueryWord[] = [];
  let nameStart = 0;
  tokens.forEach((token, i) => {
    if (i === next) nameStart = words.length;
    const isLast = i === tokens.length - 1;
    const parts =
      i < next ? wordsOf(token) : correctWord(text, token, isLast && ending === 'letter', vocabulary);
    parts.forEach((word, at) =>
      words.push({ text: word, isPartStart: at === 0 && i > 0 && token.gap === 2, isExpansion: false }),
    );
  });
  return { words, ending, nameStart, house };
}

/**
 * Returns the spellings of a query to search for: as typed, and with its abbreviations written out.
 *
 * Shape: an unfinished last word may be an abbreviation or the start of a word ("q binh th": Quận Bình Thạnh), so both are tried.
 */
export function writingsOf(words: readonly QueryWord[], ending: Ending): readonly (readonly QueryWord[])[] {
  const isUnfinished = ending === 'letter';
  const writings = [words];
  const add = (expanded: readonly QueryWord[]): void => {
    if (expanded !== writings.at(-1)) writings.push(expanded);
  };
  const last = words.at(-1);
  const expanded = expandWords(words, isUnfinished);
  if (isUnfinished && last !== undefined && expanded.at(-1) !== last) {
    const front = words.slice(0, -1);
    const expandedFront = expandWords(front, false);
    if (expandedFront !== front) add([...expandedFront, last]);
  }
  if (expanded !== words) add(expanded);
  return writings;
}

/** Writes abbreviations out; returns the same array if there are none. An unfinished single letter is not an abbreviation. */
function expandWords(words: readonly QueryWord[], isUnfinished: boolean): readonly QueryWord[] {
  let hasAny = false;
  const expanded = words.flatMap((word, i) => {
    const expansion = expansionOf(word.text, isUnfinished && i === words.length - 1);
    if (expansion === undefined) return [word];
    hasAny = true;
    const written = expansion.split(' ');
    return written.map((text, at) => ({
      text,
      isPartStart: at === 0 && word.isPartStart,
      isExpansion: written.length > 1,
    }));
  });
  return hasAny ? expanded : words;
}

function endingOf(text: string, end: number): Ending {
  if (end === text.length) return 'letter';
  return /[,;\n]/.test(text.slice(end)) ? 'comma' : 'space';
}

function wordsOf(token: Token): string[] {
  const words: string[] = [];
  pushKeyWords(words, token.text);
  return words;
}

/** Words that may be several words typed without spaces. */
const LETTERS_TO_PART = /^[a-z][a-z0-9]{2,}$/;
const STREET = 'duong';

/** Corrects a word that no name has as typed: Telex letters and missing spaces. */
function correctWord(text: string, token: Token, isUnfinished: boolean, vocabulary: Vocabulary): string[] {
  const words = wordsOf(token);
  const [word] = words;
  if (word === undefined || words.length > 1) return words;
  const isKnown = (each: string): boolean =>
    isUnfinished ? vocabulary.hasWordStart(each) : vocabulary.hasWord(each);
  if (isKnown(word) || expansionOf(word, false) !== undefined) return words;
  const isMarked = hasDiacritics(text.slice(token.start, token.end));
  const read = isMarked ? undefined : untelex(token.text)?.replaceAll('y', 'i');
  if (read !== undefined && isKnown(read)) return [read];
  if (!LETTERS_TO_PART.test(word)) return words;
  const parts = vocabulary.part(word, isUnfinished);
  if (parts !== undefined || !word.startsWith(STREET)) return parts ?? words;
  // "duongleloi": many names in the dataset lack the word "đường".
  const rest = word.slice(STREET.length);
  return [STREET, ...(isKnown(rest) ? [rest] : (vocabulary.part(rest, isUnfinished) ?? [rest]))];
}

/** Words in front of the number of a house or alley. */
const NUMBER_WORDS = new Set(['so', 'sn', 'nha', 'ngo', 'ngach', 'hem', 'kiet', 'k']);
const ALLEY_WORDS = new Set(['ngo', 'ngach', 'hem', 'kiet', 'k']);

/**
 * Parses the house number in front of a name: `12`, `số 12/3`, `45 ngách 12/3`.
 *
 * Shape: `next` is the first token behind it; no house if nothing follows, because the number may then be the start of a name.
 */
function readHouse(tokens: readonly Token[]): { house: TypedHouse | undefined; next: number } {
  let path: HousePath = [];
  let next = 0;
  for (let i = 0; i < tokens.length; i += 1) {
    let at = i;
    let isAlley = false;
    while (at < tokens.length && NUMBER_WORDS.has(tokens[at].text)) {
      isAlley ||= ALLEY_WORDS.has(tokens[at].text);
      at += 1;
    }
    // A second number belongs to the street ("3 tháng 2") unless an alley word precedes it.
    if (i > 0 && !isAlley) break;
    const read = /^\D{0,1}\d/.test(tokens[at]?.text ?? '') ? readHousePath(tokens[at].text) : undefined;
    if (read === undefined) break;
    path = [...read, ...path];
    next = at + 1;
    i = at;
  }
  if (next === 0 || next >= tokens.length) return { house: undefined, next: 0 };
  return { house: { path }, next };
}

/** A typed word with diacritics: its letters and its tone, empty for none. */
export interface TypedWord {
  letters: string;
  tone: string;
}

/** Points for a name that has all typed words with the same diacritics; equal to the greatest importance, so that such a name outranks any other. */
export const SPELLED_BONUS = 255;

/** Returns the typed words that have diacritics; other words match any spelling. */
export function typedSpelling(text: string): TypedWord[] {
  return text
    .split(/[\s,]+/u)
    .filter(hasDiacritics)
    .map(splitTone);
}

/**
 * Returns the points of a name for the typed words that it has with the same diacritics.
 *
 * Shape: 0 to SPELLED_BONUS; a typed word may be the beginning of a word ("hồ": "hồng").
 */
export function spelledPoints(typed: readonly TypedWord[], name: string): number {
  if (!hasDiacritics(name)) return 0;
  const words = name.split(/\s+/u).map(splitTone);
  const same = typed.filter(({ letters, tone }) =>
    words.some((word) => word.letters.startsWith(letters) && (tone === '' || word.tone === tone)),
  );
  return Math.round((SPELLED_BONUS * same.length) / typed.length);
}

const TONE = /[1-5]$/;

function splitTone(word: string): TypedWord {
  const key = diacriticKey(word);
  return TONE.test(key) && !/\d/.test(word)
    ? { letters: key.slice(0, -1), tone: key.slice(-1) }
    : { letters: key, tone: '' };
}
