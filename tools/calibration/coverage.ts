import { LEVELS, type Level } from '../../src/contract/records/osm-feature.ts';
import { trustOf } from '../../src/geocoder/calibration/calibrate.ts';
import { hashOf } from '../../test/bench/noisy-addresses.ts';
import { fitCalibration } from './fit-table.ts';
import type { Observation } from './observation.ts';

/** Parts of the wards that are left out of a fit in turn. */
const FOLDS = 10;

/**
 * How often the radius of a level holds the true position; `otherShare` is that of the `others`, whose true position is not in the index itself, and
 * `engineShare` that of the engine's own radius.
 * Units: shares, 0 to 1; `medianMeters` metres.
 */
export interface Coverage {
  answers: number;
  share: number;
  others: number;
  otherShare: number;
  engineShare: number;
  medianMeters: number;
}

/** Returns how often the radius holds the true position, by level: every answer is measured with a table that was fitted without its ward. */
export function crossValidateRadius(observations: readonly Observation[]): Record<Level, Coverage> {
  const foldOf = ({ wardCode }: Observation): number => hashOf(`fold ${wardCode}`) % FOLDS;
  const measured = Array.from({ length: FOLDS }).flatMap((_, fold) => {
    const calibration = fitCalibration(observations.filter((one) => foldOf(one) !== fold));
    return observations.flatMap((one) =>
      one.meters === undefined || foldOf(one) !== fold
        ? []
        : [
            {
              level: one.match.level,
              isOwn: one.isOwn,
              meters: one.meters,
              engineMeters: one.match.accuracyRadiusMeters,
              radiusMeters: trustOf(one.match, calibration).radiusMeters,
            },
          ],
    );
  });
  const ofLevel = (level: Level): Coverage => {
    const these = measured.filter((one) => one.level === level);
    const others = these.filter(({ isOwn }) => !isOwn);
    const shareOf = (list: typeof these, isHeld: (one: (typeof these)[number]) => boolean): number =>
      list.filter(isHeld).length / list.length;
    const isHeld = ({ meters, radiusMeters }: (typeof these)[number]): boolean => meters <= radiusMeters;
    const radii = these.map(({ radiusMeters }) => radiusMeters).sort((a, b) => a - b);
    return {
      answers: these.length,
      share: shareOf(these, isHeld),
      others: others.length,
      otherShare: shareOf(others, isHeld),
      engineShare: shareOf(these, ({ meters, engineMeters }) => meters <= engineMeters),
      medianMeters: radii[Math.floor(radii.length / 2)] ?? Number.NaN,
    };
  };
  return Object.fromEntries(LEVELS.map((level) => [level, ofLevel(level)])) as Record<Level, Coverage>;
}
