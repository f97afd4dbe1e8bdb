import { hashOf } from '../../test/bench/noisy-addresses.ts';
import type { Observation } from './observation.ts';

/** A position this near to the true one is that of the very record that counts as true. Units: metres. */
const SAME_METERS = 1;

/**
 * Replaces the distances of houses and places whose true position is in the index itself: those are 0 by construction and say nothing of the radius.
 *
 * Shape: such an answer gets the distance of one of the right answers whose own record is not in the index, which are at the position that another
 * record states for the house or place; answers at another position keep their distance.
 */
export function withOwnErrors(observations: readonly Observation[]): Observation[] {
  const others = new Map<string, number[]>();
  for (const { match, meters, isRight, isOwn } of observations) {
    if (isOwn || isRight !== true || meters === undefined) continue;
    const known = others.get(match.level);
    if (known === undefined) others.set(match.level, [meters]);
    else known.push(meters);
  }
  return observations.map((one) => {
    const { match, meters, isOwn, text } = one;
    const drawn = others.get(match.level);
    if (!isOwn || meters === undefined || meters >= SAME_METERS || drawn === undefined) return one;
    return { ...one, meters: drawn[hashOf(text) % drawn.length] };
  });
}
