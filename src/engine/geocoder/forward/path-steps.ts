import { firstAt, lowerBound } from '../../../base/bisect.ts';
import type { HousePath } from '../../../base/text/house-path.ts';
import { keepLast } from '../../gazetteer/store/keep-last.ts';
import { pathTextOf } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { shownPath } from '../../gazetteer/store/shown-path.ts';

/** Most steps of a house path. */
const MOST_STEPS = 6;
const MOST_LETTERS = 6;

/**
 * A house path in typed arrays: its steps outermost first, as parsed by text/house-path.
 *
 * Shape: `letter` is the letters of a step as one number in the same order, 0 for none.
 */
export interface PathSteps {
  count: number;
  /** Letter in front of the last number, which is not part of its step (`C4`); 0 for none. */
  prefix: number;
  number: Float64Array;
  letter: Float64Array;
  upTo: Float64Array;
}

/** Creates the buffers for one path. */
export function createSteps(): PathSteps {
  return {
    count: 0,
    prefix: 0,
    number: new Float64Array(MOST_STEPS),
    letter: new Float64Array(MOST_STEPS),
    upTo: new Float64Array(MOST_STEPS),
  };
}

/** Adds a step; returns false if the path is full. */
function pushStep(steps: PathSteps, number: number, letter: number, upTo: number): boolean {
  if (steps.count === MOST_STEPS) return false;
  steps.number[steps.count] = number;
  steps.letter[steps.count] = letter;
  steps.upTo[steps.count] = upTo;
  steps.count += 1;
  return true;
}

/** Appends the steps of one path to another; returns false if that is full. */
export function appendSteps(to: PathSteps, from: PathSteps): boolean {
  for (let i = 0; i < from.count; i += 1)
    if (!pushStep(to, from.number[i], from.letter[i], from.upTo[i])) return false;
  return true;
}

/**
 * Parses a house number (`12`, `12a`, `47-49`, `51-53-55`, `12/3/45A`, `K12/H5`) from ASCII bytes and appends its steps.
 *
 * Shape: false if it is no house number; some steps may then have been appended.
 */
export function readSteps(bytes: Uint8Array, start: number, end: number, steps: PathSteps): boolean {
  const before = steps.count;
  let at = start;
  while (at < end) {
    const partStart = at;
    while (at < end && isLetter(bytes[at])) at += 1;
    const letters = at - partStart;
    if (at === end || bytes[at] === SLASH) {
      // "12/a" is house a of 12: a letter of its own belongs to the number before it.
      const last = steps.count - 1;
      if (letters !== 1 || last < before || steps.letter[last] !== 0) return false;
      steps.letter[last] = letterCode(bytes, partStart, at);
    } else {
      if (letters > 2) return false;
      steps.prefix = letters === 0 ? 0 : bytes[partStart] | 0x20;
      const digits = at;
      while (at < end && isDigit(bytes[at])) at += 1;
      if (at === digits || at - digits > 6) return false;
      const number = readNumber(bytes, digits, at);
      const letterStart = at;
      while (at < end && isLetter(bytes[at])) at += 1;
      if (at - letterStart > 2) return false;
      const letter = letterCode(bytes, letterStart, at);
      let upTo = number;
      while (at < end && bytes[at] === HYPHEN) {
        const from = at + 1;
        at = from;
        while (at < end && isDigit(bytes[at])) at += 1;
        if (at === from || at - from > 6) return false;
        const next = readNumber(bytes, from, at);
        while (at < end && isLetter(bytes[at])) at += 1;
        if (next >= upTo) upTo = next;
        else {
          if (!pushStep(steps, number, letter, upTo) || !pushStep(steps, next, 0, next)) return false;
          upTo = -1;
        }
      }
      if (upTo >= 0 && !pushStep(steps, number, letter, upTo)) return false;
    }
    if (at < end && bytes[at] !== SLASH) return false;
    at += 1;
  }
  return steps.count > before;
}

/** Parses the path at an index of the tables. */
export function readPathAt(tables: PlaceTables, path: number, steps: PathSteps): void {
  steps.count = 0;
  const start = tables.pathOffset[path];
  const end = tables.pathOffset[path + 1];
  if (isPlain(tables.pathText, start, end) && readSteps(tables.pathText, start, end, steps)) return;
  steps.count = 0;
  pushPath(oddPathAt(tables, path), steps);
}

/** Parses any house number by the rules that define the order of the tables; appends nothing for text without a number. */
export function readShown(text: string, steps: PathSteps): void {
  pushPath(shownPath(text), steps);
}

function pushPath(path: HousePath, steps: PathSteps): void {
  for (const { number, letter, upTo } of path)
    pushStep(steps, number, letter === '' ? 0 : letterCode(Buffer.from(letter), 0, letter.length), upTo);
}

/** Number of paths that are kept: binary searches meet the same ones again and again, and each takes several expressions. */
const KEPT = 512;

/** Returns a path that only `shownPath` parses. */
const oddPathAt = keepLast(KEPT, (tables: PlaceTables, path) => shownPath(pathTextOf(tables, path)));

/** Returns the letter in front of the last number of a path, 0 for none. */
export function prefixAt(tables: PlaceTables, path: number): number {
  let at = tables.pathOffset[path + 1] - 1;
  const start = tables.pathOffset[path];
  while (at > start && tables.pathText[at - 1] !== SLASH) at -= 1;
  const first = tables.pathText[at];
  return isLetter(first) ? first | 0x20 : 0;
}

/** Reports whether readSteps parses a number by the order of the tables: letters, digits and slashes, with at most one hyphen in a part. */
function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  let hyphens = 0;
  for (let i = start; i < end; i += 1) {
    const byte = bytes[i];
    if (byte === HYPHEN) hyphens += 1;
    else if (byte === SLASH) hyphens = 0;
    else if (!isLetter(byte) && !isDigit(byte)) return false;
    if (hyphens > 1) return false;
  }
  return true;
}

const HYPHEN = 0x2d;
const SLASH = 0x2f;

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}

function readNumber(bytes: Uint8Array, start: number, end: number): number {
  let number = 0;
  for (let i = start; i < end; i += 1) number = number * 10 + bytes[i] - 0x30;
  return number;
}

/** Encodes letters (and digits) as one number with the order of the text. */
function letterCode(bytes: Uint8Array, start: number, end: number): number {
  let code = 0;
  for (let i = 0; i < MOST_LETTERS; i += 1) {
    const byte = start + i < end ? bytes[start + i] : 0;
    code = code * 37 + (byte === 0 ? 0 : isDigit(byte) ? byte - 0x2f : (byte | 0x20) - 0x61 + 11);
  }
  return code;
}

/**
 * The ranges of house paths in the tables that match the steps of a question.
 *
 * Shape: `low[k]` to `exact[k]` are the paths equal to the first k steps, `exact[k]` to `high[k]` those that continue them; `numberLow` to `numberHigh`
 * are the paths with the number of the first step.
 */
export interface PathSpan {
  low: Int32Array;
  exact: Int32Array;
  high: Int32Array;
  numberLow: number;
  numberHigh: number;
}

/** Creates the buffers for the span of one path. */
export function createPathSpan(): PathSpan {
  return {
    low: new Int32Array(MOST_STEPS + 1),
    exact: new Int32Array(MOST_STEPS + 1),
    high: new Int32Array(MOST_STEPS + 1),
    numberLow: 0,
    numberHigh: 0,
  };
}

const read = createSteps();

/** Fills the span of a path from step `from` on. Cost: a few dozen comparisons, once a question. */
export function findPathSpan(tables: PlaceTables, steps: PathSteps, from: number, span: PathSpan): void {
  const first = steps.number[from];
  span.numberLow = lowerBound(tables.pathNumber, first);
  span.numberHigh = lowerBound(tables.pathNumber, first + 1);
  let low = span.numberLow;
  let high = span.numberHigh;
  for (let k = 1; k <= steps.count - from; k += 1) {
    const start = search(tables, low, high, steps, from, k, 0);
    const end = search(tables, start, high, steps, from, k, 2);
    span.low[k] = start;
    span.exact[k] = search(tables, start, end, steps, from, k, 1);
    span.high[k] = end;
    low = start;
    high = end;
  }
}

/** Returns the first path at or after the beginning (0), the end of the equal paths (1) or the end (2) of the paths with k first steps. */
function search(
  tables: PlaceTables,
  low: number,
  high: number,
  steps: PathSteps,
  from: number,
  k: number,
  side: 0 | 1 | 2,
): number {
  return firstAt(low, high, (path) => {
    readPathAt(tables, path, read);
    const order = comparePrefix(read, steps, from, k);
    return order > 0 || (order === 0 && (side === 0 || (side === 1 && read.count > k)));
  });
}

function comparePrefix(path: PathSteps, steps: PathSteps, from: number, k: number): number {
  for (let i = 0; i < k; i += 1) {
    if (i >= path.count) return -1;
    const order =
      path.number[i] - steps.number[from + i] ||
      path.letter[i] - steps.letter[from + i] ||
      path.upTo[i] - steps.upTo[from + i];
    if (order !== 0) return order;
  }
  return 0;
}
