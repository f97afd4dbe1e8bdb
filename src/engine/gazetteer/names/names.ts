import { firstAt, lowerBound } from '../../../base/bisect.ts';
import { openFamily } from '../store/array-family.ts';
import type { Arrays } from '../store/array-types.ts';
import { wholeArray } from '../store/block-array.ts';
import { bitOfWord } from './name-key.ts';
import { NAME_FAMILY } from './name-family.ts';
import { findTags, findText } from './name-table.ts';
import { findTypos } from './typo-table.ts';

/** Name number of a feature without a name. */
export const NO_NAME = 0xffffffff;
const SPACE = 0x20;

/**
 * Index of names and of the features with each name.
 *
 * Shape: names are numbers from 0 to `count`; ranges of bytes are words as writeWord writes them, joined without spaces, with their
 * hash as of rollHash. The features of a name are `posting[i]` for i from `postingStart[name]` to `postingStart[name + 1]`, ascending.
 */
export interface Names {
  count: number;
  text: Uint8Array;
  offset: Uint32Array;
  postingStart: Uint32Array;
  posting: Uint32Array;
  /** Name of each feature, for streets without their type word; NO_NAME for none. */
  featureName: Uint32Array;
  /** Returns the name that equals a range of bytes, or -1. */
  find(hash: number, bytes: Uint8Array, start: number, end: number): number;
  /**
   * Writes 1 to `out` for each of the first `count` hashes that a name may have, 0 for one that none has; 1024 at most.
   *
   * Cost: memory is waited for once, not once for each hash.
   */
  mayFind(hashes: Int32Array, count: number, out: Uint8Array): void;
  /** Writes the names one edit from a range of bytes to `out`; returns their number. */
  near(bytes: Uint8Array, start: number, end: number, out: Int32Array): number;
  /** Writes the names with the initials of a hash to `out`; returns their number. */
  withInitials(hash: number, out: Int32Array): number;
  /** Returns the word that equals a range of bytes, or -1. */
  findWord(hash: number, bytes: Uint8Array, start: number, end: number): number;
  /** Number of names with each word. */
  wordCount: Uint32Array;
  /** Names with each word: `wordName[i]` for i from `wordNameStart[word]`; none for very frequent words. */
  wordNameStart: Uint32Array;
  wordName: Uint32Array;
  /** Returns the words of a name as bits, each that of {@link bitOfWord}. Cost: a few nanoseconds after the first time, without a look at the text. */
  wordBits(name: number): number;
  /** Returns the number of bytes of a name without its spaces; `wordBits` was called for it. */
  lettersOf(name: number): number;
  /** Returns the text of a name, words separated by spaces. */
  textOf(name: number): string;
  /** Returns the index of the first posting of a name, from `from` on, that is `feature` or greater. */
  seek(name: number, from: number, feature: number): number;
}

/** Opens the arrays of buildNameArrays. */
export function openNames(arrays: Arrays): Names {
  const opened = openFamily(NAME_FAMILY, arrays);
  const { nameOffset: offset, nameSlots, typoSlots } = opened;
  const text = wholeArray(opened.nameText);
  const { namePostingStart: postingStart, namePosting: posting, initialHash, initialName } = opened;
  const { wordText, wordOffset, wordSlots, wordCount, wordNameStart, wordName } = opened;
  // Zeros of a large array take no memory before they are written.
  const bits = new Int32Array(offset.length - 1);
  const letters = new Uint16Array(offset.length - 1);
  const decodable = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  return {
    count: offset.length - 1,
    text,
    offset,
    postingStart,
    posting,
    featureName: opened.featureName,
    wordCount,
    wordNameStart,
    wordName,
    find: (hash, bytes, start, end) => findText(nameSlots, text, offset, hash, bytes, start, end),
    mayFind(hashes, hashCount, out) {
      findTags(nameSlots, offset.length - 1, hashes, hashCount, out);
    },
    near: (bytes, start, end, out) => findTypos(typoSlots, text, offset, bytes, start, end, out),
    withInitials(hash, out) {
      let count = 0;
      for (
        let i = firstAt(0, initialHash.length, (at) => initialHash[at] >= hash);
        initialHash[i] === hash && count < out.length;
        i += 1
      )
        out[count++] = initialName[i];
      return count;
    },
    findWord: (hash, bytes, start, end) => findText(wordSlots, wordText, wordOffset, hash, bytes, start, end),
    wordBits(name) {
      if (bits[name] !== 0) return bits[name];
      const end = offset[name + 1];
      let start = offset[name];
      letters[name] = end - start;
      for (let at = start; at <= end; at += 1) {
        if (at < end && text[at] !== SPACE) continue;
        bits[name] |= bitOfWord(text, start, at);
        if (at < end) letters[name] -= 1;
        start = at + 1;
      }
      return bits[name];
    },
    lettersOf: (name) => letters[name],
    textOf: (name) => decodable.toString('utf8', offset[name], offset[name + 1]),
    seek: (name, from, feature) => lowerBound(posting, feature, from, postingStart[name + 1]),
  };
}
