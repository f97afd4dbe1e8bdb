import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIMENSIONS, filterHash, readFilter, type FilterState } from './filter-state.ts';

describe('the filter in an address', () => {
  it('is read as it was written', () => {
    const value = fc.oneof(
      fc.constantFrom('ok', 'no "…" & more; #1 = 100 %', 'phường/xã', '+', '00004'),
      fc.string({ minLength: 1, maxLength: 12 }),
    );
    const sets = Object.fromEntries(
      DIMENSIONS.map((name) => [name, fc.uniqueArray(value, { maxLength: 3 }).map((list) => new Set(list))]),
    );
    const state = fc.record({
      chosen: fc.record(sets),
      search: fc.string({ maxLength: 12 }),
      open: fc.record({ row: value, sort: value, tour: value, lang: value }),
    });
    fc.assert(
      // Halves of characters cannot be in an address.
      fc.property(state, (one) => {
        const written = one as unknown as FilterState;
        const texts = [
          written.search,
          ...Object.values(written.open),
          ...DIMENSIONS.flatMap((name) => [...written.chosen[name]]),
        ];
        fc.pre(!texts.some((text) => /\p{Surrogate}/u.test(text)));
        expect(readFilter(filterHash(written))).toEqual(written);
      }),
      { seed: 6, numRuns: 300 },
    );
  });

  it('is none where the hash is something else', () => {
    for (const hash of ['', '#', '#rows', '#other=1&level=']) expect(filterHash(readFilter(hash))).toBe('');
  });
});
