import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSlidingGuard } from './sliding-guard.ts';

describe('createSlidingGuard', () => {
  it('never lets more than its places be written into a window, however late they are written', () => {
    const step = fc.record({
      waitMs: fc.integer({ min: 0, max: 400 }),
      delayMs: fc.integer({ min: 0, max: 300 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 200 }), (steps) => {
        const guard = createSlidingGuard(5, 1000);
        const written: number[] = [];
        let dueMs: number[] = [];
        let nowMs = 0;
        for (const { waitMs, delayMs } of steps) {
          nowMs += waitMs;
          for (const due of dueMs.filter((each) => each <= nowMs).sort((a, b) => a - b)) {
            guard.written(due);
            written.push(due);
          }
          dueMs = dueMs.filter((each) => each > nowMs);
          if (guard.waitMs(nowMs) > 0) continue;
          guard.reserve(nowMs);
          dueMs.push(nowMs + delayMs);
        }
        for (const [index, at] of written.entries()) {
          const sixth = written[index + 5];
          if (sixth !== undefined) expect(sixth - at).toBeGreaterThanOrEqual(1000);
        }
      }),
    );
  });

  it('says how long to wait, and that it cannot say while all places are reserved', () => {
    const guard = createSlidingGuard(2, 1000);
    guard.reserve(0);
    guard.written(100);
    guard.reserve(0);
    guard.written(400);
    expect(guard.waitMs(500)).toBe(600);
    expect(guard.waitMs(1100)).toBe(0);
    guard.reserve(1100);
    expect(guard.waitMs(1100)).toBe(300);
    guard.giveBack();
    expect(guard.waitMs(1100)).toBe(0);
    guard.reserve(1100);
    guard.reserve(1100);
    expect(guard.waitMs(9999)).toBe(Infinity);
  });
});
