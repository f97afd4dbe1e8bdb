import { hashBytes, joinHash, LONGEST_TEXT, writeWord } from '../../gazetteer/names/name-key.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import { createHouseExpression, readHouse, type HouseExpression } from './house-expression.ts';
import { LONGEST_NAME, mayBeName, standsAlone } from './name-spans.ts';
import { isHardGap, MOST_TOKENS, spanHash, type Question } from './question.ts';
import type { PathSteps } from './path-steps.ts';

/** Fewest letters of a name joined to its type word. */
const SHORTEST_GLUED = 4;
/** Fewest words of a name with a comma inside. */
const FEWEST_ACROSS = 3;
/** A hit with the exact spelling. */
export const SPELLED = 0;
/** A hit with wrong letters. */
export const MISSPELT = 1;
/** A hit by initials or shortened words. */
export const ABBREVIATED = 2;
/** A hit by some of the words of the name. */
export const PARTLY = 3;

/** Most hits of a question. */
export const MOST_HITS = 256;

/**
 * The names that the words of a question may mean.
 *
 * Shape: hit h is name `name[h]` for the tokens from `start[h]` to `end[h]`, matched by method `how[h]` (SPELLED to PARTLY) with quality `quality[h]`;
 * `house[h]` is the house expression beside it; the name of an alley contains the first `taken[h]` steps of that.
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

/** Creates the buffers for the hits of one question. */
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

/** Most runs of tokens that may be a name. */
const MOST_SPANS = MOST_TOKENS * LONGEST_NAME;

const spanFrom = new Uint8Array(MOST_SPANS);
const spanTo = new Uint8Array(MOST_SPANS);
const spanHashes = new Int32Array(MOST_SPANS);
const mayBeFound = new Uint8Array(MOST_SPANS);

/** Fills the hits with every run of tokens that spells a name; across a comma only with longer runs ("Đường 210, Man Thiện"). */
export function findHits(question: Question, names: Names, hits: Hits): void {
  hits.count = 0;
  hits.houseCount = 0;
  const { bytes, start } = question;
  const spans = listSpans(question);
  names.mayFind(spanHashes, spans, mayBeFound);
  for (let span = 0; span < spans; span += 1) {
    const from = spanFrom[span];
    const to = spanTo[span];
    const name = mayBeFound[span] === 0 ? -1 : names.find(spanHashes[span], bytes, start[from], start[to]);
    if (name >= 0) addHit(question, names, hits, name, from, to, SPELLED, 1);
    else if (to === from + 1) addGlued(question, names, hits, from);
  }
}

/** Lists the runs of tokens that may be a name, and their hashes; returns their number. */
function listSpans(question: Question): number {
  const { count } = question;
  let spans = 0;
  for (let from = 0; from < count; from += 1) {
    const limit = Math.min(count, from + LONGEST_NAME);
    let commas = 0;
    for (let to = from + 1; to <= limit; to += 1) {
      if (to > from + 1 && isHardGap(question, to - 1)) commas += 1;
      if (commas > 1) break;
      if (commas === 1 && to < from + FEWEST_ACROSS) continue;
      spanFrom[spans] = from;
      spanTo[spans] = to;
      spanHashes[spans] = spanHash(question, from, to);
      spans += 1;
    }
  }
  return spans;
}

/** Type words that may be joined to the name behind them. */
const GLUED = ['duong', 'pho'].map((word) => Buffer.from(word));

/** Adds a name that is joined to its type word: `duongleloi`. */
function addGlued(question: Question, names: Names, hits: Hits, token: number): void {
  const { bytes, start } = question;
  const from = start[token];
  const to = start[token + 1];
  for (const word of GLUED) {
    const rest = from + word.length;
    if (to - rest < SHORTEST_GLUED || word.some((byte, i) => bytes[from + i] !== byte)) continue;
    const name = names.find(hashBytes(bytes, rest, to), bytes, rest, to);
    if (name >= 0) addHit(question, names, hits, name, token, token + 1, SPELLED, 1);
  }
}

const key = new Uint8Array(LONGEST_TEXT);
const ALLEY = writeWord('ngo', key, 0);
const ALLEY_HASH = hashBytes(key, 0, ALLEY);

/** Returns the name of an alley by the first `taken` steps of a house path: "ngõ 12 Lê Lợi" and "ngõ 12/3 Lê Lợi" for house 12/3/45 on Lê Lợi; -1 for none. */
function findAlley(names: Names, street: number, steps: PathSteps, taken: number): number {
  writeWord('ngo', key, 0);
  let end = ALLEY;
  for (let i = 0; i < taken; i += 1) {
    if (i > 0) key[end++] = 0x2f;
    end = writeNumber(steps.number[i], end);
    if (steps.letter[i] !== 0) end = writeLetters(steps.letter[i], end);
  }
  const from = names.offset[street];
  const to = names.offset[street + 1];
  if (end + to - from > key.length) return -1;
  for (let i = from; i < to; i += 1) if (names.text[i] !== 0x20) key[end++] = names.text[i];
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

/** Writes the letters of a step; the inverse of letterCode in path-steps. */
function writeLetters(code: number, at: number): number {
  let end = at;
  for (let power = 37 ** 5; power >= 1; power /= 37) {
    const digit = Math.floor(code / power) % 37;
    if (digit === 0) break;
    key[end++] = digit < 11 ? 0x2f + digit : 0x61 + digit - 11;
  }
  return end;
}

/** Adds a hit with the house beside it, and one for each alley of that house with its own name. */
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
  const expression = hits.houses[house];
  const { steps, alleyOnly } = expression;
  if (!standsAlone(question, from, to, expression)) return;
  push(hits, name, from, to, how, quality, house, 0);
  const most = alleyOnly ? steps.count : steps.count - 1;
  for (let taken = 1; taken <= most; taken += 1) {
    const alley = findAlley(names, name, steps, taken);
    if (alley >= 0) push(hits, alley, from, to, how, quality, house, taken);
  }
}

/** Adds a hit with the exact spelling, without a check of its context. */
export function addSpelledHit(question: Question, hits: Hits, name: number, from: number, to: number): void {
  push(hits, name, from, to, SPELLED, 1, houseBeside(question, hits, from, to), 0);
}

/** Reports whether a name is a hit for a span. */
export function hasHit(hits: Hits, name: number, from: number, to: number): boolean {
  for (let hit = 0; hit < hits.count; hit += 1)
    if (hits.name[hit] === name && hits.start[hit] === from && hits.end[hit] === to) return true;
  return false;
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

/** Returns the house expression beside a span, parsed once for all names of the span. */
function houseBeside(question: Question, hits: Hits, from: number, to: number): number {
  const last = hits.count - 1;
  if (last >= 0 && hits.start[last] === from && hits.end[last] === to) return hits.house[last];
  const house = Math.min(hits.houseCount, hits.houses.length - 1);
  hits.houseCount = house + 1;
  readHouse(question, from, to, hits.houses[house]);
  return house;
}
