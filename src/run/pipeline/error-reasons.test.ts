import { describe, expect, it } from 'vitest';
import { addReasons, countReasons, OTHER_REASONS, type ReasonCounts } from './error-reasons.ts';
import type { PlannedStage } from './plan-stages.ts';

/** Two stages after one input column: `a` with one column of its own, `b` with none. */
const PLANS = [
  { prefix: 'a', plan: { columns: [{}] }, outputs: [] },
  { prefix: 'b', plan: { columns: [] }, outputs: [] },
] as unknown as PlannedStage[];
const COLUMNS = 1 + 3 + 2;

const row = (a: string | null, b: string | null): unknown[] => [
  ...['cell', a === null ? 'ok' : 'error', a, null],
  ...[b === null ? 'ok' : 'error', b],
];

describe('the reasons of errors', () => {
  it('are counted by stage, without what differs from row to row', () => {
    const rows = [
      row('HTTP 503', null),
      row('"x" is no position', 'no row 12345'),
      row('"y" is no position', null),
      row('2321456 and -5.25 are metres of VN-2000', null),
    ];
    expect(countReasons(rows, PLANS, COLUMNS)).toEqual({
      a: { 'HTTP 503': 1, '"..." is no position': 2, '# and # are metres of VN-2000': 1 },
      b: { 'no row #': 1 },
    });
    expect(countReasons([row(null, null)], PLANS, COLUMNS)).toBeUndefined();
  });

  it('are bounded, and their sums do not depend on the chunks', () => {
    const rows = Array.from({ length: 300 }, (_, at) => row(`reason ${'x'.repeat((at * 7) % 60)}`, null));
    const sumOf = (size: number) => {
      const sum: ReasonCounts = {};
      for (let at = 0; at < rows.length; at += size) {
        addReasons(sum, countReasons(rows.slice(at, at + size), PLANS, COLUMNS) ?? {});
      }
      return sum;
    };
    const whole = sumOf(300);
    expect(Object.keys(whole.a ?? {})).toHaveLength(21);
    expect(whole.a?.[OTHER_REASONS]).toBe(200);
    for (const size of [1, 7, 64]) expect(JSON.stringify(sumOf(size))).toBe(JSON.stringify(whole));
  });
});
