import type { LocalPlace } from './local-place.ts';
import { roundShare } from './answered-units.ts';
import type { Match } from './place-match.ts';

/**
 * Limits the confidence in places that match equally well to their share, given the matches that they describe: one of nine districts called Châu Thành is right
 * one time out of nine.
 */
export function capTied(places: LocalPlace[], matches: readonly Match[]): LocalPlace[] {
  places.forEach(({ extension }, at) => {
    const { tied = 1 } = matches[at];
    if (extension.confidence !== undefined)
      extension.confidence = Math.min(extension.confidence, roundShare(1 / tied));
  });
  return places;
}

/** Limits the confidence in places. */
export function capConfidence(places: LocalPlace[], most: number): void {
  for (const { extension } of places)
    if (extension.confidence !== undefined) extension.confidence = Math.min(extension.confidence, most);
}
