import { SEARCHED_LEVELS, type SearchedLevel } from '../../src/contract/records/osm-feature.ts';
import { trustOf } from '../../src/engine/geocoder/calibration/calibrate.ts';
import { isWardOpen } from '../../src/engine/geocoder/calibration/evidence.ts';
import { hashOf } from '../../test/bench/noisy-addresses.ts';
import { fitCalibration } from './fit-table.ts';
import type { Observation } from './observation.ts';

/** Parts of the wards that are left out of a fit in turn. */
const FOLDS = 10;

/**
 * How often the radius of a level holds the true position, of answers whose true position is not in the index itself: there it is at distance 0 by
 * construction. `standardError` is that of the share, of answers that are right or wrong together in one ward. `engineShare` is that of the engine's own radius, `openShare` that of the `open` answers, which leave several wards open.
 * Units: shares, 0 to 1; `medianMeters` metres.
 */
export interface Coverage {
  answers: number;
  share: number;
  standardError: number;
  open: number;
  openShare: number;
  engineShare: number;
  medianMeters: number;
  mostMeters: number;
}

/** An answer with the radius of a table that was fitted without its ward. */
interface Measured {
  one: Observation;
  meters: number;
  radiusMeters: number;
}

/** Returns how often the radius holds the true position, by level: the wards are in ten parts, each is measured with a table that was fitted on the other nine. */
export function crossValidateRadius(observations: readonly Observation[]): Record<SearchedLevel, Coverage> {
  const foldOf = ({ wardCode }: Observation): number => hashOf(`fold ${wardCode}`) % FOLDS;
  const measured = Array.from({ length: FOLDS }).flatMap((_, fold) =>
    measure(
      observations.filter((one) => foldOf(one) !== fold),
      observations.filter((one) => foldOf(one) === fold),
    ),
  );
  return coverageByLevel(measured);
}

/**
 * Returns how often the radius holds the true position on the half that is not for fitting, with a table that was fitted on the other half only.
 *
 * Shape: the standard errors have the chance of both halves, since the radius was fitted on one of them.
 */
export function holdOutRadius(observations: readonly Observation[]): Record<SearchedLevel, Coverage> {
  const fitted = observations.filter(({ half }) => half === 'fitted');
  const others = observations.filter(({ half }) => half !== 'fitted');
  const own = coverageByLevel(measure(fitted, fitted));
  const coverage = coverageByLevel(measure(fitted, others));
  for (const level of SEARCHED_LEVELS)
    coverage[level].standardError = Math.hypot(coverage[level].standardError, own[level].standardError);
  return coverage;
}

function measure(fitted: readonly Observation[], others: readonly Observation[]): Measured[] {
  const calibration = fitCalibration(fitted);
  return others.flatMap((one) =>
    one.meters === undefined || one.isOwn
      ? []
      : [{ one, meters: one.meters, radiusMeters: trustOf(one.match, calibration).radiusMeters }],
  );
}

/** Returns the standard error of a share whose answers are not independent of the others of their ward. Source: Liang and Zeger, Biometrika 73, 1986. */
function standardErrorOf(
  these: readonly Measured[],
  share: number,
  isHeld: (one: Measured) => boolean,
): number {
  const sums = new Map<string, number>();
  for (const each of these) {
    const { wardCode } = each.one;
    sums.set(wardCode, (sums.get(wardCode) ?? 0) + Number(isHeld(each)) - share);
  }
  return Math.sqrt([...sums.values()].reduce((all, sum) => all + sum * sum, 0)) / these.length;
}

function coverageByLevel(measured: readonly Measured[]): Record<SearchedLevel, Coverage> {
  const ofLevel = (level: SearchedLevel): Coverage => {
    const these = measured.filter(({ one }) => one.match.level === level);
    const open = these.filter(({ one }) => isWardOpen(one.match));
    const shareOf = (list: readonly Measured[], isHeld: (one: Measured) => boolean): number =>
      list.filter(isHeld).length / list.length;
    const isHeld = ({ meters, radiusMeters }: Measured): boolean => meters <= radiusMeters;
    const radii = these.map(({ radiusMeters }) => radiusMeters).sort((a, b) => a - b);
    const share = shareOf(these, isHeld);
    return {
      answers: these.length,
      share,
      standardError: standardErrorOf(these, share, isHeld),
      open: open.length,
      openShare: shareOf(open, isHeld),
      engineShare: shareOf(these, ({ one, meters }) => meters <= one.match.accuracyRadiusMeters),
      mostMeters: radii.at(-1) ?? Number.NaN,
      medianMeters: radii[Math.floor(radii.length / 2)] ?? Number.NaN,
    };
  };
  return Object.fromEntries(SEARCHED_LEVELS.map((level) => [level, ofLevel(level)])) as Record<
    SearchedLevel,
    Coverage
  >;
}
