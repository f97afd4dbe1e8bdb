import { textOf } from '../../gazetteer/store/access.ts';
import { SPACE, type RankRange, type Rotations } from '../../gazetteer/autocomplete/rotations.ts';

/** Knows the distinct words of names, which are few beside the names, in the order of their bytes. */
export interface WordList {
  count: number;
  /** Finds a word; -1 for none. */
  find(word: string): number;
  /** Tells whether any word begins so. */
  hasStart(start: string): boolean;
  /** Finds the ranks that begin with a word, whole. */
  ranksOf(word: number): RankRange;
  /** Finds the ranks whose first word begins so. */
  ranksFrom(start: string): RankRange;
  textOf(word: number): string;
  /** Counts the bytes of a word. */
  lengthOf(word: number): number;
  /** Copies a word into bytes; returns how many it has, MOST_WORD_BYTES of them at most. */
  copyTo(bytes: Uint8Array, at: number, word: number): number;
}

/** Counts the bytes of a word that are copied, and compared with what was typed. */
export const MOST_WORD_BYTES = 64;

/** Lists the words of names. Cost: two microseconds, and eight bytes beside its letters, a word. */
export function createWordList(rotations: Rotations): WordList {
  const { text, offset, rank } = gatherWords(rotations);
  const count = rank.length - 1;

  const lengthOf = (word: number): number => (offset[word + 1] as number) - (offset[word] as number);
  /** Compares the first bytes of a word with others; 0 where it begins with them. */
  const compare = (word: number, bytes: Uint8Array): number => {
    const start = offset[word] as number;
    const end = offset[word + 1] as number;
    for (let i = 0; i < bytes.length; i += 1) {
      const order = (start + i < end ? (text[start + i] as number) : -1) - (bytes[i] as number);
      if (order !== 0) return order;
    }
    return 0;
  };
  /** Finds the first word from one on that compares with some bytes as `least` or more. */
  const firstFrom = (from: number, bytes: Uint8Array, least: number): number => {
    let [low, high] = [from, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(middle, bytes) < least) low = middle + 1;
      else high = middle;
    }
    return low;
  };
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
    ranksOf: (word) => ({ from: rank[word] as number, to: rank[word + 1] as number }),
    ranksFrom: (start) => {
      const bytes = Buffer.from(start);
      const first = firstFrom(0, bytes, 0);
      return { from: rank[first] as number, to: rank[firstFrom(first, bytes, 1)] as number };
    },
    lengthOf,
    copyTo: (bytes, at, word) => {
      const length = Math.min(MOST_WORD_BYTES, lengthOf(word));
      const start = offset[word] as number;
      for (let i = 0; i < length; i += 1) bytes[at + i] = text[start + i] as number;
      return length;
    },
    textOf: (word) => textOf(text, offset[word] as number, offset[word + 1] as number),
  };
}

/** Words one behind the other, and the first rank of each. */
interface Words {
  text: Uint8Array;
  offset: Uint32Array;
  rank: Uint32Array;
}

/** Goes from word to word: the ranks that one begins are neighbours. */
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

/** Finds the first rank behind those that begin with a word, the letters from `start` on. */
function endOfWord(rotations: Rotations, from: number, letters: readonly number[], start: number): number {
  const length = letters.length - start;
  const begins = (rank: number): boolean => {
    if (rotations.byteAt(rank, length) > SPACE) return false;
    for (let i = length - 1; i >= 0; i -= 1) {
      if (rotations.byteAt(rank, i) !== letters[start + i]) return false;
    }
    return true;
  };
  let [low, high] = [from + 1, from + 1];
  for (let step = 1; high < rotations.count && begins(high); step *= 2) {
    low = high + 1;
    high = Math.min(rotations.count, low + step);
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (begins(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
