import type { Token } from '../../../base/text/tokens.ts';
import { FREE, isNumber, UNIT, type Context } from './context.ts';
import type { Reading } from './spans.ts';

/** Most words that are rather a part of a name than a note: "Phường Tân Sơn Nh", but "Phường 4 gọi trước khi giao". */
const MOST_WORDS = 3;

/** A run of tokens. Shape: `end` exclusive. */
export interface Run {
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
