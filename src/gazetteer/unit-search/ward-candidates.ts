import type { WardCandidate } from './admin-match.ts';
import type { Answer } from './answer.ts';
import type { Stack } from './stack.ts';

/** Stacks of the same words are other meanings of them down to this much below the best. */
const SAME_SCORE = 0.15;
/** Wards that are listed at most. */
const MOST_CANDIDATES = 12;

/**
 * Returns all wards in force that the ward named in a question can be, the answered one first; undefined where there is only one.
 *
 * Shape: the successors of a former ward, and the ward in force of the same name where neither a type word nor a district says which is meant; nothing
 * where no district or province is named. `share` of the answered ward is given, the others share the rest.
 */
export function wardCandidates(
  stacks: readonly Stack[],
  answerOf: (stack: Stack) => Answer,
  answered: number,
  share: number,
): WardCandidate[] | undefined {
  const best = stacks[0];
  if (best?.ward === undefined || (best.district ?? best.province) === undefined) return undefined;
  const { ward } = best;
  // A type word with a province in force names the ward in force.
  if (ward.marked && best.unit.kind === 'ward') return undefined;
  const wards = new Set([answered]);
  for (const stack of stacks) {
    if (stack.score < best.score - SAME_SCORE || wards.size > MOST_CANDIDATES) break;
    if (stack.ward?.start !== ward.start || stack.ward.end !== ward.end) continue;
    const { candidates, newUnits } = answerOf(stack);
    for (const candidate of candidates ?? []) wards.add(candidate.ward);
    if (newUnits.ward !== undefined) wards.add(newUnits.ward);
  }
  const others = wards.size - 1;
  if (others === 0) return undefined;
  return [...wards].map((each) => ({ ward: each, share: each === answered ? share : (1 - share) / others }));
}
