import type { Token } from '../../text/tokens.ts';
import type { Names } from '../names/names.ts';
import { joinHash, LONGEST_TEXT, writeWord, hashBytes } from '../names/name-key.ts';
import { createHouseExpression, readHouse, type HouseExpression } from './house-expression.ts';
import {
  isAlleyWord,
  isHardGap,
  NUMBER,
  spanHash,
  STREET_WORD,
  UNIT_NUMBER,
  UNIT_WORD,
  WORD,
  ROOM,
  type Question,
} from './question.ts';

/** Letters that a name glued to its type word has at least. */
const SHORTEST_GLUED = 4;
/** Letters and digits of a code that is a name by itself. */
const SHORTEST_CODE = 3;
/** Words that a name with a comma inside has at least. */
const FEWEST_ACROSS = 3;
/** Words that a name can have. */
export const LONGEST_NAME = 10;
/** A hit that is spelled right. */
export const SPELLED = 0;
/** A hit with letters wrong. */
export const MISSPELT = 1;
/** A hit by initials or words cut short. */
export const ABBREVIATED = 2;
/** A hit by some of its words. */
export const PARTLY = 3;

/** Hits that a question has at most. */
const MOST_HITS = 256;

/**
 * Holds the names that the words of a question may mean.
 *
 * Shape: hit h is name `name[h]` for the tokens from `start[h]` to `end[h]`, found as `how[h]` says, likely by `quality[h]`; `house[h]` is the house expression beside
 * it, of which the name (an alley's) holds the first `taken[h]` steps.
 */
export interface Hits {
  count: number;
  name: Int32Array;
  start: Int32Array;
  end: Int32Array;
  quality: Float64Array;
  how: Uint8Array;
  house: Int32Array;
  taken: Int32Array;
  houses: HouseExpression[];
  houseCount: number;
}

/** Creates room for the hits of one question. */
export function createHits(): Hits {
  return {
    count: 0,
    name: new Int32Array(MOST_HITS),
    start: new Int32Array(MOST_HITS),
    end: new Int32Array(MOST_HITS),
    quality: new Float64Array(MOST_HITS),
    how: new Uint8Array(MOST_HITS),
    house: new Int32Array(MOST_HITS),
    taken: new Int32Array(MOST_HITS),
    houses: Array.from({ length: MOST_HITS }, createHouseExpression),
    houseCount: 0,
  };
}

/** Finds every run of tokens that spells a name; across a comma only longer ones ("Đường 210, Man Thiện"). */
export function findHits(question: Question, names: Names, hits: Hits): void {
  hits.count = 0;
  hits.houseCount = 0;
  const { count, bytes, start } = question;
  for (let from = 0; from < count; from += 1) {
    const limit = Math.min(count, from + LONGEST_NAME);
    let commas = 0;
    for (let to = from + 1; to <= limit; to += 1) {
      if (to > from + 1 && isHardGap(question, to - 1)) commas += 1;
      if (commas > 1) break;
      if (commas === 1 && to < from + FEWEST_ACROSS) continue;
      const name = names.find(
        spanHash(question, from, to),
        bytes,
        start[from] as number,
        start[to] as number,
      );
      if (name < 0) {
        if (to === from + 1) addGlued(question, names, hits, from);
        continue;
      }
      addHit(question, names, hits, name, from, to, SPELLED, 1);
    }
  }
}

/** Type words that are written in one word with the name behind them. */
const GLUED = ['duong', 'pho'].map((word) => Buffer.from(word));

/** Finds a name behind a type word where nothing parts them: `duongleloi`. */
function addGlued(question: Question, names: Names, hits: Hits, token: number): void {
  const { bytes, start } = question;
  const from = start[token] as number;
  const to = start[token + 1] as number;
  for (const word of GLUED) {
    const rest = from + word.length;
    if (to - rest < SHORTEST_GLUED || word.some((byte, i) => bytes[from + i] !== byte)) continue;
    const name = names.find(hashBytes(bytes, rest, to), bytes, rest, to);
    if (name >= 0) addHit(question, names, hits, name, token, token + 1, SPELLED, 1);
  }
}

/** Adds a hit with the house beside it, and the alleys of that house that have names of their own. */
export function addHit(
  question: Question,
  names: Names,
  hits: Hits,
  name: number,
  from: number,
  to: number,
  how: number,
  quality: number,
): void {
  if (!mayBeName(question, from, to)) return;
  const house = houseBeside(question, hits, from, to);
  const expression = hits.houses[house] as HouseExpression;
  const { steps, alleyOnly } = expression;
  if (!standsAlone(question, from, to, expression)) return;
  push(hits, name, from, to, how, quality, house, 0);
  const most = alleyOnly ? steps.count : steps.count - 1;
  for (let taken = 1; taken <= most; taken += 1) {
    const alley = findAlley(names, name, hits.houses[house] as HouseExpression, taken);
    if (alley >= 0) push(hits, alley, from, to, how, quality, house, taken);
  }
}

function push(
  hits: Hits,
  name: number,
  from: number,
  to: number,
  how: number,
  quality: number,
  house: number,
  taken: number,
): void {
  const { count } = hits;
  if (count === MOST_HITS) return;
  hits.name[count] = name;
  hits.start[count] = from;
  hits.end[count] = to;
  hits.quality[count] = quality;
  hits.how[count] = how;
  hits.house[count] = house;
  hits.taken[count] = taken;
  hits.count += 1;
}

/** Returns the house expression beside a span, read once for all names of one span. */
function houseBeside(question: Question, hits: Hits, from: number, to: number): number {
  const last = hits.count - 1;
  if (last >= 0 && hits.start[last] === from && hits.end[last] === to) return hits.house[last] as number;
  const house = Math.min(hits.houseCount, hits.houses.length - 1);
  hits.houseCount = house + 1;
  readHouse(question, from, to, hits.houses[house] as HouseExpression);
  return house;
}

/** Tells whether a span can be a name: it is not that of a unit with its type word, and no part of it is a floor or a room. */
function mayBeName(question: Question, from: number, to: number): boolean {
  const { role } = question;
  if (role[from] === UNIT_WORD || (from > 0 && role[from - 1] === UNIT_WORD && !isHardGap(question, from)))
    return false;
  for (let i = from; i < to; i += 1) {
    const is = role[i] as number;
    if (is === ROOM || is === UNIT_NUMBER) return false;
  }
  return true;
}

/** Numbers and single words are names only where something says so: a word for streets, a house number, commas on both sides. */
function standsAlone(question: Question, from: number, to: number, house: HouseExpression): boolean {
  const { role, partStart, partEnd } = question;
  if (house.streetStart < from) return true;
  const hasHouse = house.steps.count > 0;
  if (to - from > 1) return role[from] !== NUMBER || hasHouse || hasWord(question, from, to);
  const { text } = question.tokens[from] as Token;
  if (role[from] === STREET_WORD || isAlleyWord(text)) return false;
  const ends = partEnd[from] === to;
  if (role[from] !== NUMBER) return hasHouse || (ends && partStart[from] === from);
  // "QL1A" says what it is; "12 3/2", "93/37A 24": a second number right behind the first is the street.
  if (!isDigit(text.charCodeAt(0))) return hasHouse || text.length >= SHORTEST_CODE;
  return hasHouse && house.end === from && (ends || /[/-]/.test(text));
}

function hasWord({ role }: Question, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if (role[i] === WORD) return true;
  return false;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const key = new Uint8Array(LONGEST_TEXT);
const ALLEY = writeWord('ngo', key, 0);
const ALLEY_HASH = hashBytes(key, 0, ALLEY);

/** Finds the alley of a street that has a name of its own: of house 12/3/45 on Lê Lợi "ngõ 12 Lê Lợi" and "ngõ 12/3 Lê Lợi". */
function findAlley(names: Names, street: number, { steps }: HouseExpression, taken: number): number {
  writeWord('ngo', key, 0);
  let end = ALLEY;
  for (let i = 0; i < taken; i += 1) {
    if (i > 0) key[end++] = 0x2f;
    end = writeNumber(steps.number[i] as number, end);
    if (steps.letter[i] !== 0) end = writeLetters(steps.letter[i] as number, end);
  }
  const from = names.offset[street] as number;
  const to = names.offset[street + 1] as number;
  if (end + to - from > key.length) return -1;
  for (let i = from; i < to; i += 1) if (names.text[i] !== 0x20) key[end++] = names.text[i] as number;
  return names.find(joinHash(ALLEY_HASH, hashBytes(key, ALLEY, end), end - ALLEY), key, 0, end);
}

function writeNumber(number: number, at: number): number {
  let digits = 1;
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) digits += 1;
  let rest = number;
  for (let i = at + digits - 1; i >= at; i -= 1) {
    key[i] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  return at + digits;
}

/** Writes the letters of a step; the way back of path-steps' letterCode. */
function writeLetters(code: number, at: number): number {
  let end = at;
  for (let power = 37 ** 5; power >= 1; power /= 37) {
    const digit = Math.floor(code / power) % 37;
    if (digit === 0) break;
    key[end++] = digit < 11 ? 0x2f + digit : 0x61 + digit - 11;
  }
  return end;
}
