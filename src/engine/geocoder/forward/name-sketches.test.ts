import { describe, expect, it } from 'vitest';
import { packTexts } from '../../gazetteer/names/packed-texts.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import { createNameSketches, createStreetSketches } from './name-sketches.ts';
import { createQuestion, type Question } from './question.ts';
import { byteDistance, shareWords } from './similar.ts';

function namesOf(texts: readonly string[]): Names {
  return { count: texts.length, ...packTexts(texts) } as Partial<Names> as Names;
}

function questionOf(words: readonly string[]): Question {
  const question = createQuestion();
  let end = 0;
  words.forEach((word, i) => {
    question.start[i] = end;
    end += Buffer.from(word).copy(question.bytes, end);
  });
  question.start[words.length] = end;
  question.count = words.length;
  return question;
}

describe('sketches of names', () => {
  let state = 5;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const word = (): string => Array.from({ length: 1 + random(4) }, () => 'abé1'.charAt(random(4))).join('');
  const words = (): string[] => Array.from({ length: 1 + random(4) }, word);
  const texts = Array.from({ length: 400 }, () => words().join(' '));
  const names = namesOf(texts);

  it('never leave out a similar name, and leave out most of the others', () => {
    const sketches = createNameSketches(names);
    let [similar, kept, compared] = [0, 0, 0];
    for (let i = 0; i < 200; i += 1) {
      const run = words();
      const question = questionOf(run);
      sketches.compareWith(question, 0, run.length);
      texts.forEach((text, name) => {
        const key = Buffer.from(text.replaceAll(' ', ''));
        expect(sketches.sizeOf(name)).toBe(key.length);
        expect(sketches.bytesOf(name)).toBe(Buffer.byteLength(text));
        const length = question.start[run.length]!;
        const isNear = byteDistance(key, key.length, question.bytes, 0, length, 1) <= 1;
        const isShared = shareWords(question, names, name, 0, run.length).share >= 0.5;
        if (isNear) expect(sketches.mayBeWithin(name, 1), `${text}, ${run.join(' ')}`).toBe(true);
        if (isShared) expect(sketches.mayShare(name, 0.5), `${text}, ${run.join(' ')}`).toBe(true);
        compared += 1;
        if (isNear || isShared) similar += 1;
        if (sketches.mayShare(name, 0.5)) kept += 1;
      });
    }
    expect(similar).toBeGreaterThan(100);
    expect(kept).toBeLessThan(compared / 2);
  });

  it('are the same for the streets with the names', () => {
    const streets = createStreetSketches(
      { ...names, featureName: Uint32Array.from(texts, (_, i) => texts.length - 1 - i) },
      texts.length,
    );
    const sketches = createNameSketches(names);
    const run = words();
    for (const each of [streets, sketches]) each.compareWith(questionOf(run), 0, run.length);
    texts.forEach((_, street) => {
      const name = texts.length - 1 - street;
      expect(streets.sizeOf(street)).toBe(sketches.sizeOf(name));
      expect(streets.mayBeWithin(street, 1)).toBe(sketches.mayBeWithin(name, 1));
      expect(streets.mayShare(street, 0.5)).toBe(sketches.mayShare(name, 0.5));
    });
  });
});
