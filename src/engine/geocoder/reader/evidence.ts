import { type Context, fillSpan, FREE, isNumber, SITE, UNIT } from './context.ts';
import type { Token } from '../../../base/text/tokens.ts';
import { PROVINCE } from '../../../base/text/unit-words.ts';
import { overlap } from '../../gazetteer/unit-table/ranges.ts';
import type { Reading } from './find-names.ts';
import { isMisspelt, type Stack } from './stack.ts';

/** Words of a question that a match does not explain or that contradict it, as written. */
export interface Evidence {
  unexplained: string[];
  contradicted: string[];
  /** Number of type words whose name is unknown or not part of the match. */
  unresolved: number;
  /** The bits of each token: EXPLAINED, AGAINST, or OPEN. */
  flags: Uint8Array;
}

/** The bit of a token that a unit which contains the match explains. */
export const EXPLAINED = 1;
/** The bit of a token of a unit that does not contain the match. */
export const AGAINST = 2;
/** The bit of a token that nothing explains. */
export const OPEN = 4;

/** Marks the tokens that a stack explains: those of its readings, and those of other readings that agree with it. */
export function explainedBy(
  stack: Stack,
  readings: readonly Reading[],
  { partStart, partEnd }: Pick<Context, 'partStart' | 'partEnd'>,
): Uint8Array {
  const count = partStart.length;
  const explained = new Uint8Array(count);
  for (const reading of [stack.ward, stack.district, stack.province]) {
    if (reading !== undefined) fillSpan(explained, 1, reading.start, reading.end);
  }
  for (const reading of readings) {
    // "TP Huế, Thừa Thiên Huế": a repeated unit is explained too; an unmarked name may be a street with the name of its ward.
    const says = reading.marked || reading.layer === PROVINCE;
    if (
      says &&
      reading.factor >= 0.8 &&
      overlap(reading.unit.ranges, stack.unit.ranges) &&
      isAbove(reading, stack)
    ) {
      fillSpan(explained, 1, reading.start, reading.end);
    }
  }
  // "Thị trấn Đông Phú, Đông Phú, Quế Sơn": a part that is the name of a unit behind it is that unit again.
  for (const { start, end, unit, distance, marked } of readings) {
    if (
      marked ||
      distance > 0 ||
      explained[start] === 1 ||
      partStart[start] !== start ||
      partEnd[start] !== end
    )
      continue;
    const named =
      unit === stack.ward?.unit
        ? stack.ward
        : unit === stack.district?.unit
          ? stack.district
          : unit === stack.province?.unit
            ? stack.province
            : undefined;
    if (named !== undefined && (named.end <= start || named.start === end))
      fillSpan(explained, 1, start, end);
  }
  return explained;
}

function isAbove(reading: Reading, stack: Stack): boolean {
  const lowest = stack.ward ?? stack.district ?? stack.province;
  return lowest !== undefined && reading.layer <= lowest.layer;
}

/** Collects the words that a stack leaves unexplained and those that contradict it; `explained` are those that it explains. */
export function gatherEvidence(
  stack: Stack,
  explained: Uint8Array,
  readings: readonly Reading[],
  text: string,
  tokens: readonly Token[],
  context: Context,
): Evidence {
  const flags = new Uint8Array(tokens.length);
  const compatible = new Uint8Array(tokens.length);
  for (const reading of readings) {
    // A unit inside the matched one is more exact, not a contradiction.
    if (overlap(reading.unit.ranges, stack.unit.ranges)) compatible[reading.start] = 1;
  }
  for (const reading of readings) {
    if (compatible[reading.start] === 0 && contradicts(reading, explained, context, tokens))
      fillSpan(flags, AGAINST, reading.start, reading.end);
  }
  if (stack.elsewhere !== undefined) fillSpan(flags, AGAINST, stack.elsewhere.start, stack.elsewhere.end);
  let unresolved = 0;
  for (let i = 0; i < tokens.length; i += 1) {
    if (explained[i] === 1) flags[i] |= EXPLAINED;
    else if (flags[i] === 0) flags[i] = OPEN;
    const unit = i === 0 ? undefined : context.unitWord[i];
    if (unit !== undefined && flags[i] === OPEN && (!unit.short || unit.length > 1)) unresolved += 1;
  }
  return {
    unexplained: runs(text, tokens, flags, OPEN),
    contradicted: runs(text, tokens, flags, AGAINST),
    unresolved,
    flags,
  };
}

/** Reports whether a reading names a different unit for certain: with its type word, or a province alone between commas. */
function contradicts(
  reading: Reading,
  explained: Uint8Array,
  context: Context,
  tokens: readonly Token[],
): boolean {
  if (reading.distance > 0 || context.kind[reading.start] === SITE) return false;
  for (let i = reading.start; i < reading.end; i += 1) if (explained[i] === 1) return false;
  if (reading.marked) {
    const letters = tokens[reading.start].text.length;
    return (
      letters > 1 ||
      isNumber(tokens[reading.start + 1].text) ||
      context.partStart[reading.start] === reading.start
    );
  }
  return reading.layer === PROVINCE && reading.factor >= 1;
}

/** Returns the runs of tokens with a bit, as written. */
function runs(text: string, tokens: readonly Token[], flags: Uint8Array, wanted: number): string[] {
  const found: string[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    if ((flags[i] & wanted) === 0) continue;
    const { start } = tokens[i];
    while (i + 1 < tokens.length && tokens[i + 1].gap !== 2 && (flags[i + 1] & wanted) !== 0) i += 1;
    found.push(text.slice(start, tokens[i].end));
  }
  return found;
}

/** Most words that are rather a part of a name than a note: "Phường Tân Sơn Nh", but "Phường 4 gọi trước khi giao". */
const MOST_WORDS = 3;

/** A run of tokens. Shape: `end` exclusive. */
interface Run {
  start: number;
  end: number;
}

/**
 * Returns the run of tokens of the name of a unit with the words beside it that nothing explains, to the end of its part: "Tân Sơn Nh", "Ph Diễn"; undefined
 * where no word is left.
 *
 * Shape: `isLeft` reports whether a token is explained by nothing. Words in front of a name belong to it where its part begins with a type word, or where a column states
 * what it is; words behind it where it has a type word.
 */
export function nameWithWordsBeside(
  { start, end, marked }: Reading,
  tokens: readonly Token[],
  { partStart, partEnd, head, unitWord, stated }: Context,
  isLeft: (index: number) => boolean,
): Run | undefined {
  const isWord = (index: number): boolean =>
    isLeft(index) && head[index] === FREE && !isNumber(tokens[index].text);
  let to = end;
  if (marked) while (to < partEnd[end - 1] && to < end + MOST_WORDS && isWord(to)) to += 1;
  // A third word, a number, or a street behind it says that this is a note.
  if (to > end && to < partEnd[end - 1] && head[to] !== UNIT) to = end;
  let from = start;
  while (from > partStart[start] && from > start - MOST_WORDS && isWord(from - 1)) from -= 1;
  const isNamed = unitWord[from] !== undefined || (stated?.[from] ?? 0) !== 0;
  if (from < start && !isNamed) from = start;
  if (from === start && to === end) return undefined;
  return { start: from < start || head[start] !== UNIT ? from : nameAt(start, unitWord, end), end: to };
}

/** Returns the first token of a name behind its type word. */
function nameAt(start: number, unitWord: Context['unitWord'], end: number): number {
  for (let i = start + 1; i < end; i += 1) if (unitWord[i] !== undefined) return i;
  return start;
}

/**
 * How a text names the unit of a match; confidence is computed from it.
 *
 * Shape: `isBare` without a type word; `isMisspelt` if it or a unit above it is written with another letter; `isBeside` if the same part between commas has
 * words that the units do not explain, `touching` counts those right in front of the name and right behind it, 0 to 2. Numbers are no words.
 */
export interface UnitClues {
  isBare: boolean;
  isMisspelt: boolean;
  isBeside: boolean;
  touching: number;
}

/** Returns how a text names the units of a stack, undefined if it names none of them; `explained` marks the tokens that they explain. */
export function readUnitClues(
  { tokens, context }: { tokens: readonly Token[]; context: Context },
  stack: Stack,
  explained: Uint8Array,
): UnitClues | undefined {
  const lowest = stack.ward ?? stack.district ?? stack.province;
  if (lowest === undefined) return undefined;
  const { start, end, marked } = lowest;
  const to = context.partEnd[end - 1];
  let [isBeside, touching] = [false, 0];
  for (let i = context.partStart[start]; i < to; i += 1) {
    if (explained[i] === 1 || isNumber(tokens[i]?.text ?? '')) continue;
    isBeside = true;
    if (i === start - 1 || i === end) touching += 1;
  }
  return { isBare: !marked, isMisspelt: isMisspelt(stack), isBeside, touching };
}
