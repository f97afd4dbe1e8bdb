import type { LocalPlace } from '../places/local-place.ts';
import type { Match } from '../places/place-match.ts';
import { roundShare } from '../places/answered-units.ts';
import { trustOf } from './calibrate.ts';

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
