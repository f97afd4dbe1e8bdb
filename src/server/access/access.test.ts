import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateWindow } from './access.ts';

describe('a rate window', () => {
  it('admits no more than its rate in any window', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.2, max: 40, noNaN: true }),
        fc.array(fc.double({ min: 0, max: 300, noNaN: true }), { minLength: 1, maxLength: 300 }),
        (rate, gaps) => {
          const limit = createRateWindow(rate);
          const size = Math.ceil(rate);
          const windowMs = (size / rate) * 1000;
          const admitted: number[] = [];
          let nowMs = 0;
          for (const gap of gaps) {
            nowMs += gap;
            if (limit.take(nowMs) === 0) admitted.push(nowMs);
          }
          for (let at = size; at < admitted.length; at += 1) {
            expect((admitted[at] as number) - (admitted[at - size] as number)).toBeGreaterThanOrEqual(
              windowMs - 1e-6,
            );
          }
        },
      ),
    );
  });

  it('admits the next request after the time that it states', () => {
    const limit = createRateWindow(2);
    expect([limit.take(0), limit.take(100)]).toEqual([0, 0]);
    const waitMs = limit.take(300);
    expect(waitMs).toBe(700);
    expect(limit.take(300 + waitMs - 1)).toBeGreaterThan(0);
    expect(limit.take(300 + waitMs)).toBe(0);
  });

  it('takes rates below one a second', () => {
    const limit = createRateWindow(0.5);
    expect([limit.take(0), limit.take(1500), limit.take(2000)]).toEqual([0, 500, 0]);
  });
});
