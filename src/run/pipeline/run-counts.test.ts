import { message } from '../../base/messages/message.ts';
import { describe, expect, it } from 'vitest';
import { planned } from '../../../test/support/stage-plans.ts';
import { addCounts, countColumns, emptyCounts, inOrder, type RunCounts } from './run-counts.ts';

const NO_MATCH = message('stage.noMatch');
const REASON = { ...NO_MATCH, rows: 1 };
const withErrors = (prefix: string): RunCounts => ({
  ...emptyCounts(['a', 'b']),
  errorReasons: { [prefix]: [REASON] },
});

describe('inOrder', () => {
  it('gives counts one order, whichever was counted first', () => {
    const notesFirst = emptyCounts(['a', 'b']);
    addCounts(notesFirst, { ...emptyCounts(['a', 'b']), notes: { b: [REASON] } });
    addCounts(notesFirst, withErrors('b'));
    addCounts(notesFirst, withErrors('a'));
    const errorsFirst = emptyCounts(['a', 'b']);
    addCounts(errorsFirst, withErrors('a'));
    addCounts(errorsFirst, { ...withErrors('b'), notes: { b: [REASON] } });
    expect(JSON.stringify(inOrder(errorsFirst))).toBe(JSON.stringify(inOrder(notesFirst)));
  });
});

describe('countColumns', () => {
  const usesOf = (stage: string, rows: readonly Record<string, unknown>[]) => {
    const plan = planned(stage, {}, ['address', 'lat', 'lon']);
    const names = ['status', 'reason', ...plan.columns.map(({ name }) => name)];
    const counts = emptyCounts([stage]);
    const values = rows.map((row) => names.map((name) => row[name] ?? null));
    countColumns(counts, values, [{ prefix: stage, plan, outputs: [] }], names.length);
    return Object.fromEntries(Object.entries(counts.uses?.[stage] ?? {}).filter(([, count]) => count > 0));
  };

  it('counts rows by what they are good for', () => {
    expect(
      usesOf('geocode', [
        { status: 'ok', level: 'street', confidence: 0.9 },
        { status: 'ok', level: 'street', confidence: '0.3' },
        { status: 'ok', level: 'province', confidence: 0.9 },
        { status: 'not_found', reason: 'no match' },
      ]),
    ).toEqual({ house_or_street: 1, district_or_province: 1, to_decide: 1, not_found: 1 });
  });

  it('takes nearness for no probability, and codes for a level', () => {
    expect(usesOf('reverse', [{ status: 'ok', level: 'house', confidence: 0.2 }])).toEqual({
      house_or_street: 1,
    });
    const row = { status: 'ok', to_ward_code: '26740', to_province_code: '79', confidence: 0.9 };
    expect(
      usesOf('convert', [
        { ...row, verdict: 'accept' },
        { ...row, verdict: 'check' },
        { ...row, verdict: 'check', to_ward_code: null },
      ]),
    ).toEqual({ ward: 1, district_or_province: 1, to_decide: 1 });
    expect(usesOf('forcode', [{ status: 'ok' }])).toEqual({});
  });

  it('adds the counts of two chunks', () => {
    const sum = { ...emptyCounts(['a']), uses: { a: { ward: 1 } } };
    addCounts(sum, { ...emptyCounts(['a']), uses: { a: { ward: 2, to_decide: 1 } } });
    expect(inOrder(sum).uses).toEqual({ a: { ward: 3, to_decide: 1 } });
  });
});
