import { foldText } from './row-texts.ts';

/** A part of a text. Shape: `isCommon` for a word that the other text has as well, and for what is between words. */
export interface TextPart {
  text: string;
  isCommon: boolean;
}

const WORD = /[\p{L}\p{N}]+/gu;
/** Words for kinds of units and streets, also shortened: they tell nothing apart. */
const KIND_WORDS = new Set(
  'phuong p xa x quan q huyen h thi tran tx tt thanh pho tp tinh t duong d so'.split(' '),
);

/** Marks the words of a text that another one does not have, with or without diacritics. */
export function markDifferences(text: string, other: string): TextPart[] {
  const known = new Set(words(other));
  const parts: TextPart[] = [];
  let last = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (index > last) parts.push({ text: text.slice(last, index), isCommon: true });
    const folded = foldText(word);
    parts.push({ text: word, isCommon: known.has(folded) || KIND_WORDS.has(folded) });
    last = index + word.length;
  }
  if (last < text.length) parts.push({ text: text.slice(last), isCommon: true });
  return parts;
}

/** Reports whether a text names something: has all of its words, without those of kinds. */
export function namesIn(text: string, name: string): boolean {
  const known = new Set(words(text));
  const own = words(name).filter((word) => !KIND_WORDS.has(word));
  return own.length > 0 && own.every((word) => known.has(word));
}

const words = (text: string): string[] => foldText(text).match(WORD) ?? [];
