import type { Position } from '../../../base/geo/position.ts';
import type { AdminUnits } from '../places/local-place.ts';
import type { PathRange } from './find-house.ts';
import { MOST_GAIN } from './proximity.ts';
import type { TypedWord } from './spelling.ts';
import type { UnitMention } from './unit-context.ts';

/**
 * Conditions that candidates must meet beside their name, and the points that they gain or lose.
 *
 * Shape: `isNumbered` if a house number precedes the name, so only streets match; `path` if the dataset has that number; `mentions` are units
 * that contain the candidate; `skipped` are entries that are not offered.
 * Units: `radiusMeters` around `focus`, Infinity for no limit; points for `penalty` and for `begunPenalty`, which units lose whose name is longer
 * than the typed text ("quận 1": Quận 10).
 */
export interface Criteria {
  adminUnits: AdminUnits;
  focus: Position | undefined;
  radiusMeters: number;
  mentions: readonly UnitMention[];
  streetsOnly: boolean;
  isNumbered: boolean;
  /** Typed words with diacritics; names with the same spelling come first. */
  typed: readonly TypedWord[];
  path: PathRange | undefined;
  penalty: number;
  begunPenalty: number;
  skipped: ReadonlySet<number>;
}

/** Points for a name typed to its end, for one whose last typed word is complete, and for others. */
export const TIER_BONUS: readonly number[] = [40, 15, 0];

/** Points that a candidate usually loses if the unit behind its name is not typed to the end. */
export const BEGUN_PENALTY = 20;

/** Criteria that every place meets. */
export const NO_CRITERIA: Criteria = {
  adminUnits: 'old',
  focus: undefined,
  radiusMeters: Infinity,
  mentions: [],
  streetsOnly: false,
  isNumbered: false,
  typed: [],
  path: undefined,
  penalty: 0,
  begunPenalty: BEGUN_PENALTY,
  skipped: new Set(),
};

/** Points for a house that exists. */
export const HOUSE_BONUS = 120;

/** Greatest weight of a name. */
export const MOST_WEIGHT = 255;

/** Greatest sum of points; it corresponds to a score of 1. */
export const MOST_POINTS = MOST_WEIGHT + TIER_BONUS[0] + HOUSE_BONUS + MOST_GAIN;

/** Points that far candidates lose, so that all near ones come first. */
export const FAR_PENALTY = 1000;
