import { describe, expect, it } from 'vitest';
import { checkResult, misfitOf, type ChunkPlace } from './check-result.ts';
import type { ChunkResult } from './process-chunk.ts';
import { emptyCounts } from './run-counts.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

const PLACE: ChunkPlace = { firstRow: 100, rows: 5, endOffset: 900, nextLine: 8 };

/** The result of the whole chunk, with other figures where a test wants it. */
function result(other: { rowsIn?: number; results?: number } & Partial<ChunkResult>): ChunkResult {
  const { rowsIn = 5, results = rowsIn, ...rest } = other;
  const counts = { ...emptyCounts([]), rowsIn, results };
  return { endOffset: 900, nextLine: 8, outputs: {}, counts, ...rest };
}

describe('misfitOf', () => {
  it('refuses a result of other rows, bytes or lines', () => {
    expect(misfitOf(PLACE, result({}))).toBeUndefined();
    for (const other of [
      { rowsIn: 4 },
      { rowsIn: 6 },
      { endOffset: 899 },
      { endOffset: 901 },
      { nextLine: 7 },
      { nextLine: 9 },
    ])
      expect(inEnglish(misfitOf(PLACE, result(other))), JSON.stringify(other)).toContain(
        'and the chunk has 5 up to byte 900, line 8',
      );
  });

  it('takes the first rows of a run that is being stopped, and no row behind the chunk', () => {
    expect(misfitOf(PLACE, result({ rowsIn: 2, endOffset: 300, nextLine: 4, isCut: true }))).toBeUndefined();
    for (const other of [{ rowsIn: 6 }, { endOffset: 901 }, { nextLine: 9 }])
      expect(misfitOf(PLACE, result({ ...other, isCut: true })), JSON.stringify(other)).toBeDefined();
  });

  it('refuses counts that do not add up', () => {
    for (const results of [4, 6, 4.5, -1, NaN])
      expect(inEnglish(misfitOf(PLACE, result({ results }))), `${results}`).toContain('results');
  });
});

it('checkResult names the rows', () => {
  expect(() => checkResult(PLACE, result({ rowsIn: 4 }))).toThrow('the rows 100 to 104: it has 4 rows');
});
