import { openFamily } from '../store/array-family.ts';
import type { Arrays } from '../store/array-types.ts';
import { firstInitial } from './initials.ts';
import { NAME_FAMILY } from './name-family.ts';
import { findText } from './name-table.ts';
import { findTypos } from './typo-table.ts';

/** Stands for the name of a thing that has none. */
export const NO_NAME = 0xffffffff;

/**
 * Finds names, and the things that bear them.
 *
 * Shape: names are numbers from 0 to `count`; a stretch of bytes is as writeWord writes words, one behind the other without spaces, its
 * hash as of rollHash. The things of a name are `posting[i]` for i from `postingStart[name]` to `postingStart[name + 1]`, ascending.
 */
export interface Names {
  count: number;
  text: Uint8Array;
  offset: Uint32Array;
  postingStart: Uint32Array;
  posting: Uint32Array;
  /** Name of each thing, of streets without their type word; NO_NAME where it has none. */
  thingName: Uint32Array;
  /** Finds the name that a stretch spells, or -1. */
  find(hash: number, bytes: Uint8Array, start: number, end: number): number;
  /** Finds the names one edit from a stretch; their numbers go to `out`, returns how many. */
  near(bytes: Uint8Array, start: number, end: number, out: Int32Array): number;
  /** Finds the names with some initials; their numbers go to `out`, returns how many. */
  withInitials(hash: number, out: Int32Array): number;
  /** Finds a word of names, or -1. */
  findWord(hash: number, bytes: Uint8Array, start: number, end: number): number;
  /** In how many names each word is. */
  wordCount: Uint32Array;
  /** Names with each word: `wordName[i]` for i from `wordNameStart[word]`; none for words that are in very many. */
  wordNameStart: Uint32Array;
  wordName: Uint32Array;
  /** Returns the text of a name, its words parted by spaces. */
  textOf(name: number): string;
  /** Returns the index of the first posting of a name, from `from` on, that is not below a thing. */
  seek(name: number, from: number, thing: number): number;
}

/** Opens the arrays of buildNameArrays. */
export function openNames(arrays: Arrays): Names {
  const opened = openFamily(NAME_FAMILY, arrays);
  const { nameText: text, nameOffset: offset, nameSlots, typoSlots } = opened;
  const { namePostingStart: postingStart, namePosting: posting, initialHash, initialName } = opened;
  const { wordText, wordOffset, wordSlots, wordCount, wordNameStart, wordName } = opened;
  const decodable = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  return {
    count: offset.length - 1,
    text,
    offset,
    postingStart,
    posting,
    thingName: opened.thingName,
    wordCount,
    wordNameStart,
    wordName,
    find: (hash, bytes, start, end) => findText(nameSlots, text, offset, hash, bytes, start, end),
    near: (bytes, start, end, out) => findTypos(typoSlots, text, offset, bytes, start, end, out),
    withInitials(hash, out) {
      let count = 0;
      for (let i = firstInitial(initialHash, hash); initialHash[i] === hash && count < out.length; i += 1)
        out[count++] = initialName[i] as number;
      return count;
    },
    findWord: (hash, bytes, start, end) => findText(wordSlots, wordText, wordOffset, hash, bytes, start, end),
    textOf: (name) => decodable.toString('utf8', offset[name], offset[name + 1]),
    seek(name, from, thing) {
      let low = from;
      let high = postingStart[name + 1] as number;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((posting[middle] as number) < thing) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}
