import { describe, expect, it } from 'vitest';
import { createCap } from '../../test/support/loopback-cap.ts';
import { createSuccessHistory } from './success-history.ts';

/** Sends at a steady rate until the cap refuses; returns what is judged safe then. */
function learn(kind: 'window' | 'sliding' | 'bucket', sendsPerSecond: number, startMs: number): number {
  const allows = createCap({ perSecond: 50, kind });
  const history = createSuccessHistory(0);
  for (let nth = 0; ; nth += 1) {
    const atMs = startMs + (nth * 1000) / sendsPerSecond;
    if (allows(atMs)) return history.safeRate(atMs);
    history.record(atMs);
  }
}

describe('createSuccessHistory', () => {
  const starts = Array.from({ length: 50 }, (_, index) => 1_000_000 + index * 20);
  for (const kind of ['window', 'sliding', 'bucket'] as const) {
    for (const sendsPerSecond of [55, 90, 400, 10_000]) {
      it(`stays at or below a ${kind} cap met at ${sendsPerSecond} a second, whenever it is met`, () => {
        const learned = starts.map((startMs) => learn(kind, sendsPerSecond, startMs));
        expect(Math.max(...learned)).toBeLessThanOrEqual(50.001);
        expect(Math.min(...learned)).toBeGreaterThanOrEqual(19);
      });
    }
  }

  it('knows nothing without a success, and forgets when told', () => {
    const history = createSuccessHistory(0);
    expect(history.safeRate(5000)).toBe(0);
    history.record(4000);
    expect(history.safeRate(5000)).toBeGreaterThan(0);
    history.clear();
    expect(history.safeRate(5000)).toBe(0);
  });

  it('takes answers that arrive out of order', () => {
    const inOrder = createSuccessHistory(0);
    const mixed = createSuccessHistory(0);
    const times = [100, 900, 1100, 1900, 2100, 2500];
    for (const at of times) inOrder.record(at);
    for (const at of [2100, 100, 1900, 2500, 900, 1100]) mixed.record(at);
    expect(mixed.safeRate(2600)).toBe(inOrder.safeRate(2600));
  });
});
