import { describe, expect, it } from 'vitest';
import { makeDerived } from '../support/make-derived.ts';

describe('xlsx', () => {
  it('refuses more rows than a sheet has, with what to use instead', async () => {
    const empty = { values: [null], position: null };
    const rows = Array.from({ length: 1_048_576 }, () => empty);
    await expect(makeDerived('xlsx', ['a'], rows)).rejects.toThrow(/1048575 rows.*csv or parquet/);
    const wide = Array.from({ length: 16_385 }, (_, at) => `c${at}`);
    await expect(makeDerived('xlsx', wide, [])).rejects.toThrow(/16385 columns/);
  }, 60_000);
});
