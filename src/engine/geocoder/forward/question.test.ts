import { beforeAll, describe, expect, it } from 'vitest';
import { openWorld, streetAlong, type PlaceWorld } from '../../../../test/support/place-world.ts';
import { createQuestion, readQuestion } from './question.ts';
import { STREET_WORD, UNIT_WORD, WORD } from '../reader/word-classes.ts';

let world: PlaceWorld;

beforeAll(async () => {
  world = await openWorld([streetAlong('Đường Hoa', 3, 20.92, 105.7, 20.921, 105.702)]);
});

/** Returns the roles of some words of a text. */
function rolesIn(text: string, ...words: string[]): (number | undefined)[] {
  const question = createQuestion();
  readQuestion(question, world.adminSearch.understand(text));
  const tokens = question.tokens.map((token) => token.text);
  return words.map((word) => question.role[tokens.indexOf(word)]);
}

describe('a street word', () => {
  it('is none right behind the word of a unit, whose name it begins: "Xã Dương Hòa"', () => {
    const text = '492 TL21, X.Dương Hòa, Hà Nội';
    expect(rolesIn(text, 'x', 'duong', 'hoa')).toEqual([UNIT_WORD, WORD, WORD]);
    expect(rolesIn('12 Ngõ 5, Xã Dương Quỳ, Lào Cai', 'xa', 'duong')).toEqual([UNIT_WORD, WORD]);
  });

  it('stays one elsewhere', () => {
    expect(rolesIn('492 Đường Hoa, Hà Nội', 'duong')).toEqual([STREET_WORD]);
    expect(rolesIn('492, Xã Phụng Châu, Đường Hoa, Hà Nội', 'duong')).toEqual([STREET_WORD]);
  });
});
