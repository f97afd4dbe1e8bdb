import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createMemoryLedger, createQuota, createTally, quotaDay } from './quota.ts';

const take = async (quota: { take(): Promise<unknown> }, count: number) => {
  for (let nth = 0; nth < count; nth += 1) await quota.take();
};

describe('quotaDay', () => {
  it('turns at midnight of UTC+7', () => {
    expect(quotaDay(Date.UTC(2026, 6, 1, 16, 59, 59, 999))).toBe('2026-07-01');
    expect(quotaDay(Date.UTC(2026, 6, 1, 17))).toBe('2026-07-02');
  });
});

describe('createQuota', () => {
  it('gives exactly the day its requests and then says when to come back', async () => {
    const clock = createFakeClock();
    const quota = createQuota({ ledger: createMemoryLedger(), clock, concurrency: 8, perDay: 50 });
    await take(quota, 50);
    expect(quota.usedToday()).toBe(50);
    await expect(quota.take()).rejects.toMatchObject({ code: 'QUOTA_SPENT' });
    await expect(quota.take()).rejects.toThrow('2026-07-02T00:00:00+07:00');
  });

  it('begins anew with the next day', async () => {
    const clock = createFakeClock();
    const quota = createQuota({ ledger: createMemoryLedger(), clock, concurrency: 8, perDay: 5 });
    await take(quota, 5);
    clock.jumpWall(24 * 3_600_000);
    await take(quota, 5);
    await expect(quota.take()).rejects.toMatchObject({ code: 'QUOTA_SPENT' });
  });

  it('holds for several processes together, and asks for it in small leases', async () => {
    const clock = createFakeClock();
    const ledger = createMemoryLedger();
    const runs = [8, 100, 1].map((concurrency) => createQuota({ ledger, clock, concurrency, perDay: 100 }));
    let sent = 0;
    const spend = async (quota: (typeof runs)[number]) => {
      for (;;) {
        await quota.take();
        sent += 1;
        expect(ledger.total('2026-07-01') - sent).toBeLessThanOrEqual(8 + 20 + 2);
      }
    };
    const ends = await Promise.allSettled(runs.map(spend));
    expect(ends.map((end) => end.status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(sent).toBe(100);
  });

  it('returns what it did not use', async () => {
    const ledger = createMemoryLedger();
    const quota = createQuota({ ledger, clock: createFakeClock(), concurrency: 20, perDay: 100 });
    await take(quota, 3);
    quota.giveBack(await quota.take());
    expect(ledger.total('2026-07-01')).toBeGreaterThan(3);
    await quota.close();
    expect(ledger.total('2026-07-01')).toBe(3);
  });

  it('passes on that the ledger cannot be written', async () => {
    const ledger = { ...createMemoryLedger(), reserve: () => Promise.reject(new Error('disk')) };
    const quota = createQuota({ ledger, clock: createFakeClock(), concurrency: 20, perDay: 100 });
    await expect(quota.take()).rejects.toThrow('disk');
  });
});

describe('createTally', () => {
  it('counts without a limit, by day, and writes what it counted when closed', async () => {
    const clock = createFakeClock();
    const ledger = createMemoryLedger();
    const tally = createTally({ ledger, clock });
    await take(tally, 30);
    tally.giveBack(await tally.take());
    expect(tally.usedToday()).toBe(30);
    clock.jumpWall(24 * 3_600_000);
    await take(tally, 4);
    await tally.close();
    expect([ledger.total('2026-07-01'), ledger.total('2026-07-02')]).toEqual([30, 4]);
  });
});
