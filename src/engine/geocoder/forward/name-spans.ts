import { INSIDE, isHardGap, type Marks, OPEN, type Question } from './question.ts';
import {
  ALLEY_WORD,
  HOUSE_WORD,
  isAlleyWord,
  LETTER,
  NUMBER,
  ROOM,
  STREET_WORD,
  UNIT_NUMBER,
  UNIT_WORD,
  WORD,
} from '../reader/word-classes.ts';
import { trailingUnitWordAt } from '../../../base/text/unit-words.ts';
import { isBrokenWord } from '../../../base/text/tokens.ts';
import type { HouseExpression } from './house-expression.ts';
import { hashBytes, LONGEST_TEXT, rollHash, writeWord } from '../../gazetteer/names/name-key.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import type { KnownNames } from '../reader/admin-search.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';

/** Most words of a name. */
export const LONGEST_NAME = 10;

/** Most words of a misspelt name. */
const LONGEST = 6;

/** Visits the spans of a question that contain an unexplained word and no word of a unit, up to the province at the end. */
export function eachOpenSpan(
  question: Question,
  marks: Marks,
  visit: (from: number, to: number) => void,
): void {
  const { provinceStart: count, role } = question;
  for (let from = 0; from < count; from += 1) {
    const first = role[from];
    if (first === NUMBER || first === LETTER || first === HOUSE_WORD || first === ALLEY_WORD) continue;
    let open = false;
    for (let to = from + 1; to <= count && to <= from + LONGEST; to += 1) {
      const last = to - 1;
      if (marks[last] === INSIDE || (last > from && isHardGap(question, last))) break;
      if (marks[last] === OPEN && role[last] === WORD) open = true;
      if (open) visit(from, to);
    }
  }
}

/** Visits the longest runs of words that contain an unexplained word, and no number, comma or word of a unit, up to the province at the end. */
export function eachOpenRun(
  question: Question,
  marks: Marks,
  visit: (from: number, to: number) => void,
): void {
  const { provinceStart: count, role } = question;
  for (let from = 0; from < count; from += 1) {
    let open = false;
    let to = from;
    while (
      to < count &&
      role[to] === WORD &&
      marks[to] !== INSIDE &&
      (to === from || !isHardGap(question, to))
    ) {
      if (marks[to] === OPEN) open = true;
      to += 1;
    }
    if (open) visit(from, to);
    if (to > from) from = to - 1;
  }
}

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
  // "QL1A" is a road code, as "D3" is in "D3, Phường Tăng Nhơn Phú"; in "12 3/2" and "93/37A 24" the second number is the street.
  if (!isDigit(text.charCodeAt(0))) return hasHouse || text.length >= SHORTEST_CODE || (from === 0 && ends);
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

/** Reports whether a key is the abbreviation of a numbered ward or district, which some streets are called like: "P7" is Phường 7. */
function isNumberedUnit(key: Uint8Array, end: number): boolean {
  return (
    (end === 2 || end === 3) &&
    'pqf'.includes(String.fromCharCode(key[0])) &&
    isDigit(key[1]) &&
    isDigit(key[end - 1])
  );
}

/** Creates the lookup of words and street names that the unit search uses. */
export function createKnownNames(tables: PlaceTables, names: Names): KnownNames {
  const key = new Uint8Array(LONGEST_TEXT);
  return {
    isWord(word) {
      const end = writeWord(word, key, 0);
      return names.findWord(hashBytes(key, 0, end), key, 0, end) >= 0;
    },
    isName(word) {
      const end = writeWord(word, key, 0);
      return !isNumberedUnit(key, end) && names.find(hashBytes(key, 0, end), key, 0, end) >= 0;
    },
    streetLength(tokens, index) {
      let length = 0;
      let hash = 0;
      let end = 0;
      const limit = Math.min(tokens.length, index + LONGEST_NAME);
      for (let i = index; i < limit; i += 1) {
        const { text, gap } = tokens[i];
        if (i > index && gap === 2) break;
        const start = end;
        end = writeWord(text, key, start);
        for (let at = start; at < end; at += 1) hash = rollHash(hash, key[at]);
        const name = isNumberedUnit(key, end) ? -1 : names.find(hash, key, 0, end);
        if (name >= 0 && isStreet(name)) length = i + 1 - index;
      }
      return length;
    },
  };

  function isStreet(name: number): boolean {
    return names.posting[names.postingStart[name]] < tables.streetCount;
  }
}
