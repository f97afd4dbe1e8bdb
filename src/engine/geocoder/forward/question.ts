import { type Context, fillSpan, isNumber, SITE, UNIT as UNIT_HEAD } from '../reader/context.ts';
import type { Token } from '../../../base/text/tokens.ts';
import { trailingUnitWordAt } from '../../../base/text/unit-words.ts';
import { cutHash, LONGEST_TEXT, rollHash, writeWord } from '../../gazetteer/names/name-key.ts';
import type { Understanding } from '../reader/admin-search.ts';
import {
  ALLEY_WORD,
  classifyWord,
  HOUSE_WORD,
  NUMBER,
  STREET_WORD,
  UNIT_NUMBER,
  UNIT_WORD,
  WORD,
} from '../reader/word-classes.ts';
import type { Reading } from '../reader/find-names.ts';

/** Most tokens of a question. */
export const MOST_TOKENS = 64;

/** Weight of a token by its role. */
const WEIGHTS = [1, 1, 0.1, 0.3, 0.15, 0, 0.15, 1, 0.3, 0.1];
/** Weight of a word inside the name of a building or institution. */
const SITE_WEIGHT = 0.6;
/** Weight factor of the words in front of the address, for example the name of a company. */
const LEAD_IN = 0.35;

/**
 * A question in the form used by the place search; created once and refilled for each question.
 *
 * Shape: `bytes` are the words in the encoding of names, word i from `start[i]` to `start[i + 1]`, `hash[i]` the rolling hash of all words before it;
 * `role` and `weight` of each token, `weightBefore[i]` the sum of the weights before token i.
 */
export interface Question {
  text: string;
  tokens: readonly Token[];
  count: number;
  bytes: Uint8Array;
  start: Int32Array;
  hash: Int32Array;
  role: Uint8Array;
  weight: Float64Array;
  weightBefore: Float64Array;
  partStart: Int32Array;
  partEnd: Int32Array;
  /** True if a word such as "trường" announces a building or institution. */
  hasSite: boolean;
  /** First token and end of the ward that the question names for certain, without a type word; both 0 for none. */
  wardStart: number;
  wardEnd: number;
  /** First token of the province at the end behind other words, which no misspelt name contains; the number of tokens for none. */
  provinceStart: number;
  /** True if that province is a part between commas, which is no street then. */
  isProvincePart: boolean;
}

/** Creates the buffers of one question. */
export function createQuestion(): Question {
  return {
    text: '',
    tokens: [],
    count: 0,
    bytes: new Uint8Array(LONGEST_TEXT),
    start: new Int32Array(MOST_TOKENS + 1),
    hash: new Int32Array(MOST_TOKENS + 1),
    role: new Uint8Array(MOST_TOKENS + 1),
    weight: new Float64Array(MOST_TOKENS),
    weightBefore: new Float64Array(MOST_TOKENS + 1),
    partStart: new Int32Array(0),
    partEnd: new Int32Array(0),
    hasSite: false,
    wardStart: 0,
    wardEnd: 0,
    provinceStart: 0,
    isProvincePart: false,
  };
}

/**
 * Fills a question from the result of the unit search.
 *
 * Shape: `ward` is the reading of the ward that it names for certain, without a type word, `province` that of its province.
 */
export function readQuestion(
  question: Question,
  { text, tokens, context, stacks }: Understanding,
  ward?: { start: number; end: number },
  province?: { start: number; end: number },
): void {
  question.text = text;
  question.tokens = tokens;
  question.count = tokens.length;
  question.partStart = context.partStart;
  question.partEnd = context.partEnd;
  question.hasSite = context.head.includes(SITE);
  question.wardStart = ward?.start ?? 0;
  question.wardEnd = ward?.end ?? 0;
  const { bytes, start, hash, role } = question;
  let end = 0;
  let rolled = 0;
  for (let i = 0; i < tokens.length; i += 1) {
    start[i] = end;
    hash[i] = rolled;
    end = writeWord(isShortPho(context, tokens, i) ? 'pho' : tokens[i].text, bytes, end);
    for (let at = start[i]; at < end; at += 1) rolled = rollHash(rolled, bytes[at]);
  }
  start[tokens.length] = end;
  hash[tokens.length] = rolled;
  fillSpan(role, WORD, 0, tokens.length + 1);
  for (let i = 0; i < tokens.length; i += 1) {
    const unit = context.unitWord[i];
    const word = context.unitWordStart[i];
    if (unit === undefined) continue;
    if (isShortPho(context, tokens, word)) role[word] = STREET_WORD;
    else if (context.head[word] === UNIT_HEAD) {
      fillSpan(role, UNIT_WORD, word, i);
      if (isNumber(tokens[i].text)) role[i] = UNIT_NUMBER;
    }
  }
  // "Son Tra District": the type word is behind the name.
  for (const reading of [stacks[0]?.ward, stacks[0]?.district, stacks[0]?.province]) {
    if (reading === undefined || !reading.marked) continue;
    const last = reading.end - 1;
    if (role[last] === WORD && trailingUnitWordAt(tokens, last)) role[last] = UNIT_WORD;
  }
  for (let i = 0; i < tokens.length; i += 1)
    if (role[i] === WORD) i = classifyWord(tokens, role, i, context.head[i] ?? 0);
  const last = province?.end === tokens.length ? province.start : tokens.length;
  question.provinceStart = hasStreet(question, last) ? last : tokens.length;
  question.isProvincePart = question.partStart[question.provinceStart] === question.provinceStart;
  weigh(question, context.kind);
}

/** Reports whether the first tokens are more than a house number: they have a word, or a second number as of a street. */
function hasStreet({ role }: Question, count: number): boolean {
  let numbers = 0;
  for (let i = 0; i < count; i += 1) {
    if (role[i] === WORD || role[i] === STREET_WORD) return true;
    if (role[i] === NUMBER) numbers += 1;
  }
  return numbers > 1;
}

/** Reports whether a type word may be short for phố as well, right behind a house number: "12 P. Linh Lang", "1 P. Huế". */
function isShortPho({ unitWord, unitWordStart }: Context, tokens: readonly Token[], index: number): boolean {
  const unit = unitWord[index + 1];
  if (index === 0 || unit?.short !== true || unit.type !== 'phuong' || tokens[index].gap === 2) return false;
  if (unitWordStart[index + 1] !== index) return false;
  return isNumber(tokens[index - 1].text) && !isNumber(tokens[index + 1].text);
}

function weigh(question: Question, kind: Uint8Array): void {
  const { count, role, weight, weightBefore } = question;
  for (let i = 0; i < count; i += 1) {
    weight[i] = WEIGHTS[role[i]];
    if (role[i] === WORD && kind[i] === SITE) weight[i] = SITE_WEIGHT;
  }
  const lead = leadEnd(question);
  for (let i = 0; i < lead; i += 1) weight[i] = weight[i] * LEAD_IN;
  weightBefore[0] = 0;
  for (let i = 0; i < count; i += 1) weightBefore[i + 1] = weightBefore[i] + weight[i];
}

/** Returns the first token of the address itself: the part with its first number, or a later part that begins with a house word. */
function leadEnd({ count, role, partStart }: Question): number {
  let first = 0;
  while (first < count && role[first] !== NUMBER && role[first] !== ALLEY_WORD) {
    if (role[first] === UNIT_WORD) return 0;
    first += 1;
  }
  if (first === count) return 0;
  for (let i = first + 1; i < count - 1 && role[i] !== UNIT_WORD; i += 1)
    if (role[i] === HOUSE_WORD && i === partStart[i]) return i;
  return partStart[first];
}

/** Returns the hash of a span of tokens. */
export function spanHash({ hash, start }: Question, from: number, to: number): number {
  return cutHash(hash[to], hash[from], start[to] - start[from]);
}

/** Returns the total weight of a span of tokens. */
export function spanWeight({ weightBefore }: Question, from: number, to: number): number {
  return weightBefore[to] - weightBefore[from];
}

/** Reports whether a comma or similar separator is right in front of a token. */
export function isHardGap({ tokens }: Question, index: number): boolean {
  return tokens[index]?.gap === 2;
}

/** An unexplained word. */
export const OPEN = 0;
/** Part of the name or the house. */
export const NAMED = 1;
/** Part of a unit that contains the place. */
export const INSIDE = 2;
/** Part of a unit that the place is just outside of. */
export const BESIDE_UNIT = 3;
/** Part of a unit that does not contain the place. */
export const OUTSIDE_UNIT = 4;
/** Explained by another place nearby. */
export const COMPANY = 5;

/** The mark of each token: how a result explains it. */
export type Marks = Uint8Array;

/** Reports whether a token of a reading has a mark. */
export function hasMark(marks: Marks, { start, end }: Pick<Reading, 'start' | 'end'>, mark: number): boolean {
  for (let i = start; i < end; i += 1) if (marks[i] === mark) return true;
  return false;
}

/** Reports whether all tokens of a span are unexplained. */
export function isOpen(marks: Marks, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) if (marks[i] !== OPEN) return false;
  return true;
}
