import { beforeAll, describe, expect, it } from 'vitest';
import { CALIBRATION } from '../../src/geocoder/calibration/table.ts';
import type { Observation } from '../../tools/calibration/observation.ts';
import { hasCalibrationData, observe } from '../../tools/calibration/observations.ts';
import { coverageOf, heldOut, qualityOf, statedOf } from '../../tools/calibration/report.ts';

let held: Observation[] = [];
const ofLevels = (...levels: string[]) => held.filter(({ match }) => levels.includes(match.level));

/** Everything is measured on wards that nothing was fitted on. */
describe.skipIf(!hasCalibrationData)('confidence and radius (needs ../shared/data)', () => {
  beforeAll(async () => {
    held = heldOut(await observe());
    expect(held.length).toBeGreaterThan(10_000);
  }, 600_000);

  it('state a probability that is true on average', () => {
    expect(qualityOf(statedOf(held, CALIBRATION)).ece).toBeLessThanOrEqual(0.02);
  });

  it('tell right answers from wrong ones, units well, streets and places less', () => {
    expect(
      qualityOf(statedOf(ofLevels('ward', 'district', 'province'), CALIBRATION)).auc,
    ).toBeGreaterThanOrEqual(0.95);
    const all = qualityOf(statedOf(held, CALIBRATION));
    expect(all.auc).toBeGreaterThan(0.92);
    expect(all.brier).toBeLessThan(0.04);
  });

  it.each([
    ['house', 0.84],
    ['interpolated', 0.72],
    ['street', 0.88],
    ['poi', 0.84],
  ])('rank the answers of level %s', (level, auc) => {
    expect(qualityOf(statedOf(ofLevels(level), CALIBRATION)).auc).toBeGreaterThan(auc);
  });

  it.each(['interpolated', 'street', 'poi', 'ward', 'district', 'province'])(
    'hold the true position for 90 %% of the answers of level %s',
    (level) => {
      const { answers, share } = coverageOf(ofLevels(level), CALIBRATION);
      expect(answers).toBeGreaterThan(150);
      expect(share).toBeGreaterThan(0.87);
      expect(share).toBeLessThan(0.935);
    },
  );

  it('hold it for the alleys, which are few and of few streets', () => {
    const { share } = coverageOf(ofLevels('alley'), CALIBRATION);
    expect(share).toBeGreaterThan(0.82);
    expect(share).toBeLessThan(0.96);
  });

  it('hold it for 90 % of the houses or more, at 15 m at least', () => {
    expect(coverageOf(ofLevels('house'), CALIBRATION).share).toBeGreaterThan(0.88);
  });
});
