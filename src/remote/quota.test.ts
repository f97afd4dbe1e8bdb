import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { seededRandom } from '../../test/support/memory-disk.ts';
import { createMemoryLedger } from './disk/quota-ledger.ts';
import { createQuota, quotaDay, type Quota } from './quota.ts';

const takeOne = (quota: Pick<Quota, 'take'>) => quota.take(1).day;
const take = (quota: Pick<Quota, 'take'>, count: number) => {
  for (let nth = 0; nth < count; nth += 1) takeOne(quota);
};
const failureOf = (quota: Pick<Quota, 'take'>): unknown => {
  try {
    return takeOne(quota);
  } catch (error) {
    return error;
  }
};

describe('quotaDay', () => {
  it('turns at midnight of UTC+7', () => {
    expect(quotaDay(Date.UTC(2026, 6, 1, 16, 59, 59, 999))).toBe('2026-07-01');
    expect(quotaDay(Date.UTC(2026, 6, 1, 17))).toBe('2026-07-02');
  });
});

describe('createQuota', () => {
  it('gives exactly the day its requests and then says when to come back', () => {
    const clock = createFakeClock();
    const quota = createQuota({ ledger: createMemoryLedger(), clock, perDay: 50 });
    take(quota, 50);
    expect(quota.usedToday()).toBe(50);
    expect(failureOf(quota)).toMatchObject({ code: 'QUOTA_SPENT' });
    expect(() => takeOne(quota)).toThrow('2026-07-02T00:00:00+07:00');
  });

  it('counts several requests at once, and of those above the limit none', () => {
    const ledger = createMemoryLedger();
    const quota = createQuota({ ledger, clock: createFakeClock(), perDay: 45 });
    // A damaged entry stands for 20 requests: none counts more.
    expect(quota.take(30)).toEqual({ day: '2026-07-01', count: 20 });
    expect([quota.take(20).count, quota.take(20).count]).toEqual([20, 5]);
    expect(quota.usedToday()).toBe(45);
    expect(() => quota.take(2)).toThrow('spent');
  });

  it('begins anew with the next day', () => {
    const clock = createFakeClock();
    const quota = createQuota({ ledger: createMemoryLedger(), clock, perDay: 5 });
    take(quota, 5);
    clock.jumpWall(24 * 3_600_000);
    take(quota, 5);
    expect(failureOf(quota)).toMatchObject({ code: 'QUOTA_SPENT' });
  });

  it('holds for several processes together, and counts no request before it is taken', async () => {
    const clock = createFakeClock();
    const ledger = createMemoryLedger();
    let sent = 0;
    const spend = async (quota: Quota) => {
      for (;;) {
        await Promise.resolve();
        takeOne(quota);
        sent += 1;
        expect(ledger.total('2026-07-01')).toBe(sent);
      }
    };
    const runs = Array.from({ length: 3 }, () => createQuota({ ledger, clock, perDay: 100 }));
    const ends = await Promise.allSettled(runs.map(spend));
    expect(ends).toMatchObject(Array(3).fill({ status: 'rejected', reason: { code: 'QUOTA_SPENT' } }));
    expect(sent).toBe(100);
  });

  it('gives back a request that was not sent', () => {
    const ledger = createMemoryLedger();
    const quota = createQuota({ ledger, clock: createFakeClock(), perDay: 100 });
    take(quota, 3);
    quota.giveBack(takeOne(quota));
    expect(ledger.total('2026-07-01')).toBe(3);
  });

  it('passes on that the ledger cannot be written', () => {
    const ledger = {
      ...createMemoryLedger(),
      reserve: () => {
        throw new Error('disk');
      },
    };
    const quota = createQuota({ ledger, clock: createFakeClock(), perDay: 100 });
    expect(() => takeOne(quota)).toThrow('disk');
  });
});

describe('createQuota: a changed clock', () => {
  const DAY_MS = 24 * 3_600_000;
  const spentOn = (day: string) => ({
    code: 'QUOTA_SPENT',
    message: expect.stringContaining(day) as unknown,
  });

  it('opens no other day when it is set back over midnight, in the same run and in the next', () => {
    const clock = createFakeClock();
    const ledger = createMemoryLedger();
    const first = createQuota({ ledger, clock, perDay: 100 });
    take(first, 100);
    clock.jumpWall(-DAY_MS);
    expect(failureOf(first)).toMatchObject(spentOn('2026-07-02T00:00:00+07:00'));
    const second = createQuota({ ledger, clock, perDay: 100 });
    expect(failureOf(second)).toMatchObject(spentOn('the clock of this machine says 2026-06-30'));
    expect(second.usedToday()).toBe(100);
  });

  it('counts for one day while the clock goes forward and back', async () => {
    const clock = createFakeClock();
    const ledger = createMemoryLedger();
    let sent = 0;
    for (const jumpMs of [0, -DAY_MS, DAY_MS, -2 * DAY_MS, 2 * DAY_MS, -3600_000, 3600_000]) {
      clock.jumpWall(jumpMs);
      const quota = createQuota({ ledger, clock, perDay: 100 });
      for (let nth = 0; nth < 40; nth += 1) {
        const day = failureOf(quota);
        if (typeof day === 'string') sent += 1;
      }
      await quota.close();
    }
    expect([sent, ledger.latestDay(), ledger.total('2026-07-01')]).toEqual([100, '2026-07-01', 100]);
  });
});

describe('createQuota: a clock that was far ahead', () => {
  const DAY_MS = 24 * 3_600_000;
  /** Processes over the files of one cache folder. */
  function newCache() {
    const ledger = createMemoryLedger();
    const besides = new Map<string, ReturnType<typeof createMemoryLedger>>();
    const openBeside = (place: string) => {
      const found = besides.get(place) ?? createMemoryLedger();
      besides.set(place, found);
      return found;
    };
    return { ledger: { ...ledger, files: '/cache/quota-1-x.*' }, openBeside };
  }
  const sendAll = (cache: ReturnType<typeof newCache>, clock: ReturnType<typeof createFakeClock>) => {
    const quota = createQuota({ ...cache, clock, perDay: 100 });
    let sent = 0;
    while (typeof failureOf(quota) === 'string') sent += 1;
    return sent;
  };

  it('gives each later day its quota, and neither day a second one', () => {
    const cache = newCache();
    const clock = createFakeClock();
    clock.jumpWall(400 * DAY_MS);
    expect(sendAll(cache, clock)).toBe(100);
    clock.jumpWall(-400 * DAY_MS);
    expect(sendAll(cache, clock)).toBe(0);
    expect(failureOf(createQuota({ ...cache, clock, perDay: 100 }))).toMatchObject({
      details: { retryAt: '2026-07-02T00:00:00+07:00' },
      message: expect.stringMatching(
        /counted for 2027-08-05, while the clock of this machine was wrong: it says 2026-07-01 now.*remove \/cache\/quota-1-x\.\*/,
      ) as string,
    });
    clock.jumpWall(DAY_MS);
    expect(sendAll(cache, clock)).toBe(100);
    // Ahead again: that day is spent.
    clock.jumpWall(399 * DAY_MS);
    expect(sendAll(cache, clock)).toBe(0);
    clock.jumpWall(DAY_MS);
    expect(sendAll(cache, clock)).toBe(100);
  });

  it('goes over with the count that the day ahead had, in 200 jumps of a clock that is right in between', () => {
    const random = seededRandom(9);
    const cache = newCache();
    const clock = createFakeClock();
    let sent = 0;
    for (let jump = 0; jump < 200; jump += 1) {
      const aheadMs = Math.floor(random() * 400) * DAY_MS;
      clock.jumpWall(aheadMs);
      const sentAhead = sendAll(cache, clock);
      expect(sentAhead).toBeLessThanOrEqual(100);
      clock.jumpWall(-aheadMs);
      sent += sendAll(cache, clock);
      if (aheadMs <= 2 * DAY_MS) sent += sentAhead;
    }
    expect(sent).toBeLessThanOrEqual(300);
    clock.jumpWall(4 * DAY_MS);
    expect(sendAll(cache, clock)).toBe(100);
  });

  it('leaves the day of the clock that was wrong when it is set right during the run', () => {
    const cache = newCache();
    const clock = createFakeClock();
    clock.jumpWall(400 * DAY_MS);
    const quota = createQuota({ ...cache, clock, perDay: 5 });
    take(quota, 3);
    clock.jumpWall(-400 * DAY_MS);
    take(quota, 2);
    // Not a day that begins in 400 days.
    expect(failureOf(quota)).toMatchObject({ details: { retryAt: '2026-07-02T00:00:00+07:00' } });
    clock.jumpWall(DAY_MS);
    expect(takeOne(quota)).toBe('2026-07-02');
  });

  it('gives back to the ledger that a request was counted in', () => {
    const cache = newCache();
    const clock = createFakeClock();
    clock.jumpWall(400 * DAY_MS);
    const early = createQuota({ ...cache, clock, perDay: 100 });
    const day = takeOne(early);
    clock.jumpWall(-400 * DAY_MS);
    const quota = createQuota({ ...cache, clock, perDay: 100 });
    takeOne(quota);
    quota.giveBack(day);
    expect([cache.ledger.total(day), quota.usedToday()]).toEqual([0, 2]);
  });
});

describe('createQuota: no limit', () => {
  it('counts requests before they are sent, by day, and gives back what was not sent', async () => {
    const clock = createFakeClock();
    const ledger = createMemoryLedger();
    const quota = createQuota({ ledger, clock });
    take(quota, 30);
    quota.giveBack(takeOne(quota));
    expect(ledger.total('2026-07-01')).toBe(30);
    expect(quota.usedToday()).toBe(30);
    clock.jumpWall(24 * 3_600_000);
    take(quota, 4);
    await quota.close();
    expect([ledger.latestDay(), ledger.total('2026-07-02')]).toEqual(['2026-07-02', 4]);
  });
});
