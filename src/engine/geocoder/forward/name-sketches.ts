import { hashBytes } from '../../gazetteer/names/name-key.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import { MOST_TOKENS, type Question } from './question.ts';

const SPACE = 0x20;
const FIRST_LETTER = 0x61;
const LETTERS = 26;
/** Bits of bytes that are no letter of a to z: those of ASCII, and those of other letters. */
const OTHER_ASCII = 1 << LETTERS;
const OTHER_LETTER = 2 << LETTERS;

/**
 * What shows without a look at its text that a name is not similar to some words: the letters and the words that it has, each a bit.
 *
 * Shape: names by number, or those of streets by the number of the street, so that the streets of a unit are side by side in memory.
 * Guarantee: names that are similar always may be.
 * Cost: a few nanoseconds for a name; 12 bytes of memory for each name that was compared before.
 */
export interface NameSketches {
  /** Sets the words that names are compared with: a run of tokens. */
  compareWith(question: Question, from: number, to: number): void;
  /** Returns the number of bytes of a name without its spaces. */
  sizeOf(name: number): number;
  /** Returns the number of bytes of a name. */
  bytesOf(name: number): number;
  /** Reports whether a name may be within some edits of the words, both without spaces. */
  mayBeWithin(name: number, edits: number): boolean;
  /** Reports whether a name may have words in common with the others, with this share of the letters of the longer one. */
  mayShare(name: number, share: number): boolean;
}

/** The sketches of a dataset. */
export interface Sketches {
  ofNames: NameSketches;
  ofStreets: NameSketches;
}

/** Creates the sketches of all names, each made when it is first compared. */
export function createNameSketches(names: Names): NameSketches {
  return createSketches(names, names.count, (name) => name);
}

/** Creates the sketches of the names of the first `count` streets. */
export function createStreetSketches(names: Names, count: number): NameSketches {
  return createSketches(names, count, (street) => names.featureName[street]);
}

function createSketches(
  { text, offset }: Names,
  count: number,
  nameOf: (index: number) => number,
): NameSketches {
  // Zeros of a large array take no memory before they are written.
  const letters = new Int32Array(count);
  const words = new Int32Array(count);
  const sizes = new Uint16Array(count);
  const spaces = new Uint16Array(count);
  const wantedBits = new Int32Array(MOST_TOKENS);
  const wantedSizes = new Int32Array(MOST_TOKENS);
  let wantedLetters = 0;
  let wantedCount = 0;
  let wantedSize = 0;

  const sketch = (index: number): void => {
    const name = nameOf(index);
    const end = offset[name + 1];
    let wordStart = offset[name];
    letters[index] = lettersOf(text, wordStart, end);
    let bits = 0;
    let gaps = 0;
    for (let at = wordStart; at <= end; at += 1) {
      if (at < end && text[at] !== SPACE) continue;
      bits |= bitOfWord(text, wordStart, at);
      wordStart = at + 1;
      if (at < end) gaps += 1;
    }
    words[index] = bits;
    spaces[index] = gaps;
    sizes[index] = end - offset[name] - gaps;
  };

  return {
    compareWith({ bytes, start }, from, to) {
      wantedLetters = lettersOf(bytes, start[from], start[to]);
      wantedCount = to - from;
      wantedSize = start[to] - start[from];
      for (let i = 0; i < wantedCount; i += 1) {
        const first = start[from + i];
        const end = start[from + i + 1];
        wantedBits[i] = bitOfWord(bytes, first, end);
        wantedSizes[i] = end - first;
      }
    },
    sizeOf(name) {
      if (letters[name] === 0) sketch(name);
      return sizes[name];
    },
    bytesOf(name) {
      if (letters[name] === 0) sketch(name);
      return sizes[name] + spaces[name];
    },
    mayBeWithin(name, edits) {
      if (letters[name] === 0) sketch(name);
      const own = letters[name];
      // An edit removes at most one letter, and adds at most one.
      return bitCount(own & ~wantedLetters) <= edits && bitCount(wantedLetters & ~own) <= edits;
    },
    mayShare(name, share) {
      if (letters[name] === 0) sketch(name);
      const own = words[name];
      let common = 0;
      for (let i = 0; i < wantedCount; i += 1) if ((own & wantedBits[i]) !== 0) common += wantedSizes[i];
      return common >= share * Math.max(sizes[name], wantedSize);
    },
  };
}

function lettersOf(bytes: Uint8Array, start: number, end: number): number {
  let letters = 0;
  for (let at = start; at < end; at += 1) {
    const letter = bytes[at] - FIRST_LETTER;
    if (letter >= 0 && letter < LETTERS) letters |= 1 << letter;
    else if (bytes[at] >= 0x80) letters |= OTHER_LETTER;
    else if (bytes[at] !== SPACE) letters |= OTHER_ASCII;
  }
  return letters;
}

function bitOfWord(bytes: Uint8Array, start: number, end: number): number {
  const hash = hashBytes(bytes, start, end);
  return 1 << ((hash ^ (hash >>> 15)) & 31);
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
