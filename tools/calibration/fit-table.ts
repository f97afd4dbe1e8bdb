import { LEVELS, type Level } from '../../src/contract/records/osm-feature.ts';
import type { PiecewiseLinear } from '../../src/geo/piecewise-linear.ts';
import { trustOf, weightedSum } from '../../src/geocoder/calibration/calibrate.ts';
import type { Calibration } from '../../src/geocoder/calibration/calibration.ts';
import { evidenceOf } from '../../src/geocoder/calibration/evidence.ts';
import { conformalQuantile, fitIsotonic, fitWeights } from './fit.ts';
import { judged, type Observation } from './observations.ts';

/** Share of the answers of a level whose radius holds the true position. */
export const COVERAGE = 0.9;
/** Answers that a step of the probability, or a band of the radius, needs at least. */
const LEAST_STEP = 40;
const LEAST_BAND = 250;
const MOST_BANDS = 2;
const NO_RADIUS = { confidence: [], factor: [1] };
/**
 * A position is never stated more exactly than this: sources place a house this far from where others do, and a place has an extent. Units: metres.
 */
const LEAST_METERS = 15;
const LEAST_PLACE_METERS = 30;

/** Fits confidence and radius to the half of the answers that is for it. */
export function fitCalibration(observations: readonly Observation[]): Calibration {
  const fitted = observations.filter(({ isFitted }) => isFitted);
  /** Adds the streets to the alleys: known alleys are few and of few streets, and are found as streets are. */
  const withStreets = (these: readonly Observation[], level: Level): readonly Observation[] =>
    level === 'alley' ? [...these, ...fitted.filter(({ match }) => match.level === 'street')] : these;
  const byLevel = <T>(of: (these: readonly Observation[], level: Level) => T): Record<Level, T> =>
    Object.fromEntries(
      LEVELS.map((level) => [
        level,
        of(
          fitted.filter(({ match }) => match.level === level),
          level,
        ),
      ]),
    ) as Record<Level, T>;
  const weights = byLevel((these, level) =>
    fitWeights(
      judged(withStreets(these, level)).map(({ match, isRight }) => ({
        evidence: evidenceOf(match),
        isRight,
      })),
    ).map(rounded),
  );
  const probability = byLevel((these, level) =>
    roundedLine(
      fitIsotonic(
        judged(withStreets(these, level)).map(({ match, isRight }) => ({
          x: weightedSum(evidenceOf(match), weights[level]),
          isRight,
        })),
        Math.max(LEAST_STEP, Math.ceil(these.length / 40)),
      ),
    ),
  );
  const leastMeters = byLevel((_, level) => (level === 'poi' ? LEAST_PLACE_METERS : LEAST_METERS));
  const confidenceOnly = { weights, probability, radius: byLevel(() => NO_RADIUS), leastMeters };
  const locate = (these: readonly Observation[]) =>
    these.flatMap(({ match, meters }) =>
      meters === undefined
        ? []
        : [
            {
              confidence: trustOf(match, confidenceOnly).confidence,
              ratio: meters / match.accuracyRadiusMeters,
            },
          ],
    );
  const radius = byLevel((these) => radiusBands(locate(these)));
  // The alleys of the data are of few streets, so the factor is at least that of streets, which are found likewise.
  const ofStreets = radiusFactor(locate(fitted.filter(({ match }) => match.level === 'street')));
  const ofAlleys = radiusFactor(locate(fitted.filter(({ match }) => match.level === 'alley')));
  radius.alley = { confidence: [], factor: [Math.max(ofStreets, ofAlleys)] };
  return { ...confidenceOnly, radius };
}

/** Fits the factor of the radius in bands of confidence, each with as many answers. */
function radiusBands(located: { confidence: number; ratio: number }[]): Calibration['radius'][Level] {
  if (located.length === 0) return NO_RADIUS;
  located.sort((a, b) => a.confidence - b.confidence);
  const count = Math.max(1, Math.min(MOST_BANDS, Math.floor(located.length / LEAST_BAND)));
  const bounds: number[] = [];
  for (let band = 1; band < count; band += 1) {
    const bound = rounded(located[Math.floor((band * located.length) / count)]?.confidence as number);
    if (bound > (bounds.at(-1) ?? located[0]?.confidence ?? 0)) bounds.push(bound);
  }
  const factor = [...bounds, Infinity].map((to, band) => {
    const from = bounds[band - 1] ?? -Infinity;
    const these = located.filter(({ confidence }) => confidence >= from && confidence < to);
    return radiusFactor(these);
  });
  return { confidence: bounds, factor };
}

function radiusFactor(located: readonly { ratio: number }[]): number {
  return rounded(
    conformalQuantile(
      located.map(({ ratio }) => ratio),
      COVERAGE,
    ),
  );
}

/** Fits the probability that the first answer is right to the share of the question's words that it explains. */
export function fitTextMatch(observations: readonly Observation[]): PiecewiseLinear {
  const outcomes = judged(observations).flatMap(({ isFitted, textMatch, isRight }) =>
    isFitted && textMatch !== undefined ? [{ x: textMatch, isRight }] : [],
  );
  return roundedLine(fitIsotonic(outcomes, Math.max(LEAST_STEP, Math.ceil(outcomes.length / 40))));
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

function roundedLine({ x, y }: PiecewiseLinear): PiecewiseLinear {
  return { x: x.map(rounded), y: y.map(rounded) };
}
