import { valueAt } from '../../../base/geo/piecewise-linear.ts';
import type { Match } from '../places/place-match.ts';
import { CALIBRATION, type Calibration } from './calibration.ts';
import { evidenceOf, isWardOpen } from './evidence.ts';

/** How far a match can be trusted. Units: `confidence` 0 to 1; metres. */
export interface Trust {
  confidence: number;
  radiusMeters: number;
}

/**
 * Returns the probability that a match is right at its level and its ward, and the radius that holds the true position for 90 % of such matches.
 *
 * Shape: the radius is at most the distance to the farthest point of the units that the words can mean; the confidence in one of several successors of a divided
 * ward at most its share.
 * Guarantee: depends on the match only, not on the other matches of its question.
 * Cost: less than a microsecond.
 */
export function trustOf(
  match: Match,
  { weights, probability, radius, openRadius }: Calibration = CALIBRATION,
): Trust {
  const sum = weightedSum(evidenceOf(match), weights[match.level]);
  const confidence = valueAt(probability[match.level], sum);
  const bands = (isWardOpen(match) ? openRadius : radius)[match.level];
  let band = 0;
  while (band < bands.confidence.length && confidence >= bands.confidence[band]) band += 1;
  const radiusMeters = match.accuracyRadiusMeters * (bands.factor[band] ?? 1);
  // The ward of a divided one is right no more often than its share of it.
  const share = match.candidates?.[0]?.share ?? 1;
  // What is farther than all that the words can mean is another mistake than the radius is of.
  return {
    confidence: Math.min(confidence, share),
    radiusMeters: Math.min(radiusMeters, match.reachMeters ?? Infinity),
  };
}

/** Returns the sum of some values by their weights. */
export function weightedSum(values: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] * weights[i];
  return sum;
}
