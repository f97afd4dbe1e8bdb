import { valueAt } from '../../../base/geo/piecewise-linear.ts';
import { CHANCE_METERS, type GeomillExtension } from '../../../contract/records/osm-feature.ts';
import { roundShare } from '../places/answered-units.ts';
import type { Match } from '../places/place-match.ts';
import { weightedSum } from './calibrate.ts';
import { CALIBRATION, type Calibration } from './calibration.ts';
import { logOdds } from './evidence.ts';

/** What is known of the chances over the data of a dataset: the constant and the factor of the log-odds of each distance of `CHANCE_METERS`. */
export type ChanceShifts = readonly (readonly [constant: number, factor: number])[];

/** A reach beyond this says no more. Units: metres. */
const FAR_METERS = 1e5;

/** Returns what the distance of a match from the true position depends on: how likely it is right, how exact its position is if so, and how far its units reach. */
export function distanceEvidenceOf(match: Match, confidence: number): number[] {
  const odds = logOdds(confidence);
  const radius = Math.log10(Math.max(1, match.accuracyRadiusMeters));
  const reach = Math.log10(Math.min(FAR_METERS, Math.max(1, match.reachMeters ?? FAR_METERS)));
  return [1, odds, radius, reach, odds * radius];
}

/**
 * Returns the probability that the true position is within each distance of `CHANCE_METERS`, given the confidence that is stated of a match.
 *
 * Guarantee: never lower for a greater distance.
 */
export function distanceChancesOf(
  match: Match,
  confidence: number,
  shifts?: ChanceShifts,
  { chances }: Calibration = CALIBRATION,
): NonNullable<GeomillExtension['distance_chances']> {
  const evidence = distanceEvidenceOf(match, confidence);
  let least = 0;
  return CHANCE_METERS.map((within_meters, at) => {
    const { weights, probability } = chances[at][match.level];
    const stated = valueAt(probability, weightedSum(evidence, weights));
    least = Math.max(least, shifts === undefined ? stated : shifted(stated, shifts[at]));
    return { within_meters, chance: roundShare(least) };
  });
}

function shifted(chance: number, [constant, factor]: ChanceShifts[number]): number {
  return 1 / (1 + Math.exp(-(constant + factor * logOdds(chance))));
}
