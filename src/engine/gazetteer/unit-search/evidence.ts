import { fillSpan } from './fill-span.ts';
import type { Token } from '../../../base/text/tokens.ts';
import { PROVINCE } from '../../../base/text/unit-words.ts';
import { isNumber, SITE, type Context } from './context.ts';
import { overlap } from './ranges.ts';
import type { Reading } from './spans.ts';
import type { Stack } from './stack.ts';

/** Words of a question that a match does not explain or that contradict it, as written. */
export interface Evidence {
  unexplained: string[];
  contradicted: string[];
  /** Number of type words whose name is unknown or not part of the match. */
  unresolved: number;
  /** 1 for each token that the match explains. */
  explained: Uint8Array;
  /** 1 for each token of a unit that contradicts the match. */
  against: Uint8Array;
}

/** Marks the tokens that a stack explains: those of its readings, and those of other readings that agree with it. */
export function explainedBy(stack: Stack, readings: readonly Reading[], count: number): Uint8Array {
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
  return explained;
}

function isAbove(reading: Reading, stack: Stack): boolean {
  const lowest = stack.ward ?? stack.district ?? stack.province;
  return lowest !== undefined && reading.layer <= lowest.layer;
}

/** Collects the words that a stack leaves unexplained and those that contradict it. */
export function gatherEvidence(
  stack: Stack,
  readings: readonly Reading[],
  text: string,
  tokens: readonly Token[],
  context: Context,
): Evidence {
  const explained = explainedBy(stack, readings, tokens.length);
  const against = new Uint8Array(tokens.length);
  const compatible = new Uint8Array(tokens.length);
  for (const reading of readings) {
    // A unit inside the matched one is more exact, not a contradiction.
    if (overlap(reading.unit.ranges, stack.unit.ranges)) compatible[reading.start] = 1;
  }
  for (const reading of readings) {
    if (compatible[reading.start] === 0 && contradicts(reading, explained, context, tokens))
      fillSpan(against, 1, reading.start, reading.end);
  }
  if (stack.elsewhere !== undefined) fillSpan(against, 1, stack.elsewhere.start, stack.elsewhere.end);
  let unresolved = 0;
  for (let i = 1; i < tokens.length; i += 1) {
    const unit = context.unitWord[i];
    if (unit !== undefined && explained[i] === 0 && against[i] === 0 && (!unit.short || unit.length > 1))
      unresolved += 1;
  }
  return {
    unexplained: runs(text, tokens, (i) => explained[i] === 0 && against[i] === 0),
    contradicted: runs(text, tokens, (i) => against[i] === 1),
    unresolved,
    explained,
    against,
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

function runs(text: string, tokens: readonly Token[], wanted: (index: number) => boolean): string[] {
  const found: string[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    if (!wanted(i)) continue;
    const { start } = tokens[i];
    while (i + 1 < tokens.length && tokens[i + 1].gap !== 2 && wanted(i + 1)) i += 1;
    found.push(text.slice(start, tokens[i].end));
  }
  return found;
}
