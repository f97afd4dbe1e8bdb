import type { Match } from '../../src/engine/geocoder/places/place-match.ts';
import { isPlaceMatch } from '../../src/engine/geocoder/places/place-match.ts';

/**
 * Real questions of all provinces, generated ones, those of them that name only a ward, real ones of two cities, and those of them that name a former ward
 * that was divided.
 */
export const SOURCES = [
  'development set',
  'generated',
  'only a ward',
  'Ha Noi',
  'Ho Chi Minh City',
  'divided wards',
] as const;

/** The name of a source. */
export type Source = (typeof SOURCES)[number];

/**
 * The half that a calibration is fitted on, and the half that it is measured on. Questions are split by a hash of their ward in force, so that no ward
 * is in both halves; each half has its own noise, its own generated questions and its own choice of what is in the index.
 */
export type Half = 'fitted' | 'held out';

/**
 * An answer and how right it is.
 *
 * Shape: `isRight` tells whether the answer is right at its level and in its ward, undefined where only the ward of a house or place is known;
 * `isRightAtLevel` leaves the ward out; `isRightWard` is undefined for answers without a ward;
 * `isContradicted` is true if the ward that counts as right is not the one that the text names in full, `isUndecidable` if the text fits several records of
 * its source or several wards in force, one of which counts as right; `textMatch` is there where the answer was made
 * with the starter.
 * Units: `meters` from the true position, undefined where that is not known; `isOwn` is true for a street, house or place whose true position is in the
 * index itself.
 */
export interface Observation {
  source: Source;
  text: string;
  half: Half;
  wardCode: string;
  match: Match;
  isRight: boolean | undefined;
  isRightAtLevel: boolean | undefined;
  isRightWard: boolean | undefined;
  isContradicted: boolean;
  isUndecidable: boolean;
  meters: number | undefined;
  isOwn: boolean;
  textMatch: number | undefined;
}

/** Returns the observations whose answer is known to be right or wrong. */
export function judged(observations: readonly Observation[]): (Observation & { isRight: boolean })[] {
  return observations.filter((one): one is Observation & { isRight: boolean } => one.isRight !== undefined);
}

/** A house is right within this distance, a place too. Units: metres. */
export const NEAR_METERS = 100;
/** Everything else is right within this many times the radius that the engine gives it. */
const NEAR_RADII = 1.5;

/** Reports whether a street, house or place is as near to the true position as its level says. */
export function isNear({ level, accuracyRadiusMeters }: Match, meters: number): boolean {
  if (level === 'house' || level === 'poi') return meters <= NEAR_METERS;
  return meters <= Math.max(level === 'interpolated' ? NEAR_METERS : 0, NEAR_RADII * accuracyRadiusMeters);
}

/** Reports whether a street of the right ward is the right street: its name is in the text letter by letter. */
export function isKnownByWard(match: Match): boolean {
  return (
    isPlaceMatch(match) &&
    (match.level === 'street' || match.level === 'alley') &&
    match.clues?.name === 'exact'
  );
}
