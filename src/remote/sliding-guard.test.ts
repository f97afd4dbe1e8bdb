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
        const guard = createSlidingGuard();
        guard.setLimit(5, 1000);
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
          guard.reserve();
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
    const guard = createSlidingGuard();
    guard.setLimit(2, 1000);
    guard.reserve();
    guard.written(100);
    guard.reserve();
    guard.written(400);
    expect(guard.waitMs(500)).toBe(600);
    expect(guard.waitMs(1100)).toBe(0);
    guard.reserve();
    expect(guard.waitMs(1100)).toBe(300);
    guard.giveBack();
    expect(guard.waitMs(1100)).toBe(0);
    guard.reserve();
    guard.reserve();
    expect(guard.waitMs(9999)).toBe(Infinity);
  });

  it('counts what was sent and reserved under the limit before', () => {
    const guard = createSlidingGuard();
    guard.setLimit(4, 1000);
    for (const at of [100, 200, 300]) {
      guard.reserve();
      guard.written(at);
    }
    guard.reserve();
    guard.setLimit(2, 1000);
    expect(guard.waitMs(400)).toBe(900);
    guard.written(450);
    expect(guard.waitMs(500)).toBe(800);
    guard.setLimit(5, 1000);
    expect([guard.waitMs(500), guard.waitMs(1400)]).toEqual([0, 0]);
    for (let nth = 0; nth < 3; nth += 1) guard.reserve();
    expect(guard.waitMs(1200)).toBe(100);
  });

  it('waits for the window of a process before it, whose last request may be of this moment', () => {
    const guard = createSlidingGuard(5000);
    guard.setLimit(3, 1000);
    expect(guard.waitMs(5200)).toBe(800);
    guard.setLimit(10, 1000);
    expect(guard.waitMs(5200)).toBe(800);
    expect(guard.waitMs(6000)).toBe(0);
  });
});
