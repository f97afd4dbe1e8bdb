import { describe, expect, it } from 'vitest';
import { areaUnderCurve, lostPairs } from './measure.ts';

describe('lostPairs', () => {
  const stated = [
    { p: 0.9, isRight: false },
    { p: 0.8, isRight: true },
    { p: 0.8, isRight: false },
    { p: 0.7, isRight: true },
    { p: 0.1, isRight: false },
  ];

  it('tells which wrong answers are stated higher than right ones, ties half', () => {
    expect(lostPairs(stated)).toEqual([2 / 6, 0, 1.5 / 6, 0, 0]);
  });

  it('adds up to what the area under the curve lacks', () => {
    const lost = lostPairs(stated).reduce((sum, share) => sum + share, 0);
    expect(areaUnderCurve(stated)).toBeCloseTo(1 - lost, 10);
  });
});
