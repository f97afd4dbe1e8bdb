import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains, intersect, members, overlap, rangesOf, uniteRanges } from './ranges.ts';

const sets = fc
  .uniqueArray(fc.nat({ max: 60 }), { maxLength: 40 })
  .map((values) => values.sort((a, b) => a - b));

describe('ranges', () => {
  it('gathers neighbours and forgets repetitions', () => {
    expect([...rangesOf([3, 4, 4, 9])]).toEqual([3, 5, 9, 10]);
    expect([...rangesOf([])]).toEqual([]);
  });

  it('agrees with sets', () => {
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        const shared = a.filter((value) => b.includes(value));
        expect([...members(rangesOf(a))]).toEqual(a);
        expect([...members(intersect(rangesOf(a), rangesOf(b)))]).toEqual(shared);
        expect(overlap(rangesOf(a), rangesOf(b))).toBe(shared.length > 0);
        expect(contains(rangesOf(a), rangesOf(b))).toBe(shared.length === b.length);
        expect(contains(rangesOf(a), rangesOf(shared))).toBe(true);
        const all = [...new Set([...a, ...b])].sort((x, y) => x - y);
        expect(uniteRanges([rangesOf(a), rangesOf(b)])).toEqual(rangesOf(all));
      }),
    );
  });

  it('are united however many and long they are', () => {
    fc.assert(
      fc.property(fc.array(sets, { maxLength: 30 }), (some) => {
        const all = [...new Set(some.flat())].sort((x, y) => x - y);
        expect(uniteRanges(some.map(rangesOf))).toEqual(rangesOf(all));
      }),
    );
    const even = rangesOf(Array.from({ length: 2000 }, (_, i) => 2 * i));
    const odd = rangesOf(Array.from({ length: 2000 }, (_, i) => 2 * i + 1));
    expect(uniteRanges([even, odd])).toEqual(Int32Array.of(0, 4000));
  });
});
