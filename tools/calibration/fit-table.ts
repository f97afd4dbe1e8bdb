import {
  CHANCE_METERS,
  SEARCHED_LEVELS,
  type SearchedLevel,
} from '../../src/contract/records/osm-feature.ts';
import type { PiecewiseLinear } from '../../src/base/geo/piecewise-linear.ts';
import { trustOf, weightedSum } from '../../src/engine/geocoder/calibration/calibrate.ts';
import { distanceEvidenceOf } from '../../src/engine/geocoder/calibration/distance-chances.ts';
import type { Calibration } from '../../src/engine/geocoder/calibration/calibration.ts';
import { evidenceOf, isWardOpen } from '../../src/engine/geocoder/calibration/evidence.ts';
import { fitWeights, type Sample } from '../../src/engine/geocoder/calibration/fit-weights.ts';
import { conformalQuantile, fitIsotonic } from './fit.ts';
import { judged, type Observation } from './observation.ts';

/** Share of the answers of a level whose radius holds the true position. */
const COVERAGE = 0.9;
/** Answers that a step of the probability, or a band of the radius, needs at least; answers in one street err alike, so that a band needs many. */
const LEAST_STEP = 40;
const LEAST_BAND = 350;
/** Share of a street, whose ward limits the radius: the rest are in another ward, and no radius is of use for them. */
const STREET_COVERAGE = 0.88;
/** The most that is asked of the answers of a level for those that units limit, and by how much it is raised. */
const MOST_COVERAGE = 0.98;
const COVERAGE_STEP = 0.005;
const NO_RADIUS = { confidence: [], factor: [1] };

/**
 * Fits confidence to the half of the answers that is for it, and the radius to all of them whose true position is not in the index itself; matches that
 * leave several wards open have their own factors. Where the confidence is given, only radius and chances of distances are fitted.
 */
export function fitCalibration(
  observations: readonly Observation[],
  confidence?: Pick<Calibration, 'weights' | 'probability'>,
): Calibration {
  const ofLevel = (level: SearchedLevel): Observation[] =>
    observations.filter(({ match }) => match.level === level);
  const fitted = (level: SearchedLevel): Observation[] =>
    ofLevel(level).filter(({ half }) => half === 'fitted');
  // Known alleys are few and of few streets, and are found as streets are.
  const withAlike = (level: SearchedLevel, of: (level: SearchedLevel) => Observation[]): Observation[] =>
    level === 'alley' ? [...of(level), ...of('street')] : of(level);
  const fitConfidence = (): Pick<Calibration, 'weights' | 'probability'> => {
    const trusts = byLevel((level) =>
      fitProbability(
        judged(withAlike(level, fitted)).map(({ match, isRight }) => ({
          evidence: evidenceOf(match),
          isRight,
        })),
        fitted(level).length,
      ),
    );
    return {
      weights: byLevel((level) => trusts[level].weights),
      probability: byLevel((level) => trusts[level].probability),
    };
  };
  const confidenceOnly = {
    ...(confidence ?? fitConfidence()),
    chances: [],
    radius: byLevel(() => NO_RADIUS),
    openRadius: byLevel(() => NO_RADIUS),
  };
  const radii = (isOpen: boolean): Calibration['radius'] =>
    byLevel((level) => {
      const own = ofLevel(level).filter(({ isOwn }) => !isOwn);
      const others = own.length < LEAST_BAND ? withAlike(level, ofLevel).filter(({ isOwn }) => !isOwn) : own;
      const alike = others.filter(({ match }) => isWardOpen(match) === isOpen);
      // Few answers of a level leave a ward open.
      const least = level === 'street' ? STREET_COVERAGE : COVERAGE;
      return fitRadius(alike.length < LEAST_BAND ? others : alike, confidenceOnly, least);
    });
  const chances = CHANCE_METERS.map((within) =>
    byLevel((level) => {
      const located = ofLevel(level).flatMap(({ match, meters, half }) =>
        meters === undefined || half !== 'fitted' ? [] : [{ match, meters }],
      );
      const samples = located.map(({ match, meters }) => ({
        evidence: distanceEvidenceOf(match, trustOf(match, confidenceOnly).confidence),
        isRight: meters <= within,
      }));
      return fitProbability(samples, samples.length);
    }),
  );
  return { ...confidenceOnly, radius: radii(false), openRadius: radii(true), chances };
}

function byLevel<T>(of: (level: SearchedLevel) => T): Record<SearchedLevel, T> {
  return Object.fromEntries(SEARCHED_LEVELS.map((level) => [level, of(level)])) as Record<SearchedLevel, T>;
}

/** Fits the weights of the evidence, and the probability from their sum; `answers` is the number of answers of the level itself. */
function fitProbability(samples: readonly Sample[], answers: number) {
  const weights = fitWeights(samples).map(rounded);
  const outcomes = samples.map(({ evidence, isRight }) => ({ x: weightedSum(evidence, weights), isRight }));
  const probability = fitIsotonic(outcomes, Math.max(LEAST_STEP, Math.ceil(answers / 40)));
  return { weights, probability: roundedLine(probability) };
}

/** Fits the factor of the engine's radius in bands of confidence: each has twice as many answers as the band below it, because few answers are doubtful. */
function fitRadius(
  these: readonly Observation[],
  calibration: Calibration,
  least: number,
): Calibration['radius'][SearchedLevel] {
  const located = these.flatMap(({ match, meters }) =>
    meters === undefined ? [] : [{ confidence: trustOf(match, calibration).confidence, meters, match }],
  );
  if (located.length === 0) return NO_RADIUS;
  located.sort((a, b) => a.confidence - b.confidence);
  const bounds: number[] = [];
  let size = LEAST_BAND;
  for (let at = size; at + 2 * size <= located.length; at += size) {
    const bound = rounded(located[at]?.confidence as number);
    if (bound > (bounds.at(-1) ?? located[0]?.confidence ?? 0)) bounds.push(bound);
    size *= 2;
  }
  const bands = [...bounds, Infinity].map((to, band) => {
    const from = bounds[band - 1] ?? -Infinity;
    return located.filter(({ confidence }) => confidence >= from && confidence < to);
  });
  const factorsFor = (share: number): number[] =>
    bands.map((band) =>
      rounded(
        conformalQuantile(
          band.map(({ meters, match }) => meters / match.accuracyRadiusMeters),
          share,
        ),
      ),
    );
  const heldBy = (factor: readonly number[]): number =>
    bands.reduce(
      (sum, band, at) =>
        sum +
        band.filter(
          ({ meters, match }) =>
            meters <=
            Math.min(match.accuracyRadiusMeters * (factor[at] as number), match.reachMeters ?? Infinity),
        ).length,
      0,
    );
  // Where the radius is limited by the units that the words can mean, it holds fewer positions; then it must hold more of the others.
  let factor = factorsFor(COVERAGE);
  for (let share = COVERAGE; share < MOST_COVERAGE && heldBy(factor) < least * located.length;)
    factor = factorsFor((share += COVERAGE_STEP));
  return { confidence: bounds, factor };
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

function roundedLine({ x, y }: PiecewiseLinear): PiecewiseLinear {
  return { x: x.map(rounded), y: y.map(rounded) };
}
