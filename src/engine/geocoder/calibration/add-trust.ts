import type { LocalPlace } from '../places/local-place.ts';
import type { Match } from '../places/place-match.ts';
import { roundShare } from '../places/answered-units.ts';
import { trustOf } from './calibrate.ts';
import { isUnplaced } from './coverage-prior.ts';

/**
 * Adds confidence and calibrated radius to the places of a question, given the matches that they describe, best first.
 *
 * Guarantee: confidence never rises from one match to the next.
 */
export function addTrust(places: LocalPlace[], matches: readonly Match[]): LocalPlace[] {
  let ceiling = 1;
  places.forEach(({ extension }, at) => {
    const { confidence, radiusMeters } = trustOf(matches[at]);
    ceiling = Math.min(ceiling, confidence);
    extension.confidence = roundShare(ceiling);
    extension.accuracy_radius_meters = Math.round(radiusMeters);
  });
  return places;
}

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

/**
 * Lowers the confidence in streets and houses of a text that names no unit by the probability that the dataset covers them, given the matches that they describe.
 *
 * Guarantee: confidence never rises from one match to the next.
 */
export function lowerUnplaced(places: LocalPlace[], matches: readonly Match[], prior: number): LocalPlace[] {
  let ceiling = 1;
  places.forEach(({ extension }, at) => {
    if (extension.confidence === undefined) return;
    ceiling = Math.min(ceiling, extension.confidence * (isUnplaced(matches[at]) ? prior : 1));
    extension.confidence = roundShare(ceiling);
  });
  return places;
}

/** Limits the confidence in places. */
export function capConfidence(places: LocalPlace[], most: number): void {
  for (const { extension } of places)
    if (extension.confidence !== undefined) extension.confidence = Math.min(extension.confidence, most);
}
