import { distanceMeters } from '../../base/geo/distance.ts';
import type { Position } from '../../base/geo/position.ts';
import type { PlaceMatch } from './place-columns.ts';

/** Matches that explain the same share of the question, up to this difference, are rivals. */
const SAME_TEXT_MATCH = 0.01;
/** A service that rates its matches is not overruled where its first match leads by more than this margin. */
const LEADING_MARGIN = 0.05;

/**
 * Returns the matches of a text with the nearest to a focus first, among those that explain the text equally well.
 *
 * Guarantee: the rest keeps the order of the service; a first match that leads clearly stays the first.
 */
export function nearestFirst<M extends PlaceMatch & { textMatch: number }>(
  matches: readonly M[],
  focus: Position | undefined,
): readonly M[] {
  const margin = matches[0]?.description.margin ?? 0;
  if (focus === undefined || matches.length < 2 || margin > LEADING_MARGIN) return matches;
  const best = Math.max(...matches.map(({ textMatch }) => textMatch));
  const rivals = matches.filter(
    ({ textMatch, position }) => position !== null && textMatch >= best - SAME_TEXT_MATCH,
  );
  const meters = ({ position }: M): number =>
    position === null ? Infinity : distanceMeters(focus, position);
  const nearest = rivals.sort((a, b) => meters(a) - meters(b))[0];
  return nearest === undefined ? matches : [nearest, ...matches.filter((match) => match !== nearest)];
}
