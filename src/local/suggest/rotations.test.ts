import { describe, expect, it } from 'vitest';
import { findMisspelt, findMisspeltBefore, partWord } from './mend-words.ts';
import { createRotations, SPACE, type Rotations } from './rotations.ts';
import { sortRotations } from './sort-rotations.ts';
import type { SuggestArrays } from './suggest-arrays.ts';
import { editDistance } from '../../text/edit-distance.ts';

/** Numbers from 0 up to 1 that depend on the seed alone. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = createRandom(5);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const SYLLABLES = [
  'le',
  'loi',
  'lo',
  'lai',
  'l',
  'an',
  'anh',
  'hoa',
  'ho',
  'a',
  'bin',
  'binh',
  '3',
  '12',
  'ệ',
];

function open(keys: readonly string[]): { rotations: Rotations; texts: string[] } {
  const sorted = sortRotations(keys);
  const rotations = createRotations(sorted as unknown as SuggestArrays);
  const texts = Array.from(sorted.rotation, (packed) =>
    Buffer.from(keys[packed >>> 7] as string)
      .subarray(packed & 63)
      .toString(),
  );
  return { rotations, texts };
}

const keys = [
  ...new Set(
    Array.from({ length: 1500 }, () =>
      Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(SYLLABLES)).join(' '),
    ),
  ),
].sort();
const { rotations, texts } = open(keys);
const everything = { from: 0, to: rotations.count };
const bytesOf = (text: string): Buffer => Buffer.from(text);

describe('rotations', () => {
  it('lists every key from each of its word starts on, in the order of bytes', () => {
    const expected = keys.flatMap((key) => {
      const words = key.split(' ');
      return words.map((_, i) => words.slice(i).join(' '));
    });
    const inOrder = (list: string[]): string[] =>
      [...list].sort((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)));
    expect(texts).toEqual(inOrder(expected));
  });

  it('narrows to what looking at all of them finds', () => {
    for (let i = 0; i < 600; i += 1) {
      const text = pick(texts);
      const bytes = bytesOf(text).subarray(0, 1 + Math.floor(random() * Buffer.byteLength(text)));
      const cut = Math.floor(random() * bytes.length);
      const first = rotations.narrow(everything, 0, bytes, cut);
      const range = rotations.narrow(first, cut, bytes.subarray(cut), bytes.length - cut);
      const found = texts.flatMap((each, rank) =>
        bytesOf(each).subarray(0, bytes.length).equals(bytes) ? [rank] : [],
      );
      expect([range.from, range.to]).toEqual([found[0], (found.at(-1) as number) + 1]);
      const whole = found.filter((rank) => (bytesOf(texts[rank] as string)[bytes.length] ?? SPACE) === SPACE);
      expect(rotations.past(range, bytes.length, SPACE)).toBe(range.from + whole.length);
    }
    const nothing = rotations.narrow(everything, 0, bytesOf('zzz'), 3);
    expect(nothing.from).toBe(nothing.to);
  });

  it('opens no keys at all', () => {
    expect(open([]).rotations.count).toBe(0);
  });
});

describe('findMisspelt', () => {
  it('finds exactly the words that are one edit away, behind whatever words', () => {
    const words = ['loi', 'lai', 'anh', 'bin', 'hoa', 'lio', 'ahn', 'bbin', 'lo'];
    for (const before of ['', 'le ', 'an hoa ']) {
      const range = rotations.narrow(everything, 0, bytesOf(before), before.length);
      for (const word of words) {
        const found = findMisspelt(rotations, { ...range, depth: before.length }, word, { left: 1e6 });
        const ranks = new Set<number>();
        for (const { from, to } of found) for (let rank = from; rank < to; rank += 1) ranks.add(rank);
        const expected = texts.flatMap((text, rank) => {
          if (!text.startsWith(before)) return [];
          const next = text.slice(before.length).split(' ')[0] as string;
          // What is not ASCII is more than one byte, and so more than one edit.
          return /^[a-z0-9]+$/.test(next) && editDistance(next, word) === 1 ? [rank] : [];
        });
        expect([...ranks].sort((a, b) => a - b)).toEqual(expected);
      }
    }
  });

  it('finds them in front of words that are spelled right', () => {
    const { rotations: names } = open(['le loi', 'duong le loi 2', 'ly loi', 'loi', 'an loi', 'nhu le loi']);
    const loi = names.narrow({ from: 0, to: names.count }, 0, bytesOf('loi'), 3);
    expect(findMisspeltBefore(names, loi, 'lee').sort()).toEqual(['le']);
    expect(findMisspeltBefore(names, loi, 'l').sort()).toEqual(['le', 'ly']);
    expect(findMisspeltBefore(names, loi, 'le').sort()).toEqual(['ly']);
    expect(findMisspeltBefore(names, { from: 0, to: 0 }, 'le')).toEqual([]);
  });

  it('stops when its steps are used up', () => {
    const budget = { left: 3 };
    findMisspelt(rotations, { ...everything, depth: 0 }, 'loi', budget);
    expect(budget.left).toBeLessThanOrEqual(0);
    expect(budget.left).toBeGreaterThan(-200);
  });
});

describe('partWord', () => {
  it('parts a word as some name does', () => {
    const { rotations: names } = open(['duong le loi', 'nguyen thi minh khai', 'hoa binh']);
    expect(partWord(names, 'leloi', false)).toEqual(['le', 'loi']);
    expect(partWord(names, 'leloi', true)).toEqual(['le', 'loi']);
    expect(partWord(names, 'nguyenthimi', true)).toEqual(['nguyen', 'thi', 'mi']);
    expect(partWord(names, 'nguyenthimi', false)).toBeUndefined();
    expect(partWord(names, 'hoabinhle', false)).toBeUndefined();
    expect(partWord(names, 'hoa', false)).toBeUndefined();
  });
});
