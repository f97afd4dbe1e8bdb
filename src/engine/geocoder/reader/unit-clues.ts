import type { UnitClues } from './admin-match.ts';
import { isNumber } from './context.ts';
import { isMisspelt, type Stack } from './stack.ts';
import type { Understanding } from './understand.ts';

/** Returns how a text names the units of a stack, undefined if it names none of them; `explained` marks the tokens that they explain. */
export function readUnitClues(
  { tokens, context }: Pick<Understanding, 'tokens' | 'context'>,
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
