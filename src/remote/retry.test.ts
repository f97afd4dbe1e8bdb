import { describe, expect, it } from 'vitest';
import { backoffMs, createRetryBudget, retryAfterMs } from './retry.ts';

describe('backoffMs', () => {
  it('doubles the bound with each failure, up to 20 s, and takes any part of it', () => {
    expect([1, 2, 3, 4].map((failures) => backoffMs(failures, () => 1))).toEqual([50, 100, 200, 400]);
    expect(backoffMs(30, () => 1)).toBe(20_000);
    expect(backoffMs(3, () => 0)).toBe(0);
    expect(backoffMs(1, () => 0.5, 1000)).toBe(500);
  });
});

describe('createRetryBudget', () => {
  it('allows 35 retries in a row, then one for every 14 successes', () => {
    const budget = createRetryBudget();
    let retries = 0;
    while (budget.take()) retries += 1;
    expect(retries).toBe(35);
    for (let success = 0; success < 4; success += 1) budget.succeeded(0);
    expect(budget.take()).toBe(true);
    expect(budget.take()).toBe(false);
  });

  it('gets the tokens back when a retried request succeeds, and never more than 500', () => {
    const budget = createRetryBudget();
    budget.take();
    budget.take();
    budget.succeeded(2);
    expect(budget.tokens).toBe(500);
    budget.succeeded(0);
    expect(budget.tokens).toBe(500);
  });
});

describe('retryAfterMs', () => {
  const nowMs = Date.UTC(2026, 6, 1, 12, 0, 0);
  it.each([
    ['3', 3000],
    [' 0 ', 0],
    ['Wed, 01 Jul 2026 12:00:07 GMT', 7000],
    ['Wed, 01 Jul 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['-3', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j', (header, expected) => {
    expect(retryAfterMs(header, undefined, nowMs)).toBe(expected);
  });

  it('reads a date against that of the response, whatever the own clock says', () => {
    const until = 'Wed, 01 Jul 2026 12:00:07 GMT';
    expect(retryAfterMs(until, 'Wed, 01 Jul 2026 12:00:02 GMT', nowMs + 9 * 3_600_000)).toBe(5000);
    expect(retryAfterMs(until, 'no date', nowMs)).toBe(7000);
  });

  it.each(['99999999999999999999', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'reads %s as a time that has a date',
    (header) => {
      const ms = retryAfterMs(header, undefined, nowMs) ?? NaN;
      expect(new Date(nowMs + ms).getUTCFullYear()).toBeGreaterThan(2100);
    },
  );
});
