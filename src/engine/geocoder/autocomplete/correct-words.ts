import { SPACE, type RankRange, type Rotations } from '../../gazetteer/autocomplete/rotations.ts';
import type { WordList } from './word-list.ts';

/** Letters and digits that a misspelt word may lack. */
const LETTERS = [...'0123456789abcdefghijklmnopqrstuvwxyz'];

/** Longest word that is corrected. Units: letters. */
const LONGEST_MISSPELT = 24;

/** Base of the hash of words, a polynomial of their letters; odd, so that every letter counts. */
const BASE = 0x01000193;

/** Multiplier that spreads hashes over slots: 2 to the power of 32 over the golden ratio. */
const SPREAD = 0x9e3779b1;

/** A correction of misspelt words. */
export interface Corrector {
  /** Returns, ascending, the words one edit away from a word: a letter added, missing or wrong, or two swapped. Cost: some five hundred look-ups. */
  correct(word: string): number[];
}

/** Creates the corrector of misspelt words. Cost: 12 to 20 bytes a word. */
export function createCorrector(words: WordList): Corrector {
  const bits = 33 - Math.clz32(words.count);
  const slots = new Int32Array(2 ** bits).fill(-1);
  const hashes = new Int32Array(words.count);
  const next = (slot: number): number => (slot + 1) & (slots.length - 1);
  const slotOf = (hash: number): number => Math.imul(hash, SPREAD) >>> (32 - bits);
  for (let word = 0; word < words.count; word += 1) {
    const hash = hashOf(words.textOf(word));
    hashes[word] = hash;
    let slot = slotOf(hash);
    while (slots[slot] !== -1) slot = next(slot);
    slots[slot] = word;
  }
  // Hashes of the first letters and of the last ones, and powers of the base: any edit is then hashed in a few steps.
  const head = new Int32Array(LONGEST_MISSPELT + 1);
  const tail = new Int32Array(LONGEST_MISSPELT + 1);
  const power = new Int32Array(LONGEST_MISSPELT + 2);
  power[0] = 1;
  for (let i = 1; i < power.length; i += 1) power[i] = Math.imul(power[i - 1], BASE);

  const correct: Corrector['correct'] = (word) => {
    const { length } = word;
    if (length > LONGEST_MISSPELT) return [];
    for (let i = 0; i < length; i += 1) {
      head[i + 1] = Math.imul(head[i], BASE) + word.charCodeAt(i);
    }
    tail[length] = 0;
    for (let i = length - 1; i >= 0; i -= 1) {
      tail[i] = Math.imul(word.charCodeAt(i), power[length - 1 - i]) + tail[i + 1];
    }
    const found = new Set<number>();
    /** Adds the word made of the letters up to `until`, other letters, and the letters from `from` on, if it exists. */
    const look = (until: number, others: string, from: number): void => {
      const rest = length - from;
      let hash = head[until];
      for (let i = 0; i < others.length; i += 1) hash = Math.imul(hash, BASE) + others.charCodeAt(i);
      hash = (Math.imul(hash, power[rest]) + tail[from]) | 0;
      for (let slot = slotOf(hash); slots[slot] !== -1; slot = next(slot)) {
        const other = slots[slot];
        if (hashes[other] !== hash || found.has(other)) continue;
        // Different words may have the same hash.
        const text = word.slice(0, until) + others + word.slice(from);
        if (text !== word && words.textOf(other) === text) found.add(other);
      }
    };
    for (let i = 0; i <= length; i += 1) {
      for (const letter of LETTERS) look(i, letter, i);
      if (i === length) break;
      look(i, '', i + 1);
      for (const letter of LETTERS) look(i, letter, i + 1);
      if (i + 1 < length) look(i, word[i + 1] + word[i], i + 2);
    }
    return [...found].sort((a, b) => a - b);
  };
  return { correct };
}

function hashOf(word: string): number {
  let hash = 0;
  for (let i = 0; i < word.length; i += 1) hash = (Math.imul(hash, BASE) + word.charCodeAt(i)) | 0;
  return hash;
}

/** Most splits of a word that are tried. */
const MOST_PARTINGS = 100;

/** Ranks whose first `depth` bytes are equal. */
export interface Node extends RankRange {
  depth: number;
}

/** Splits an ASCII word that was typed without spaces into the words of a name, the longest words first; returns undefined if no name has them. */
export function splitWord(
  rotations: Rotations,
  words: WordList,
  word: string,
  isUnfinished: boolean,
): string[] | undefined {
  const bytes = Buffer.alloc(word.length + 1);
  let left = MOST_PARTINGS;
  /** Splits the rest of the word, from a letter on, within the ranks that begin with the words before it. */
  const part = (node: Node, at: number): string[] | undefined => {
    for (let end = word.length; end > at; end -= 1) {
      const text = word.slice(at, end);
      const isLast = end === word.length;
      if (isLast && isUnfinished ? !words.hasStart(text) : words.find(text) < 0) continue;
      left -= 1;
      if (left < 0) return undefined;
      const extended = extend(node, text);
      if (extended.from === extended.to) continue;
      if (isLast) {
        const to = isUnfinished ? extended.to : rotations.past(extended, extended.depth, SPACE);
        if (extended.from < to) return [text];
        continue;
      }
      const rest = part(extended, end);
      if (rest !== undefined) return [text, ...rest];
    }
    return undefined;
  };
  const extend = (node: Node, text: string): Node => {
    if (node.depth === 0) return { ...words.ranksFrom(text), depth: text.length };
    bytes[0] = SPACE;
    const length = 1 + bytes.write(text, 1);
    return { ...rotations.narrow(node, node.depth, bytes, length), depth: node.depth + length };
  };
  const parts = part({ from: 0, to: rotations.count, depth: 0 }, 0);
  return parts !== undefined && parts.length > 1 ? parts : undefined;
}
