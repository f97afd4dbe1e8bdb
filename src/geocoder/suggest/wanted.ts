import type { Position } from '../../geo/position.ts';
import type { AdminUnits } from '../places/local-place.ts';
import type { PathRange } from './find-house.ts';
import { MOST_GAIN } from './proximity.ts';
import type { TypedWord } from './spelling.ts';
import type { UnitMention } from './unit-context.ts';

/**
 * Says what candidates must meet beside their name.
 *
 * Shape: `isNumbered` behind a house number, which only streets have, `path` where the dataset knows it; `mentions` are units that they must
 * lie in; `skipped` are entries that are not offered.
 * Units: `radiusMeters` around `focus`, Infinity for no limit; `penalty` and `begunPenalty`, for units that are called otherwise than what was typed
 * of them so far ("quận 1": Quận 10), in points.
 */
export interface Wanted {
  adminUnits: AdminUnits;
  focus: Position | undefined;
  radiusMeters: number;
  mentions: readonly UnitMention[];
  streetsOnly: boolean;
  isNumbered: boolean;
  /** Typed words with diacritics, of which names that spell them so come first. */
  typed: readonly TypedWord[];
  path: PathRange | undefined;
  penalty: number;
  begunPenalty: number;
  skipped: ReadonlySet<number>;
}

/** Points for a name typed to its end, for one whose last typed word is whole, and for others. */
export const TIER_BONUS: readonly number[] = [40, 15, 0];

/** Points that units behind a name lose usually while they are only begun. */
export const BEGUN_PENALTY = 20;

/** Points for a house that exists. */
export const HOUSE_BONUS = 120;

/** Greatest weight of a name. */
export const MOST_WEIGHT = 255;

/** Greatest sum of points, which a score of 1 stands for. */
export const MOST_POINTS = MOST_WEIGHT + (TIER_BONUS[0] as number) + HOUSE_BONUS + MOST_GAIN;

/** Points lost by what comes after everything near. */
export const FAR_PENALTY = 1000;
