import {
  appendSteps,
  createPathSpan,
  createSteps,
  type PathSpan,
  type PathSteps,
  readShown,
  readSteps,
} from './path-steps.ts';
import {
  ALLEY_WORD,
  alleyRank,
  HOUSE_WORD,
  LETTER,
  NUMBER,
  STREET_WORD,
  WORD,
} from '../reader/word-classes.ts';
import { isHardGap, type Question } from './question.ts';

/** Most unknown words between a house number and its street. */
const WORDS_BETWEEN = 3;

/**
 * The house of a question beside one name.
 *
 * Shape: `steps` are outermost first, none without a house; the tokens are `start` to `end`; `streetStart` is the first of the words "đường", "phố" in front
 * of the name; `alleyOnly` is true if the path ends at an alley ("ngõ 12 Lê Lợi"); `span` is the path span from step `spanFrom` on, computed at first use.
 */
export interface HouseExpression {
  steps: PathSteps;
  start: number;
  end: number;
  streetStart: number;
  alleyOnly: boolean;
  span: PathSpan;
  spanFrom: number;
}

/** Creates the buffers for one house expression. */
export function createHouseExpression(): HouseExpression {
  return {
    steps: createSteps(),
    start: 0,
    end: 0,
    streetStart: 0,
    alleyOnly: false,
    span: createPathSpan(),
    spanFrom: -1,
  };
}

/** Parses the house in front of a name, else behind it. */
export function readHouse(
  question: Question,
  nameStart: number,
  nameEnd: number,
  out: HouseExpression,
): void {
  const { role } = question;
  out.steps.count = 0;
  out.steps.prefix = 0;
  out.alleyOnly = false;
  out.spanFrom = -1;
  let at = nameStart - 1;
  // "Đường số 7" contains a house word but is a street name.
  if (at > 0 && role[at] === HOUSE_WORD && role[at - 1] === STREET_WORD && !isHardGap(question, nameStart))
    at -= 1;
  while (at >= 0 && role[at] === STREET_WORD && !isHardGap(question, at + 1)) at -= 1;
  out.streetStart = at + 1;
  for (let words = 0; at >= 0 && role[at] === WORD && words < WORDS_BETWEEN; words += 1, at -= 1) {
    if (isHardGap(question, at + 1)) break;
  }
  readBefore(question, at, out);
  if (out.steps.count === 0) readBehind(question, nameEnd, out);
}

/** Parses numbers and their words from right to left, because the outermost alley is next to the street. */
function readBefore(question: Question, last: number, out: HouseExpression): void {
  const { role } = question;
  let at = last;
  let rank = 0;
  let plain = false;
  out.end = at + 1;
  out.start = at + 1;
  while (at >= 0 && (role[at] === NUMBER || role[at] === LETTER)) {
    // A comma in front of the house number ends the expression: "Tầng 5, 12 Lê Lợi".
    if (plain && isHardGap(question, at + 1)) break;
    const from = numberStart(question, at);
    part.count = 0;
    part.prefix = 0;
    if (!readNumber(question, from, at + 1, part)) break;
    const word = isHardGap(question, from) ? -1 : from - 1;
    if (word >= 0 && role[word] === ALLEY_WORD) {
      if (plain) break;
      const next = alleyRank(question.tokens[word].text);
      if (!joinAlley(out.steps, part, next < rank)) break;
      rank = next;
      at = word - 1;
    } else {
      if (plain && !endsWith(out.steps, part)) break;
      // "12/3 ngõ 12" repeats the alley too.
      if (!plain && !(part.count > 1 ? joinAlley(out.steps, part, false) : appendSteps(out.steps, part)))
        break;
      plain = true;
      out.steps.prefix = part.prefix;
      at = from - 1;
      while (at >= 0 && role[at] === HOUSE_WORD && !isHardGap(question, at + 1)) at -= 1;
    }
    out.start = at + 1;
  }
  out.alleyOnly = out.steps.count > 0 && !plain;
}

/** Parses "..., số 12", "... ngõ 12 số 5" or "... 12" behind a name. */
function readBehind(question: Question, nameEnd: number, out: HouseExpression): void {
  const { role, count } = question;
  let at = nameEnd;
  let plain = false;
  out.start = at;
  while (at < count && !plain) {
    let number = at;
    while (number < count && (role[number] === HOUSE_WORD || role[number] === ALLEY_WORD)) number += 1;
    if (number >= count || role[number] !== NUMBER || (number === at && isHardGap(question, at))) break;
    let end = number + 1;
    while (end < count && (role[end] === LETTER || (role[end] === NUMBER && isRange(question, end))))
      end += 1;
    part.count = 0;
    part.prefix = 0;
    if (!readNumber(question, number, end, part)) break;
    if (number > at && role[number - 1] === ALLEY_WORD) {
      if (!joinAlley(out.steps, part, false)) break;
    } else {
      if (!appendSteps(out.steps, part)) break;
      plain = true;
      out.steps.prefix = part.prefix;
    }
    at = end;
  }
  out.end = at;
  out.alleyOnly = out.steps.count > 0 && !plain;
}

const part = createSteps();

/** Returns the first token of the number that ends at a token: "47 - 49" is one number, and so is "12 A". */
function numberStart(question: Question, last: number): number {
  let from = question.role[last] === LETTER ? last - 1 : last;
  if (from > 0 && isRange(question, from) && question.role[from - 1] === NUMBER) from -= 1;
  return Math.max(0, from);
}

function isRange({ tokens }: Question, index: number): boolean {
  return tokens[index].gap === 1 && isPlain(tokens[index].text);
}

function isPlain(word: string): boolean {
  const code = word.charCodeAt(0);
  return code >= 0x30 && code <= 0x39 && !word.includes('/');
}

const letters = new Uint8Array(64);

/** Parses the tokens of one number; separate numbers are joined by a hyphen. */
function readNumber({ tokens, role }: Question, from: number, to: number, steps: PathSteps): boolean {
  let end = 0;
  for (let i = from; i < to; i += 1) {
    const { text } = tokens[i];
    if (i > from && role[i] === NUMBER && end < letters.length) letters[end++] = 0x2d;
    for (let j = 0; j < text.length && end < letters.length; j += 1) letters[end++] = text.charCodeAt(j);
  }
  return readSteps(letters, 0, end, steps) || readOdd(end, steps);
}

/** Parses a number in a form that only the parser of dataset numbers accepts ("3B18", "122F-122F1"). */
function readOdd(end: number, steps: PathSteps): boolean {
  steps.count = 0;
  readShown(Buffer.from(letters.buffer, 0, end).toString('latin1'), steps);
  return steps.count > 0;
}

/** Joins the steps of an outer and an inner alley without a repeated outer one ("ngách 12/3 ngõ 12"). */
function joinAlley(steps: PathSteps, inner: PathSteps, isOuter: boolean): boolean {
  if (isOuter) {
    copied.count = 0;
    if (!appendSteps(copied, steps)) return false;
    steps.count = 0;
    return appendSteps(steps, inner) && appendSteps(steps, copied);
  }
  let shared = 0;
  while (shared < steps.count && shared < inner.count && steps.number[shared] === inner.number[shared])
    shared += 1;
  if (shared === steps.count) steps.count = 0;
  return appendSteps(steps, inner);
}

const copied = createSteps();

function endsWith(steps: PathSteps, end: PathSteps): boolean {
  const shift = steps.count - end.count;
  if (shift < 0) return false;
  for (let i = 0; i < end.count; i += 1) if (steps.number[shift + i] !== end.number[i]) return false;
  return true;
}
