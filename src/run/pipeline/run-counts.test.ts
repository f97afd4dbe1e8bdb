import { describe, expect, it } from 'vitest';
import { addCounts, emptyCounts, inOrder, type RunCounts } from './run-counts.ts';

const withErrors = (prefix: string, reasons: readonly string[]): RunCounts => ({
  ...emptyCounts(['a', 'b']),
  errorReasons: { [prefix]: Object.fromEntries(reasons.map((reason) => [reason, 1])) },
});
const reasons = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `reason ${from + at}`);

describe('inOrder', () => {
  it('gives counts one order, whichever was counted first', () => {
    const notesFirst = emptyCounts(['a', 'b']);
    addCounts(notesFirst, { ...emptyCounts(['a', 'b']), notes: { b: { note: 1 } } });
    addCounts(notesFirst, withErrors('b', ['x']));
    addCounts(notesFirst, withErrors('a', ['x']));
    const errorsFirst = emptyCounts(['a', 'b']);
    addCounts(errorsFirst, withErrors('a', ['x']));
    addCounts(errorsFirst, { ...withErrors('b', ['x']), notes: { b: { note: 1 } } });
    expect(JSON.stringify(inOrder(errorsFirst))).toBe(JSON.stringify(inOrder(notesFirst)));
  });
});

describe('addCounts', () => {
  it('gives the same reasons by way of shards, which keep more of them', () => {
    const chunks = [reasons(0, 15), reasons(10, 40), reasons(0, 60)].map((each) => withErrors('a', each));
    const single = emptyCounts(['a', 'b']);
    for (const chunk of chunks) addCounts(single, chunk);
    const merged = emptyCounts(['a', 'b']);
    for (const part of [chunks.slice(0, 1), chunks.slice(1)]) {
      const shard = emptyCounts(['a', 'b']);
      for (const chunk of part) addCounts(shard, chunk, 500);
      addCounts(merged, shard);
    }
    expect(JSON.stringify(merged)).toBe(JSON.stringify(single));
    expect(Object.keys(merged.errorReasons?.a ?? {})).toHaveLength(21);
  });
});
