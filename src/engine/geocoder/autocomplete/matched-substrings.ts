import { foldCode, isWordChar } from '../../../base/text/fold.ts';
import { tokenize } from '../../../base/text/tokens.ts';
import { endsInsideWord, expansionOf, pushKeyWords } from '../../gazetteer/autocomplete/name-keys.ts';

/** A part of a text. Units: UTF-16 code units of the composed (NFC) text. */
export interface Substring {
  offset: number;
  length: number;
}

/** A word of the text, folded; `ends[i]` is the offset in the composed text after the i-th folded character. */
interface TextWord {
  folded: string;
  start: number;
  ends: number[];
}

interface QueryWord {
  text: string;
  unfinished: boolean;
}

/** A `y` behind another vowel, which is another sound than an `i` there; not in `quy`. It is written as a letter that no folded text has. */
const GLIDE = /(?<=[aeo]|(?<!q)u)y/g;
const GLIDE_LETTER = 'ÿ';

/** Most words of a query that are searched for; real queries are shorter. */
const MOST_WORDS = 32;

/**
 * Returns the parts of a text that match words of a query, ascending and without overlaps.
 *
 * Shape: only letters that were typed, so no words that an abbreviation stands for: whole words, and the beginning of a word for an unfinished last word of the query; letters are compared without case
 * and diacritics, `y` as `i` where both are spellings of one sound (`Mỹ`, `Mĩ`, not `bay`, `Bài`); a word typed without spaces (`leloi`) matches the words that it joins as one substring.
 * Units: offsets count UTF-16 code units of the text in composed form, so slicing the composed text gives the match; a character outside
 * the basic plane (most emoji) counts two. The published example fits this and code points alike.
 */
export function matchedSubstrings(query: string, text: string): Substring[] {
  const wanted = queryWords(query);
  if (wanted.length === 0) return [];
  const words = textWords(text.normalize('NFC'));
  const found: Substring[] = [];
  for (let i = 0; i < words.length;) {
    let taken = 0;
    let end = -1;
    for (const word of wanted) {
      const match = matchAt(words, i, word);
      if (match !== undefined && match.end > end) ({ taken, end } = match);
    }
    if (taken === 0) {
      i += 1;
      continue;
    }
    const { start } = words[i];
    found.push({ offset: start, length: end - start });
    i += taken;
  }
  return found;
}

/** Returns the offset of each part of a description, in order. Units: as of {@link matchedSubstrings}. */
export function termsOf(parts: readonly string[], description: string): { offset: number; value: string }[] {
  const composed = description.normalize('NFC');
  const terms: { offset: number; value: string }[] = [];
  let from = 0;
  for (const part of parts) {
    const value = part.normalize('NFC');
    const offset = composed.indexOf(value, from);
    if (value === '' || offset < 0) continue;
    terms.push({ offset, value });
    from = offset + value.length;
  }
  return terms;
}

function queryWords(query: string): QueryWord[] {
  const tokens = tokenize(query);
  const unfinished = endsInsideWord(query, tokens);
  const words: string[] = [];
  for (const token of tokens.slice(0, MOST_WORDS))
    pushKeyWords(words, token.text.replaceAll(GLIDE, GLIDE_LETTER));
  const all = words.map((text, i) => ({ text, unfinished: unfinished && i === words.length - 1 }));
  words.forEach((word) => {
    // "Q1", "p12": the number is a word of the text, the letter abbreviates the type, which was not typed.
    const glued = /^([a-z]{1,2})(\d{1,2})$/.exec(word);
    if (glued !== null && expansionOf(glued[1], false) !== undefined)
      all.push({ text: glued[2], unfinished: false });
  });
  return all;
}

function textWords(composed: string): TextWord[] {
  const words: TextWord[] = [];
  let word: TextWord | undefined;
  for (let i = 0; i < composed.length; i += 1) {
    const char = foldCode(composed.charCodeAt(i));
    if (char === '') {
      // A combining mark without a composed letter belongs to the letter before it.
      if (word !== undefined) word.ends[word.ends.length - 1] = i + 1;
      continue;
    }
    if (!isWordChar(char)) {
      word = undefined;
      continue;
    }
    if (word === undefined) words.push((word = { folded: '', start: i, ends: [] }));
    word.folded = `${word.folded}${char}`.replace(GLIDE, GLIDE_LETTER).replace('y', 'i');
    while (word.ends.length < word.folded.length) word.ends.push(i + 1);
  }
  return words;
}

/** Matches a word of the query at a word of the text, and at the next ones if it was typed without spaces. */
function matchAt(
  words: readonly TextWord[],
  index: number,
  wanted: QueryWord,
): { taken: number; end: number } | undefined {
  let at = 0;
  for (let i = index; i < words.length; i += 1) {
    const { folded, ends } = words[i];
    const rest = wanted.text.length - at;
    if (rest < folded.length) {
      if (!wanted.unfinished || !folded.startsWith(wanted.text.slice(at))) return undefined;
      return { taken: i - index + 1, end: ends[rest - 1] };
    }
    if (!wanted.text.startsWith(folded, at)) return undefined;
    at += folded.length;
    if (at === wanted.text.length) return { taken: i - index + 1, end: ends.at(-1) as number };
  }
  return undefined;
}
