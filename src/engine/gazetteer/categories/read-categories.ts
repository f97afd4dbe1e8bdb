import { foldKey } from '../../../base/text/fold.ts';
import { CATEGORIES, CATEGORY_GROUPS } from './categories.ts';

/** The categories of a request. Shape: `numbers` ascending, each once; `unknown` words as written. */
export interface ReadCategories {
  numbers: number[];
  unknown: string[];
}

/** Category numbers by folded word; a word may mean several categories, a group means its members. */
const NUMBERS_OF_WORD = indexWords();

/**
 * Parses categories separated by commas: slugs, groups, and Vietnamese or English words (`atm, Ngân hàng, coffee shops`).
 *
 * Shape: ignores diacritics, case, spaces, hyphens, underscores, an English plural and empty words.
 */
export function readCategories(text: string): ReadCategories {
  const numbers = new Set<number>();
  const unknown: string[] = [];
  for (const part of text.split(',')) {
    const word = part.trim();
    if (word === '') continue;
    const found = lookUp(foldKey(word));
    if (found === undefined) unknown.push(word);
    else for (const number of found) numbers.add(number);
  }
  return { numbers: [...numbers].sort((a, b) => a - b), unknown };
}

/** Looks up a word or its singular: "banks", "churches", and "pharmacies", whose key ends in "ies" as the key of "pharmacy" ends in "i". */
function lookUp(key: string): readonly number[] | undefined {
  const exact = NUMBERS_OF_WORD.get(key);
  if (exact !== undefined || !key.endsWith('s')) return exact;
  return (
    NUMBERS_OF_WORD.get(key.slice(0, -1)) ??
    (key.endsWith('es') ? NUMBERS_OF_WORD.get(key.slice(0, -2)) : undefined)
  );
}

function indexWords(): ReadonlyMap<string, readonly number[]> {
  const byWord = new Map<string, number[]>();
  const add = (word: string, number: number) => {
    const key = foldKey(word);
    const numbers = byWord.get(key);
    if (numbers === undefined) byWord.set(key, [number]);
    else if (!numbers.includes(number)) numbers.push(number);
  };
  CATEGORIES.forEach(({ slug, vietnamese, english, groups }, number) => {
    for (const word of [slug, ...vietnamese, ...english]) add(word, number);
    for (const group of CATEGORY_GROUPS) {
      if (!groups.includes(group.slug)) continue;
      for (const word of [group.slug, ...group.vietnamese, ...group.english]) add(word, number);
    }
  });
  return byWord;
}
