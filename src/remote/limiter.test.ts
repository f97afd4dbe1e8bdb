import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { effort } from '../../test/support/effort.ts';
import { seededRandom } from '../../test/support/memory-disk.ts';
import { sleep, type Clock } from '../base/files/clock.ts';
import { createOpenLimiter, createRateLimiter, planLeases } from './limiter.ts';

/** Jumps of the time of day that are tried; a hundred of them take ten seconds. */
const JUMPS = effort(40, 200, import.meta.filename);

// The timers and clocks of the whole process are stopped: whatever the limiter reads must be one of them.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const clock: Clock = {
  nowMs: () => performance.now(),
  wallMs: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Sends with so many workers for a time, the first request of each after connecting; returns the times of the sends. */
async function run(rate: number, workers: number, forMs: number, connectMs = 0): Promise<number[]> {
  const limiter = createRateLimiter(rate, clock);
  const sends: number[] = [];
  const endMs = clock.nowMs() + forMs;
  const work = async () => {
    for (let isFirst = true; clock.nowMs() < endMs; isFirst = false) {
      const permit = await limiter.acquire();
      if (isFirst && connectMs > 0) await sleep(clock, connectMs);
      permit.sent();
      sends.push(clock.nowMs());
    }
  };
  const all = Promise.allSettled(Array.from({ length: workers }, work));
  await vi.advanceTimersByTimeAsync(forMs);
  limiter.close(new Error('over'));
  await vi.advanceTimersByTimeAsync(connectMs);
  await all;
  return sends.filter((at) => at < endMs);
}

function mostInOneSecond(sends: number[]): number {
  let most = 0;
  let from = 0;
  for (const [index, at] of sends.entries()) {
    while ((sends[from] ?? at) <= at - 1000) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

describe('createRateLimiter', () => {
  it.each([
    [2, 10_000],
    [10, 10_000],
    [50, 5000],
    [100, 4000],
    [1000, 3000],
    [5000, 2000],
  ])('sends %i a second, never more in any sliding second, and at least 97 %', async (rate, forMs) => {
    const sends = await run(rate, 64, forMs);
    expect(mostInOneSecond(sends)).toBeLessThanOrEqual(rate);
    expect(sends.length).toBeGreaterThanOrEqual(Math.floor((rate * forMs * 0.97) / 1000));
  });

  it('keeps a rate below one a second', async () => {
    const sends = await run(0.1, 4, 60_000);
    expect(sends.length).toBe(6);
    for (const [index, at] of sends.entries())
      if (index > 0) expect(at - (sends[index - 1] ?? 0)).toBeGreaterThanOrEqual(10_000);
  });

  it('counts when a request is written, so slow connections cannot bunch', async () => {
    const sends = await run(50, 40, 5000, 700);
    expect(mostInOneSecond(sends)).toBeLessThanOrEqual(50);
  });

  it('saves nothing up while nobody asks', async () => {
    const limiter = createRateLimiter(50, clock);
    void limiter.acquire().then((permit) => permit.sent());
    await vi.advanceTimersByTimeAsync(10_000);
    const sends: number[] = [];
    for (let nth = 0; nth < 100; nth += 1) {
      void limiter.acquire().then((permit) => {
        permit.sent();
        sends.push(clock.nowMs());
      });
    }
    await vi.advanceTimersByTimeAsync(500);
    expect(sends.length).toBeLessThanOrEqual(26);
    await vi.advanceTimersByTimeAsync(2000);
    expect(mostInOneSecond(sends)).toBeLessThanOrEqual(50);
    limiter.close(new Error('over'));
  });

  it.each([-3_600_000, 3_600_000])(
    'is not moved when the clock on the wall jumps by %i ms',
    async (jumpMs) => {
      const limiter = createRateLimiter(20, clock);
      const sends: number[] = [];
      const work = async () => {
        for (;;) {
          (await limiter.acquire()).sent();
          sends.push(clock.nowMs());
        }
      };
      const all = Promise.allSettled([work(), work(), work()]);
      await vi.advanceTimersByTimeAsync(2000);
      const before = sends.length;
      vi.setSystemTime(Date.now() + jumpMs);
      await vi.advanceTimersByTimeAsync(5000);
      expect(sends.length - before).toBeGreaterThanOrEqual(95);
      expect(mostInOneSecond(sends)).toBeLessThanOrEqual(20);
      limiter.close(new Error('over'));
      await all;
    },
  );

  it(`keeps its rate while the time of day jumps: ${JUMPS} times, between any two steps`, async () => {
    const random = seededRandom(11);
    const limiter = createRateLimiter(20, clock);
    const sends: number[] = [];
    const work = async () => {
      for (;;) {
        (await limiter.acquire()).sent();
        sends.push(clock.nowMs());
      }
    };
    const all = Promise.allSettled([work(), work(), work()]);
    await vi.advanceTimersByTimeAsync(1000);
    const { now } = Date;
    let skewMs = 0;
    // Within a step too: who reads the time of day twice reads two of them.
    Date.now = () => {
      return now() + skewMs;
    };
    for (let jump = 0; jump < JUMPS; jump += 1) {
      skewMs = Math.floor((random() - 0.5) * 2 * 400 * 24 * 3_600_000);
      const before = sends.length;
      await vi.advanceTimersByTimeAsync(500 + Math.floor(random() * 40));
      expect(sends.length - before).toBeGreaterThanOrEqual(8);
    }
    Date.now = now;
    expect(mostInOneSecond(sends)).toBeLessThanOrEqual(20);
    limiter.close(new Error('over'));
    await all;
  });

  it('does not wait longer than its window when the monotonic clock itself goes back', async () => {
    let skewMs = 0;
    const limiter = createRateLimiter(20, { ...clock, nowMs: () => performance.now() + skewMs });
    let sent = 0;
    const work = async () => {
      for (;;) {
        (await limiter.acquire()).sent();
        sent += 1;
      }
    };
    const all = Promise.allSettled([work(), work()]);
    await vi.advanceTimersByTimeAsync(2000);
    skewMs = -3_600_000;
    const before = sent;
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent - before).toBeGreaterThanOrEqual(60);
    limiter.close(new Error('over'));
    await all;
  });

  it('lets go of who no longer waits, and of everybody when closed', async () => {
    const limiter = createRateLimiter(1, clock);
    void limiter.acquire().then((permit) => permit.sent());
    await vi.advanceTimersByTimeAsync(100);
    const controller = new AbortController();
    const one = limiter.acquire(controller.signal);
    const two = limiter.acquire();
    controller.abort(new Error('aborted'));
    await expect(one).rejects.toThrow('aborted');
    limiter.close(new Error('closed'));
    await expect(two).rejects.toThrow('closed');
    await expect(limiter.acquire()).rejects.toThrow('closed');
  });
});

describe('createOpenLimiter', () => {
  it('lets everybody send until it is closed', async () => {
    const limiter = createOpenLimiter();
    (await limiter.acquire()).sent();
    limiter.close(new Error('closed'));
    await expect(limiter.acquire()).rejects.toThrow('closed');
  });
});

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
