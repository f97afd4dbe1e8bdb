import { LEVELS } from '../../src/contract/records/osm-feature.ts';
import { valueAt, type PiecewiseLinear } from '../../src/geo/piecewise-linear.ts';
import { trustOf } from '../../src/geocoder/calibration/calibrate.ts';
import type { Calibration } from '../../src/geocoder/calibration/calibration.ts';
import { tableText } from '../../test/bench/table.ts';
import { acceptable, areaUnderCurve, brierScore, calibrationError, type Stated } from './measure.ts';
import { judged, type Observation } from './observations.ts';

/** Share of right wards from which a user may accept rows unseen. */
const ACCEPTED = 0.99;

/** How good stated probabilities are, on answers that they were not fitted on. Units: shares, 0 to 1. */
export interface Quality {
  answers: number;
  right: number;
  ece: number;
  brier: number;
  auc: number;
}

/** Measures stated probabilities. */
export function qualityOf(stated: readonly Stated[]): Quality {
  return {
    answers: stated.length,
    right: stated.filter(({ isRight }) => isRight).length / stated.length,
    ece: calibrationError(stated),
    brier: brierScore(stated),
    auc: areaUnderCurve(stated),
  };
}

/** Returns the answers that nothing was fitted on. */
export function heldOut(observations: readonly Observation[]): Observation[] {
  return observations.filter(({ isFitted }) => !isFitted);
}

/** Returns the stated confidence of answers, with whether they are right at their level. */
export function statedOf(observations: readonly Observation[], calibration: Calibration): Stated[] {
  return judged(observations).map(({ match, isRight }) => ({
    p: trustOf(match, calibration).confidence,
    isRight,
  }));
}

/** Returns the share of answers with a known true position whose radius holds it. */
export function coverageOf(observations: readonly Observation[], calibration: Calibration) {
  const located = observations.filter(({ meters }) => meters !== undefined);
  const held = located.filter(
    ({ match, meters }) => (meters as number) <= trustOf(match, calibration).radiusMeters,
  );
  const radii = located.map(({ match }) => trustOf(match, calibration).radiusMeters).sort((a, b) => a - b);
  return {
    answers: located.length,
    share: held.length / located.length,
    median: radii[Math.floor(radii.length / 2)] ?? Number.NaN,
  };
}

/** Returns the tables of a calibration, measured on the half that it was not fitted on. */
export function calibrationReport(
  observations: readonly Observation[],
  calibration: Calibration,
  textMatchLine: PiecewiseLinear,
): string {
  const held = heldOut(observations);
  const sources = [...new Set(held.map(({ source }) => source))];
  const of = (name: string, stated: readonly Stated[]): string[] => {
    const { answers, right, ece, brier, auc } = qualityOf(stated);
    return [
      name,
      String(answers),
      (100 * right).toFixed(1),
      ece.toFixed(3),
      brier.toFixed(3),
      auc.toFixed(3),
    ];
  };
  const known = (list: readonly Observation[]) =>
    judged(list).filter(({ textMatch }) => textMatch !== undefined);
  const text = known(held).map(({ textMatch, isRight }) => ({
    p: valueAt(textMatchLine, textMatch as number),
    isRight,
  }));
  const rawText = known(held).map(({ textMatch, isRight }) => ({ p: textMatch as number, isRight }));
  const quality = tableText({
    title: 'Confidence on the half that nothing was fitted on',
    columns: ['answers of', 'count', 'right %', 'ECE', 'Brier', 'AUC'],
    rows: [
      ...sources.map((source) =>
        of(
          source,
          statedOf(
            held.filter((one) => one.source === source),
            calibration,
          ),
        ),
      ),
      ...LEVELS.map((level) =>
        of(
          level,
          statedOf(
            held.filter(({ match }) => match.level === level),
            calibration,
          ),
        ),
      ),
      of('all', statedOf(held, calibration)),
      of(
        'all, by the engine score',
        judged(held).map(({ match, isRight }) => ({ p: match.score, isRight })),
      ),
      of('starter, by the calibrated text match', text),
      of('starter, by the text match itself', rawText),
    ],
  });
  const accepted = tableText({
    title: 'Rows that may be accepted for 99 % right wards',
    columns: ['answers of', 'rows %', 'from confidence'],
    rows: sources.map((source) => {
      const stated = held
        .filter((one) => one.source === source && one.isRightWard !== undefined)
        .map(({ match, isRightWard }) => ({
          p: trustOf(match, calibration).confidence,
          isRight: isRightWard === true,
        }));
      const { share, from } = acceptable(stated, ACCEPTED);
      return [source, (100 * share).toFixed(1), from.toFixed(3)];
    }),
  });
  const coverage = tableText({
    title: 'Radius on the half that nothing was fitted on',
    columns: ['level', 'answers', 'holds the truth %', 'median radius, m', 'engine radius holds %'],
    rows: LEVELS.map((level) => {
      const these = held.filter(({ match, meters }) => match.level === level && meters !== undefined);
      const { answers, share, median } = coverageOf(these, calibration);
      const before = these.filter(({ match, meters }) => (meters as number) <= match.accuracyRadiusMeters);
      return [
        level,
        String(answers),
        (100 * share).toFixed(1),
        median.toFixed(0),
        ((100 * before.length) / these.length).toFixed(1),
      ];
    }),
  });
  return [quality, accepted, coverage].join('\n');
}
