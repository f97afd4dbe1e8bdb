import { describe, expect, it } from 'vitest';
import { distanceConfidence } from './reverse.ts';

describe('distanceConfidence', () => {
  it('is 1 on the spot and falls with distance', () => {
    expect(distanceConfidence(0)).toBe(1);
    expect(distanceConfidence(100)).toBe(0.5);
    expect(distanceConfidence(null)).toBe(0.5);
  });
});
