import { diacriticKey, hasDiacritics } from '../../../base/text/diacritics.ts';

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
