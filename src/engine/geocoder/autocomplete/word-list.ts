import { firstAt, firstNear } from '../../../base/bisect.ts';
import { textOf } from '../../gazetteer/store/access.ts';
import { SPACE, type RankRange, type Rotations } from '../../gazetteer/autocomplete/rotations.ts';

/** The distinct words of names in byte order; there are far fewer words than names. */
export interface WordList {
  count: number;
  /** Returns the number of a word, or -1. */
  find(word: string): number;
  /** Reports whether any word has this beginning. */
  hasStart(start: string): boolean;
  /** Returns the ranks whose first word is this word. */
  ranksOf(word: number): RankRange;
  /** Returns the ranks whose first word has this beginning. */
  ranksFrom(start: string): RankRange;
  textOf(word: number): string;
  /** Returns the number of bytes of a word. */
  lengthOf(word: number): number;
  /** Copies a word, at most MOST_WORD_BYTES of it; returns the number of bytes copied. */
  copyTo(bytes: Uint8Array, at: number, word: number): number;
}

/** Most bytes of a word that are copied and compared with the typed word. */
export const MOST_WORD_BYTES = 64;

/** Creates the list of the words of names. Cost for each word: two microseconds, its letters and eight bytes. */
export function createWordList(rotations: Rotations): WordList {
  const { text, offset, rank } = gatherWords(rotations);
  const count = rank.length - 1;

  const lengthOf = (word: number): number => offset[word + 1] - offset[word];
  /** Compares the first bytes of a word with others; 0 if it begins with them. */
  const compare = (word: number, bytes: Uint8Array): number => {
    const start = offset[word];
    const end = offset[word + 1];
    for (let i = 0; i < bytes.length; i += 1) {
      const order = (start + i < end ? text[start + i] : -1) - bytes[i];
      if (order !== 0) return order;
    }
    return 0;
  };
  /** Returns the first word from `from` on whose comparison with some bytes is `least` or more. */
  const firstFrom = (from: number, bytes: Uint8Array, least: number): number =>
    firstAt(from, count, (word) => compare(word, bytes) >= least);
  const begins = (word: number, bytes: Uint8Array): boolean => word < count && compare(word, bytes) === 0;

  return {
    count,
    find: (word) => {
      const bytes = Buffer.from(word);
      const first = firstFrom(0, bytes, 0);
      return begins(first, bytes) && lengthOf(first) === bytes.length ? first : -1;
    },
    hasStart: (start) => {
      const bytes = Buffer.from(start);
      return begins(firstFrom(0, bytes, 0), bytes);
    },
    ranksOf: (word) => ({ from: rank[word], to: rank[word + 1] }),
    ranksFrom: (start) => {
      const bytes = Buffer.from(start);
      const first = firstFrom(0, bytes, 0);
      return { from: rank[first], to: rank[firstFrom(first, bytes, 1)] };
    },
    lengthOf,
    copyTo: (bytes, at, word) => {
      const length = Math.min(MOST_WORD_BYTES, lengthOf(word));
      const start = offset[word];
      for (let i = 0; i < length; i += 1) bytes[at + i] = text[start + i];
      return length;
    },
    textOf: (word) => textOf(text, offset[word], offset[word + 1]),
  };
}

/** The concatenated text of all words, and the first rank of each. */
interface Words {
  text: Uint8Array;
  offset: Uint32Array;
  rank: Uint32Array;
}

/** Collects the first words of all ranks; ranks with the same first word are neighbours. */
function gatherWords(rotations: Rotations): Words {
  const letters: number[] = [];
  const offset = [0];
  const rank: number[] = [];
  for (let at = 0; at < rotations.count;) {
    rank.push(at);
    const start = letters.length;
    let byte: number;
    while ((byte = rotations.byteAt(at, letters.length - start)) > SPACE) letters.push(byte);
    offset.push(letters.length);
    at = endOfWord(rotations, at, letters, start);
  }
  rank.push(rotations.count);
  return { text: Uint8Array.from(letters), offset: Uint32Array.from(offset), rank: Uint32Array.from(rank) };
}

/** Returns the first rank after those that begin with a word, the letters from `start` on. */
function endOfWord(rotations: Rotations, from: number, letters: readonly number[], start: number): number {
  const length = letters.length - start;
  const begins = (rank: number): boolean => {
    if (rotations.byteAt(rank, length) > SPACE) return false;
    for (let i = length - 1; i >= 0; i -= 1) {
      if (rotations.byteAt(rank, i) !== letters[start + i]) return false;
    }
    return true;
  };
  return firstNear(from + 1, rotations.count, (rank) => !begins(rank));
}
