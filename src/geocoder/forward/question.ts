import { placeWordAt } from '../../text/place-words.ts';
import type { Token } from '../../text/tokens.ts';
import { cutHash, LONGEST_TEXT, rollHash, writeWord } from '../../gazetteer/names/name-key.ts';
import { isNumber, SITE, UNIT as UNIT_HEAD } from '../../gazetteer/unit-search/context.ts';
import type { Understanding } from '../../gazetteer/unit-search/admin-search.ts';

/** A word that must be explained. */
export const WORD = 0;
/** A number that may be a house. */
export const NUMBER = 1;
/** "Số", "nhà", "SN": says that a house number follows. */
export const HOUSE_WORD = 2;
/** "Ngõ", "ngách", "hẻm", "kiệt" in front of a number. */
export const ALLEY_WORD = 3;
/** "Đường", "phố": may be left out of any name. */
export const STREET_WORD = 4;
/** Floors, rooms and milestones with their numbers: inside a place, never a place of their own. */
export const ROOM = 5;
/** The type word of an administrative unit. */
export const UNIT_WORD = 6;
/** The number of an administrative unit. */
export const UNIT_NUMBER = 7;
/** A letter apart from the house number that it belongs to. */
export const LETTER = 8;
/** "Đối diện", "bên cạnh", "kéo dài", "địa chỉ": says where beside a place, how far along a street, or what follows; names nothing. */
export const SIDE_WORD = 9;

/** Tokens that a question has at most. */
export const MOST_TOKENS = 64;

const HOUSE_WORDS = new Set(['so', 'nha', 'sn', 'no', 'lo']);
const ALLEY_RANKS: ReadonlyMap<string, number> = new Map([
  ['ngo', 1],
  ['kiet', 1],
  ['hxh', 1],
  ['alley', 1],
  ['lane', 1],
  ['ngach', 2],
  ['hem', 3],
]);
const STREET_WORDS = new Set(['duong', 'pho', 'd', 'dg', 'street', 'st', 'str', 'road', 'rd']);
const ROOM_WORDS = new Set([
  'tang',
  'lau',
  'phong',
  'can',
  'floor',
  'room',
  'km',
  'block',
  'kiot',
  'kios',
  'quay',
]);
const SIDE_WORDS: Readonly<Record<string, string>> = {
  doi: 'dien',
  ben: 'canh',
  phia: 'sau',
  keo: 'dai',
  noi: 'dai',
  dia: 'chi',
};
const HEADINGS = new Set(['dc', 'sdt', 'tel']);
const PHONE = /^(?:0|84)\d{8,10}$/;
const FLOOR_WORDS = new Set(['floor', 'fl']);
const WEIGHTS = [1, 1, 0.1, 0.3, 0.15, 0, 0.15, 1, 0.3, 0.1];
/** What a word weighs inside the name of a building or institution. */
const SITE_WEIGHT = 0.6;
/** What the words in front of the address proper weigh: a company or person that no dataset knows. */
const LEAD_IN = 0.35;

/**
 * Holds a question as the search for places reads it; made once and filled anew for each question.
 *
 * Shape: `bytes` are the words as names are compared, one behind the other, word i from `start[i]` to `start[i + 1]`, `hash[i]` the rolling hash of
 * all before it; `role` and `weight` of each token, `weightBefore[i]` the sum of the weights before token i.
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
  /** Tells whether a building or institution is named by its word. */
  hasSite: boolean;
}

/** Creates room for one question. */
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
  };
}

/** Fills a question from what the search for units read. */
export function readQuestion(question: Question, { text, tokens, context }: Understanding): void {
  question.text = text;
  question.tokens = tokens;
  question.count = tokens.length;
  question.partStart = context.partStart;
  question.partEnd = context.partEnd;
  question.hasSite = context.head.includes(SITE);
  const { bytes, start, hash, role } = question;
  let end = 0;
  let rolled = 0;
  for (let i = 0; i < tokens.length; i += 1) {
    start[i] = end;
    hash[i] = rolled;
    end = writeWord((tokens[i] as Token).text, bytes, end);
    for (let at = start[i] as number; at < end; at += 1) rolled = rollHash(rolled, bytes[at] as number);
  }
  start[tokens.length] = end;
  hash[tokens.length] = rolled;
  role.fill(WORD, 0, tokens.length + 1);
  for (let i = 0; i < tokens.length; i += 1) {
    const unit = context.unitWord[i];
    if (unit !== undefined && context.head[context.unitWordStart[i] as number] === UNIT_HEAD) {
      const word = context.unitWordStart[i] as number;
      const isNumbered = isNumber((tokens[i] as Token).text);
      // "12 P. Linh Lang": right behind a house number it may be short for phố as well.
      const isPho = !isNumbered && unit.type === 'phuong' && unit.short && isBehindNumber(tokens, word);
      role.fill(isPho ? STREET_WORD : UNIT_WORD, word, i);
      if (isNumbered) role[i] = UNIT_NUMBER;
    }
  }
  for (let i = 0; i < tokens.length; i += 1)
    if (role[i] === WORD) i = giveRole(question, i, context.head[i] ?? 0);
  weigh(question, context.kind);
}

function isBehindNumber(tokens: readonly Token[], index: number): boolean {
  return index > 0 && (tokens[index] as Token).gap !== 2 && isNumber((tokens[index - 1] as Token).text);
}

/** Gives a token its role, and those after it that depend on it; returns the last of them. */
function giveRole({ tokens, role }: Question, i: number, head: number): number {
  const { text } = tokens[i] as Token;
  const next = tokens[i + 1];
  const numbered = next !== undefined && next.gap !== 2 && isNumber(next.text) && role[i + 1] === WORD;
  if (/^km\d/.test(text) || PHONE.test(text)) role[i] = ROOM;
  else if (HEADINGS.has(text)) role[i] = SIDE_WORD;
  else if (isNumber(text)) {
    role[i] = NUMBER;
    if (next !== undefined && next.gap === 0 && role[i + 1] === WORD && isLetterOfNumber(tokens, i + 1)) {
      role[i + 1] = LETTER;
      return i + 1;
    }
    // "2nd floor": the number in front of an English floor.
    if (next !== undefined && next.gap === 0 && FLOOR_WORDS.has(next.text)) {
      role.fill(ROOM, i, i + 2);
      return i + 1;
    }
  } else if (next !== undefined && next.gap === 0 && SIDE_WORDS[text] === next.text) {
    role.fill(SIDE_WORD, i, i + 2);
    return i + 1;
  } else if (
    ROOM_WORDS.has(text) &&
    (numbered || (next?.text === 'ho' && isNumber(tokens[i + 2]?.text ?? '')))
  ) {
    const last = numbered ? i + 1 : i + 2;
    role.fill(ROOM, i, last + 1);
    return last;
  } else if (text === 'toa' && next !== undefined && next.gap === 0 && (numbered || next.text.length === 1)) {
    role.fill(ROOM, i, i + 2);
    return i + 1;
  } else if (ALLEY_RANKS.has(text) && numbered) role[i] = ALLEY_WORD;
  else if (
    HOUSE_WORDS.has(text) &&
    (numbered || (next?.text === 'so' && next.gap === 0) || next?.text === 'nha')
  )
    role[i] = HOUSE_WORD;
  else if (
    STREET_WORDS.has(text) &&
    (head !== 0 || placeWordAt(tokens, i)?.kind === 'street' || text.length > 3)
  ) {
    if (next !== undefined || i > 0) role[i] = STREET_WORD;
  }
  return i;
}

/** "52 B Phố Quán Sứ": one letter, and no more of its part or a name behind it that begins with it. */
function isLetterOfNumber(tokens: readonly Token[], index: number): boolean {
  const { text } = tokens[index] as Token;
  return text.length === 1 && text >= 'a' && text <= 'h' && text !== 'd';
}

function weigh(question: Question, kind: Uint8Array): void {
  const { count, role, weight, weightBefore } = question;
  for (let i = 0; i < count; i += 1) {
    weight[i] = WEIGHTS[role[i] as number] as number;
    if (role[i] === WORD && kind[i] === SITE) weight[i] = SITE_WEIGHT;
  }
  const lead = leadEnd(question);
  for (let i = 0; i < lead; i += 1) weight[i] = (weight[i] as number) * LEAD_IN;
  weightBefore[0] = 0;
  for (let i = 0; i < count; i += 1)
    weightBefore[i + 1] = (weightBefore[i] as number) + (weight[i] as number);
}

/** Returns where the address proper begins: with the part of its first number, or at "số" and a number further on. */
function leadEnd({ count, role, partStart }: Question): number {
  let first = 0;
  while (first < count && role[first] !== NUMBER && role[first] !== ALLEY_WORD) {
    if (role[first] === UNIT_WORD) return 0;
    first += 1;
  }
  if (first === count) return 0;
  for (let i = first + 1; i < count - 1 && role[i] !== UNIT_WORD; i += 1)
    if (role[i] === HOUSE_WORD && i === partStart[i]) return i;
  return partStart[first] as number;
}

/** Tells whether a word is that of an alley. */
export function isAlleyWord(word: string): boolean {
  return ALLEY_RANKS.has(word);
}

/** Returns how deep inside others an alley of this name lies: ngõ, ngách, hẻm. */
export function alleyRank(word: string): number {
  return ALLEY_RANKS.get(word) ?? 1;
}

/** Returns the hash of a span of tokens. */
export function spanHash({ hash, start }: Question, from: number, to: number): number {
  return cutHash(hash[to] as number, hash[from] as number, (start[to] as number) - (start[from] as number));
}

/** Returns what a span of tokens weighs. */
export function spanWeight({ weightBefore }: Question, from: number, to: number): number {
  return (weightBefore[to] as number) - (weightBefore[from] as number);
}

/** Tells whether a comma or the like stands right in front of a token. */
export function isHardGap({ tokens }: Question, index: number): boolean {
  return tokens[index]?.gap === 2;
}
