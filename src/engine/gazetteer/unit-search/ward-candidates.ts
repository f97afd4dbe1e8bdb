import type { WardCandidate } from './admin-match.ts';
import type { Stack } from './stack.ts';

/** Stacks for the same words with a score this much below the best are not considered. */
const SAME_SCORE = 0.15;
/** Most candidates. */
const MOST_CANDIDATES = 12;

/**
 * Returns all wards in force that the ward of a question can mean, the matched one first; undefined if there is only one.
 *
 * Shape: the successors of a former ward, and the ward in force with the same name if neither a type word nor a district decides between them; undefined
 * if the question names no district or province. `wardsOf` returns the wards in force that a stack can mean. `share` is that of the matched ward; the others share the rest equally.
 */
export function wardCandidates(
  stacks: readonly Stack[],
  wardsOf: (stack: Stack) => readonly number[],
  answered: number,
  share: number,
): WardCandidate[] | undefined {
  const best = stacks[0];
  if (best?.ward === undefined || (best.district ?? best.province) === undefined) return undefined;
  const { ward } = best;
  // A ward in force with its type word is not ambiguous.
  if (ward.marked && best.unit.kind === 'ward') return undefined;
  const wards = [answered];
  for (const stack of stacks) {
    if (stack.score < best.score - SAME_SCORE || wards.length > MOST_CANDIDATES) break;
    if (stack.ward?.start !== ward.start || stack.ward.end !== ward.end) continue;
    for (const each of wardsOf(stack)) if (!wards.includes(each)) wards.push(each);
  }
  const others = wards.length - 1;
  if (others === 0) return undefined;
  return wards.map((each) => ({
    ward: each,
    share: each === answered ? share : (1 - share) / others,
    areaOnly: false,
  }));
}
