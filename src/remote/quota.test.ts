import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createMemoryLedger } from './quota-ledger.ts';
import { createQuota, quotaDay, type Quota } from './quota.ts';

const take = (quota: { take(): unknown }, count: number) => {
  for (let nth = 0; nth < count; nth += 1) quota.take();
};
const failureOf = (quota: { take(): unknown }): unknown => {
  try {
    return quota.take();
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
    expect(() => quota.take()).toThrow('2026-07-02T00:00:00+07:00');
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
        quota.take();
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
    quota.giveBack(quota.take());
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
    expect(() => quota.take()).toThrow('disk');
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

  it('goes over to the day that another process has begun', () => {
    const clock = createFakeClock();
    const ledger = createMemoryLedger();
    const late = createQuota({ ledger, clock, perDay: 5 });
    expect(late.take()).toBe('2026-07-01');
    ledger.add('2026-07-02', 3);
    expect(late.take()).toBe('2026-07-02');
    expect(late.take()).toBe('2026-07-02');
    expect(failureOf(late)).toMatchObject({ code: 'QUOTA_SPENT' });
  });
});

describe('createQuota: no limit', () => {
  it('counts requests before they are sent, by day, and gives back what was not sent', async () => {
    const clock = createFakeClock();
    const ledger = createMemoryLedger();
    const quota = createQuota({ ledger, clock });
    take(quota, 30);
    quota.giveBack(quota.take());
    expect(ledger.total('2026-07-01')).toBe(30);
    expect(quota.usedToday()).toBe(30);
    clock.jumpWall(24 * 3_600_000);
    take(quota, 4);
    await quota.close();
    expect([ledger.latestDay(), ledger.total('2026-07-02')]).toEqual(['2026-07-02', 4]);
  });
});
