import { describe, expect, it } from 'vitest';
import { planText, type PlanView } from './plan.ts';

const view: PlanView = {
  job: 'geocode',
  input: 'in.csv',
  service: 'https://example.test/v1',
  estimate: {
    rows: 1_000_000,
    rejected: 3,
    questions: 999_000,
    distinct: 700_000,
    cached: 100_000,
    laterAtMost: 0,
    isExact: true,
  },
  spending: { requests: 600_000, seconds: 30_000, days: 12, cost: 1800 },
  limits: { ratePerSecond: 20, perDay: 50_000, pricePerRequest: 0.003 },
};

describe('planText', () => {
  it('tells everything before anything is spent', () => {
    expect(planText(view)).toBe(
      [
        'geocode over in.csv, answered by https://example.test/v1',
        '  rows                 1,000,000   3 of them cannot be read',
        '  questions              999,000',
        '  distinct               700,000',
        '  cached                 100,000   answered from the cache',
        '  to request             600,000',
        '  time                  8 h 20 min   at 20 requests a second',
        '  days                        12   at 50,000 requests a day',
        '  cost                  1,800.00   at 0.003 a request',
      ]
        .join('\n')
        .replace('  8 h 20 min', '8 h 20 min'),
    );
  });

  it('says what is not known, and what is but a bound', () => {
    const estimate = { ...view.estimate, laterAtMost: 5, isExact: false };
    const text = planText({ ...view, estimate, spending: { requests: 600_005 }, limits: {} });
    expect(text).toMatch(
      /distinct +700,005 {3}estimated\n.*at most: 5 depend on responses of earlier stages/,
    );
    expect(text).toMatch(/time +\? {3}give --rate to know/);
    expect(text).not.toMatch(/days|cost/);
  });

  it('has no costs where nothing is requested', () => {
    expect(planText({ ...view, service: undefined })).toMatch(
      /^geocode over in\.csv, answered by the local dataset\n[\s\S]*costs nothing\.$/,
    );
  });
});
