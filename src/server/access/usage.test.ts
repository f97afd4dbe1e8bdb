import { describe, expect, it } from 'vitest';
import { createUsage, type UsageRecord } from './usage.ts';

const TOKEN = '4f8e2c1a-3b5d-4e6f-8a9b-0c1d2e3f4a5b';
const NOON = Date.parse('2026-11-22T12:00:00+07:00');

function world(before?: UsageRecord) {
  const ended: UsageRecord[] = [];
  const time = { ms: NOON };
  const usage = createUsage({
    now: () => time.ms,
    wallMs: () => time.ms,
    before,
    onDayEnd: (record) => ended.push(record),
  });
  return { usage, time, ended };
}

describe('the usage of a key', () => {
  it('charges the calls of a session as one unit, with the place call', () => {
    const { usage } = world();
    usage.bill('a', 'autocomplete', TOKEN);
    usage.bill('a', 'autocomplete', TOKEN);
    expect(usage.today('a').units).toBe(0);
    usage.bill('a', 'place', TOKEN.toUpperCase());
    expect(usage.today('a')).toMatchObject({
      units: 1,
      sessions: 1,
      operations: { autocomplete: 2, place: 1 },
    });
  });

  it('charges calls without a token, and of other operations, one unit each', () => {
    const { usage } = world();
    usage.bill('a', 'place');
    usage.bill('a', 'geocodeForward');
    usage.bill('a', 'geocodeReverse', undefined, 10);
    expect(usage.today('a')).toMatchObject({ units: 12, sessions: 0 });
  });

  it('charges a place call alone when the token has expired', () => {
    const { usage, time } = world();
    usage.bill('a', 'autocomplete', TOKEN);
    time.ms += 300_001;
    usage.bill('a', 'place', TOKEN);
    expect(usage.today('a')).toMatchObject({ units: 1, sessions: 0 });
  });

  it('keeps the tokens of keys apart', () => {
    const { usage } = world();
    usage.bill('a', 'place', TOKEN);
    usage.bill('b', 'place', TOKEN);
    expect([usage.today('a').sessions, usage.today('b').sessions]).toEqual([1, 1]);
  });

  it('admits requests up to the daily quota, and counts none that it refuses', () => {
    const { usage } = world();
    expect(usage.admit('a', 3, 5)).toBe(true);
    expect(usage.admit('a', 3, 5)).toBe(false);
    expect(usage.admit('a', 2, 5)).toBe(true);
    expect(usage.today('a').requests).toBe(5);
  });

  it('begins again at midnight of UTC+7', () => {
    const { usage, time, ended } = world();
    usage.admit('a', 5, 5);
    expect(usage.resetsInMs()).toBe(12 * 3_600_000);
    time.ms += 12 * 3_600_000;
    expect(usage.admit('a', 5, 5)).toBe(true);
    expect(ended).toEqual([
      { day: '2026-11-22', keys: { a: { requests: 5, units: 0, sessions: 0, operations: {} } } },
    ]);
    expect(usage.record().day).toBe('2026-11-23');
  });

  it('adds what other servers have counted of the same day, and records its own', () => {
    const { usage } = world();
    const other = { requests: 4, units: 3, sessions: 1, operations: { place: 2 } };
    usage.setOthers([
      { day: '2026-11-22', keys: { a: other } },
      { day: '2026-11-21', keys: { a: other } },
    ]);
    expect(usage.admit('a', 2, 5)).toBe(false);
    expect(usage.admit('a', 1, 5)).toBe(true);
    usage.bill('a', 'place');
    expect(usage.today('a')).toEqual({ requests: 5, units: 4, sessions: 1, operations: { place: 3 } });
    expect(usage.record().keys.a).toEqual({ requests: 1, units: 1, sessions: 0, operations: { place: 1 } });
  });

  it('goes on after a restart on the same day, and on another day from zero', () => {
    const keys = { a: { requests: 4, units: 4, sessions: 1, operations: {} } };
    expect(world({ day: '2026-11-22', keys }).usage.admit('a', 2, 5)).toBe(false);
    expect(world({ day: '2026-11-21', keys }).usage.admit('a', 2, 5)).toBe(true);
  });
});
