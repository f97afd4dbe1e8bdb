import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { valueAt } from '../../src/base/geo/piecewise-linear.ts';
import { fitWeights } from '../../src/engine/geocoder/calibration/fit-weights.ts';
import { conformalQuantile, fitIsotonic } from '../../tools/calibration/fit.ts';
import { acceptable, areaUnderCurve, brierScore, calibrationError } from '../../tools/calibration/measure.ts';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { createNamedWards } from '../../tools/calibration/named-wards.ts';
import { createRandom } from './random.ts';

describe('fitWeights', () => {
  it('finds the weights that generated the outcomes', () => {
    const random = createRandom(5);
    const samples = Array.from({ length: 20_000 }, () => {
      const x = 4 * random() - 2;
      return { evidence: [1, x], isRight: random() < 1 / (1 + Math.exp(-(0.5 + 1.5 * x))) };
    });
    const [constant, slope] = fitWeights(samples);
    expect(constant).toBeCloseTo(0.5, 1);
    expect(slope).toBeCloseTo(1.5, 1);
  });
});

describe('fitIsotonic', () => {
  it('ascends, and is calibrated on what it was fitted to', () => {
    const random = createRandom(6);
    const outcomes = Array.from({ length: 10_000 }, () => {
      const x = random();
      return { x, isRight: random() < x * x };
    });
    const line = fitIsotonic(outcomes, 100);
    expect(line.y).toEqual([...line.y].sort((a, b) => a - b));
    expect(
      calibrationError(outcomes.map(({ x, isRight }) => ({ p: valueAt(line, x), isRight }))),
    ).toBeLessThan(0.02);
    expect(valueAt(line, 0.7)).toBeCloseTo(0.49, 1);
  });
});

describe('measures', () => {
  const stated = [
    { p: 0.9, isRight: true },
    { p: 0.8, isRight: true },
    { p: 0.7, isRight: false },
    { p: 0.6, isRight: true },
  ];

  it('are those of their definitions', () => {
    expect(areaUnderCurve(stated)).toBeCloseTo(2 / 3, 12);
    expect(areaUnderCurve(stated.map((one) => ({ ...one, p: 0.5 })))).toBe(0.5);
    expect(brierScore(stated)).toBeCloseTo((0.01 + 0.04 + 0.49 + 0.16) / 4, 12);
    expect(acceptable(stated, 1)).toEqual({ share: 0.5, from: 0.8 });
    expect(conformalQuantile([5, 1, 4, 2, 3, 9, 8, 7, 6], 0.9)).toBe(9);
  });

  it('accept the largest share that is right often enough, whatever is at its top', () => {
    const wrongFirst = Array.from({ length: 200 }, (_, at) => ({ p: 1 - at / 1000, isRight: at !== 0 }));
    expect(acceptable(wrongFirst, 0.99)).toEqual({ share: 1, from: 1 - 199 / 1000 });
  });
});

describe('createNamedWards', () => {
  it('returns the wards that a text names in full', async () => {
    const admin = await openAdminDataset(fileURLToPath(new URL('../../fixtures/starter', import.meta.url)));
    const namedWards = createNamedWards(admin);
    const codeOf = (name: string) => admin.wards.find(({ fullName }) => fullName === name)?.code ?? '';
    const named = namedWards('27 Đường D1, Phường Tân Đông Hiệp, Thành Phố Hồ Chí Minh, Việt Nam');
    expect([...(named ?? [])]).toEqual([codeOf('Phường Tân Đông Hiệp')]);
    // A divided former ward became several.
    const former = namedWards('Tân Đông Hiệp, Dĩ An, Bình Dương, Việt Nam');
    expect(former?.size).toBe(2);
    expect(former?.has(codeOf('Phường Dĩ An'))).toBe(true);
    expect(namedWards('27 Đường D1, Tân Đông Hiệp')).toBeUndefined();
  });
});
