import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAccess, createRateWindow } from './access.ts';

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
            if (limit(nowMs) === 0) admitted.push(nowMs);
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
    expect([limit(0), limit(100)]).toEqual([0, 0]);
    const waitMs = limit(300);
    expect(waitMs).toBe(700);
    expect(limit(300 + waitMs - 1)).toBeGreaterThan(0);
    expect(limit(300 + waitMs)).toBe(0);
  });

  it('takes rates below one a second', () => {
    const limit = createRateWindow(0.5);
    expect([limit(0), limit(1500), limit(2000)]).toEqual([0, 500, 0]);
  });
});

describe('access', () => {
  it('counts the key that is known of two, and names the place of the other', () => {
    const account = { id: 'one' };
    const usage = { admit: () => true, resetsInMs: () => 0 };
    const keys = { accountOf: (key: string) => (key === 'right' ? account : undefined) };
    const access = createAccess({ keys, usage, now: () => 0 } as unknown as Parameters<
      typeof createAccess
    >[0]);
    const headers: Record<string, unknown> = {};
    const reply = { header: (name: string, value: unknown) => void (headers[name] = value) };
    const ask = (request: object) =>
      access.identify().call({} as never, request as never, reply as never, () => undefined);
    const request = { query: { apikey: 'wrong' }, headers: { authorization: 'Bearer right' } };
    ask(request);
    expect([(request as { account?: unknown }).account, headers]).toEqual([
      account,
      { 'geomill-ignored-keys': 'apikey' },
    ]);
    expect(() => ask({ query: { apikey: 'wrong', key: 'other' }, headers: {} })).toThrow(/Invalid API key/);
  });
});
