import { describe, expect, it } from 'vitest';
import { compareExpectations, FIGURES, withoutTour } from './expectations.ts';
import type { RunCounts } from './run-counts.ts';

const counts: RunCounts = {
  rowsIn: 210,
  results: 200,
  rejected: 10,
  stages: {
    geocode: { ok: 150, ambiguous: 20, not_found: 20, skipped: 0, error: 10 },
    forcode: { ok: 190, ambiguous: 0, not_found: 0, skipped: 10, error: 0 },
  },
  levels: { geocode: { house: 20, street: 30, poi: 10, ward: 80, district: 10 } },
};

/** Returns the figure of the counts by name. */
const found = (name: string, of: RunCounts = counts) =>
  compareExpectations(of, { [name]: { operator: '>=', value: 0 } })[0]?.found;

describe('compareExpectations', () => {
  it('takes each figure from the counts', () => {
    expect(Object.fromEntries(Object.keys(FIGURES).map((name) => [name, found(name)]))).toEqual({
      ok_rate: 0.75,
      error_rate: 0.05,
      ambiguous_rate: 0.1,
      level_at_least_house: 0.1,
      level_at_least_street: 0.25,
      level_at_least_ward: 0.7,
      level_at_least_district: 0.75,
      min_rows: 210,
      max_rejects: 10,
      max_without_tour: 10,
    });
  });

  it('counts the rows in no tour once, whatever the stages before say', () => {
    const stages = {
      ...counts.stages,
      route: { ok: 140, ambiguous: 0, not_found: 40, skipped: 20, error: 10 },
    };
    expect(withoutTour({ stages })).toBe(70);
    expect(found('max_without_tour', { ...counts, stages })).toBe(70);
    expect(withoutTour(counts)).toBeUndefined();
  });

  it('meets a bound that is reached exactly', () => {
    const expected = {
      ok_rate: { operator: '>=', value: 0.75 },
      max_rejects: { operator: '<=', value: 9 },
    } as const;
    expect(compareExpectations(counts, expected)).toEqual([
      { name: 'ok_rate', expected: '>= 0.75', found: 0.75, isMet: true },
      { name: 'max_rejects', expected: '<= 9', found: 10, isMet: false },
    ]);
  });

  it('does not meet what no row could tell', () => {
    const empty = {
      ...counts,
      results: 0,
      stages: { geocode: { ok: 0, ambiguous: 0, not_found: 0, skipped: 0, error: 0 } },
    };
    expect(found('ok_rate', empty)).toBeNull();
    expect(found('level_at_least_ward', empty)).toBeNull();
    // Rows without a match have no level.
    expect(found('level_at_least_ward', { ...counts, levels: { geocode: {} } })).toBe(0);
  });
});
