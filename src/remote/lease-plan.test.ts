import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planLeases } from './lease-plan.ts';

describe('planLeases', () => {
  it('gives 97.5 to 98.5 % of every rate, in whole milliseconds', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 5000, noNaN: true }), (rate) => {
        const { permits, leaseMs } = planLeases(rate);
        const share = (permits * 1000) / leaseMs / rate;
        expect(Number.isInteger(leaseMs)).toBe(true);
        expect(share).toBeGreaterThanOrEqual(0.975);
        expect(share).toBeLessThanOrEqual(0.985 + 1e-9);
      }),
    );
  });

  it('costs at most 50 leases a second and keeps them short at high rates', () => {
    for (const rate of [100, 300, 1000, 5000]) {
      const { leaseMs } = planLeases(rate);
      expect(leaseMs).toBeGreaterThanOrEqual(20);
      expect(leaseMs).toBeLessThanOrEqual(60);
    }
    expect(planLeases(10).permits).toBe(1);
  });
});
