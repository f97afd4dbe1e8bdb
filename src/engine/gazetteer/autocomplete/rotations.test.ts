import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../test/support/memory-disk.ts';
import { createCorrector, splitWord } from '../../geocoder/autocomplete/correct-words.ts';
import { createRotations, type Rotations, sortRotations, SPACE } from './rotations.ts';
import { byteOfRotation, keyOfRotation, type SuggestArrays } from '../store/suggest-arrays.ts';
import { createWordList } from '../../geocoder/autocomplete/word-list.ts';
import { editDistance } from '../../../base/text/edit-distance.ts';

const random = seededRandom(5);
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
    Buffer.from(keys[keyOfRotation(packed)] as string)
      .subarray(byteOfRotation(packed))
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

describe('the list of words', () => {
  const list = createWordList(rotations);
  const words = Array.from({ length: list.count }, (_, word) => list.textOf(word));

  it('holds every word of the names once, in the order of bytes', () => {
    const all = [...new Set(keys.flatMap((key) => key.split(' ')))];
    expect(words).toEqual(all.sort((a, b) => Buffer.compare(bytesOf(a), bytesOf(b))));
    expect(createWordList(open([]).rotations).count).toBe(0);
  });

  it('finds words, and the ranks that begin with them', () => {
    const ranksOf = (holds: (text: string) => boolean): { from: number; to: number } => {
      const from = texts.findIndex(holds);
      return from < 0 ? { from: 0, to: 0 } : { from, to: from + texts.filter(holds).length };
    };
    for (const text of [...SYLLABLES, 'b', 'bi', 'hoaa', 'z', '0', '1', 'ệệ']) {
      const word = list.find(text);
      expect(word, text).toBe(words.indexOf(text));
      expect(list.hasStart(text), text).toBe(words.some((each) => each.startsWith(text)));
      const started = list.ranksFrom(text);
      if (list.hasStart(text)) expect(started, text).toEqual(ranksOf((each) => each.startsWith(text)));
      else expect(started.from, text).toBe(started.to);
      if (word < 0) continue;
      expect(list.ranksOf(word), text).toEqual(ranksOf((each) => `${each} `.startsWith(`${text} `)));
      expect(list.lengthOf(word), text).toBe(Buffer.byteLength(text));
      const copy = Buffer.alloc(8);
      expect(copy.toString('utf8', 2, 2 + list.copyTo(copy, 2, word))).toBe(text);
    }
  });
});

describe('the corrector', () => {
  it('finds exactly the words that are one edit away', () => {
    const letters = [...'abcdeghiklmnoprstuvx123'];
    const made = Array.from({ length: 4000 }, () =>
      Array.from({ length: 1 + Math.floor(random() ** 2 * 6) }, () => pick(letters)).join(''),
    );
    const list = createWordList(open([...new Set(made), 'x'.repeat(30)].sort()).rotations);
    const corrector = createCorrector(list);
    const all = Array.from({ length: list.count }, (_, word) => list.textOf(word));
    const asked = [...made.slice(0, 60), ...letters, 'ab', 'aab', 'zzzzzz', 'ệ', ''];
    for (const text of asked) {
      const expected = all.flatMap((each, word) => (editDistance(each, text, 1) === 1 ? [word] : []));
      expect(corrector.correct(text), text).toEqual(expected);
    }
    expect(corrector.correct('x'.repeat(29))).toEqual([]);
    expect(createCorrector(createWordList(open([]).rotations)).correct('le')).toEqual([]);
  });
});

describe('splitWord', () => {
  const names = open(['duong le loi', 'nguyen thi minh khai', 'hoa binh', 'le loi hoa']).rotations;
  const part = (word: string, isUnfinished: boolean): string[] | undefined =>
    splitWord(names, createWordList(names), word, isUnfinished);

  it('parts a word as some name does', () => {
    expect(part('leloi', false)).toEqual(['le', 'loi']);
    expect(part('leloi', true)).toEqual(['le', 'loi']);
    expect(part('nguyenthimi', true)).toEqual(['nguyen', 'thi', 'mi']);
    expect(part('nguyenthimi', false)).toBeUndefined();
    expect(part('hoabinhle', false)).toBeUndefined();
    expect(part('hoa', false)).toBeUndefined();
  });

  it('gives up on what could be parted in very many ways', () => {
    const many = open(
      Array.from({ length: 4 }, (_, i) =>
        Array.from({ length: 8 }, (__, at) => 'a'.repeat(1 + ((i + at) % 4))).join(' '),
      ),
    ).rotations;
    expect(splitWord(many, createWordList(many), `${'a'.repeat(60)}b`, false)).toBeUndefined();
  });
});
