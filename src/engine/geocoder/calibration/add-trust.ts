import { foldedWords, hasWords } from '../../../base/text/fold.ts';
import type { LostWard } from '../../gazetteer/units/unit-codes.ts';
import type { LocalPlace } from '../places/local-place.ts';
import type { PartVerdict } from '../../../contract/records/address-parts.ts';
import { isPlaceMatch, type Match } from '../places/place-match.ts';
import { roundShare } from '../places/answered-units.ts';
import { trustOf } from './calibrate.ts';
import { type ChanceShifts, distanceChancesOf } from './distance-chances.ts';
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

/** An interpolated house with a greater radius is answered as its street. Units: metres. */
const MOST_INTERPOLATED_METERS = 1500;

/** Returns a match, an interpolated house whose radius is of no use as its street. */
export function atUsefulLevel(match: Match): Match {
  return match.level === 'interpolated' && trustOf(match).radiusMeters > MOST_INTERPOLATED_METERS
    ? { ...match, level: 'street', houseNumber: '' }
    : match;
}

/** Adds how likely the true position is near to places with a confidence, given the matches that they describe. */
export function addDistanceChances(
  places: readonly LocalPlace[],
  matches: readonly Match[],
  shifts: ChanceShifts | undefined,
): void {
  places.forEach(({ extension }, at) => {
    const { confidence } = extension;
    if (confidence !== undefined)
      extension.distance_chances = distanceChancesOf(matches[at], confidence, shifts);
  });
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

/** Most confidence in a ward for one of which nobody says what it became. */
const MOST_OF_LOST = 0.5;

/**
 * Limits the confidence in wards for a former one of which nobody says what it became, where a ward in force or another former one of its district has its name.
 *
 * Shape: `parts` of the places are there; the ward is then contradicted. Such a ward is in the text with its type word and its district.
 */
export function capLost(
  places: readonly LocalPlace[],
  matches: readonly Match[],
  text: string,
  lost: () => readonly LostWard[],
): void {
  const isNamed = ({ level, extension: { new: unit, parts } }: LocalPlace): boolean =>
    level !== 'district' && unit.ward !== null && parts?.ward === 'confirmed' && isSaid(parts.district);
  if (!places.some(isNamed)) return;
  const words = foldedWords(text);
  const named = lost().find(({ ward, district }) => hasWords(words, ward) && hasWords(words, district));
  if (named === undefined) return;
  places.forEach((place, at) => {
    const match = matches[at];
    // Another list may know the ward.
    const isKnown = !isPlaceMatch(match) && foldedWords(match.oldUnits.ward ?? '') === named.ward;
    const { extension } = place;
    if (isKnown || !isNamed(place) || extension.parts === undefined) return;
    extension.parts.ward = 'contradicted';
    extension.confidence = Math.min(extension.confidence ?? 0, MOST_OF_LOST);
  });
}

function isSaid(verdict: PartVerdict): boolean {
  return verdict !== 'missing' && verdict !== 'completed';
}
