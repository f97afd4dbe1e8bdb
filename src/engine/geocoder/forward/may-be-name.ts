import { trailingUnitWordAt } from '../../../base/text/unit-words.ts';
import { isBrokenWord } from '../../../base/text/tokens.ts';
import type { HouseExpression } from './house-expression.ts';
import {
  isAlleyWord,
  NUMBER,
  ROOM,
  STREET_WORD,
  UNIT_NUMBER,
  UNIT_WORD,
  WORD,
} from '../reader/word-classes.ts';
import { isHardGap, type Question } from './question.ts';

/** Fewest letters and digits of a code that is a name by itself. */
const SHORTEST_CODE = 3;

/** Reports whether a span can be a name: it is no unit with its type word, no part of the ward that is named for certain, and contains no floor or room. */
export function mayBeName(question: Question, from: number, to: number): boolean {
  const { role, wardStart, wardEnd, provinceStart, isProvincePart } = question;
  // "12 Đường 429, Tiền Giang" names that province, and not the street called like it.
  if (isProvincePart && from >= provinceStart) return false;
  // "Bình Hưng Hòa B" is a ward, and "B" in it no street.
  if (from >= wardStart && to <= wardEnd && to - from < wardEnd - wardStart) return false;
  if (role[from] === UNIT_WORD || (from > 0 && role[from - 1] === UNIT_WORD && !isHardGap(question, from)))
    return false;
  const isTyped = role[to] === UNIT_WORD && !isHardGap(question, to);
  if (isTyped && trailingUnitWordAt(question.tokens, to)) return false;
  for (let i = from; i < to; i += 1) {
    const is = role[i];
    if (is === ROOM || is === UNIT_NUMBER || isBrokenWord(question.tokens[i].text)) return false;
  }
  return true;
}

/** Reports whether a span is a name by its context: a number or single word needs a street word, a house number or commas on both sides. */
export function standsAlone(question: Question, from: number, to: number, house: HouseExpression): boolean {
  const { role, partStart, partEnd } = question;
  if (house.streetStart < from) return true;
  const hasHouse = house.steps.count > 0;
  if (to - from > 1) return role[from] !== NUMBER || hasHouse || hasWord(question, from, to);
  const { text } = question.tokens[from];
  if (role[from] === STREET_WORD || isAlleyWord(text)) return false;
  const ends = partEnd[from] === to;
  // "8 Bạch Đằng" is not number 8 of Dang.
  const isAtHouse = hasHouse && (house.end === from || house.start === to);
  if (role[from] !== NUMBER) return isAtHouse || (ends && partStart[from] === from);
  // "QL1A" is a road code; in "12 3/2" and "93/37A 24" the second number is the street.
  if (!isDigit(text.charCodeAt(0))) return hasHouse || text.length >= SHORTEST_CODE;
  // "3/2 quận 10": a date in front is the street with that name, if the question has no other street.
  return hasHouse
    ? house.end === from && (ends || /[/-]/.test(text))
    : partStart[from] === from && isDate(text);
}

function isDate(text: string): boolean {
  const at = text.indexOf('/');
  if (at < 1 || at > 2 || text.length > at + 3) return false;
  const [day, month] = [Number(text.slice(0, at)), Number(text.slice(at + 1))];
  return day >= 1 && day <= 31 && month >= 1 && month <= 12;
}

function hasWord({ role }: Question, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if (role[i] === WORD) return true;
  return false;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
