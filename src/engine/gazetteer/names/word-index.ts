import { createRepeated } from './name-forms.ts';
import { buildNameSlots } from './name-table.ts';
import { packTexts } from './packed-texts.ts';

/** Words of more names than this are counted but have no list of names: they alone identify none. */
export const MOST_NAMES = 1024;

/** The words of names, and the names with each word. */
export interface WordArrays {
  wordText: Uint8Array;
  wordOffset: Uint32Array;
  wordSlots: Int32Array;
  /** Number of names with each word. */
  wordCount: Uint32Array;
  wordNameStart: Uint32Array;
  wordName: Uint32Array;
}

/** Builds the index of the words of names; a name that is also in the list without its type word is indexed only once. */
export function buildWords(texts: readonly string[]): WordArrays {
  const isRepeated = createRepeated(texts);
  const namesOf = new Map<string, number[]>();
  texts.forEach((text, name) => {
    if (isRepeated(text)) return;
    for (const word of new Set(text.split(' '))) {
      const names = namesOf.get(word);
      if (names === undefined) namesOf.set(word, [name]);
      else names.push(name);
    }
  });
  const words = [...namesOf.keys()].sort((a, b) => (a < b ? -1 : 1));
  const { text, offset } = packTexts(words);
  const start = new Uint32Array(words.length + 1);
  const count = new Uint32Array(words.length);
  const lists = words.map((word, i) => {
    const names = namesOf.get(word) as number[];
    count[i] = names.length;
    const kept = names.length > MOST_NAMES ? [] : names;
    start[i + 1] = start[i] + kept.length;
    return kept;
  });
  return {
    wordText: text,
    wordOffset: offset,
    wordSlots: buildNameSlots(text, offset),
    wordCount: count,
    wordNameStart: start,
    wordName: Uint32Array.from(lists.flat()),
  };
}
