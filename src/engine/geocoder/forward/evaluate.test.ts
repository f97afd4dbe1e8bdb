import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPair, createPairs } from './evaluate.ts';

/** Most pairs that are kept. */
const MOST = 48;

describe('pairs of a hit and a group', () => {
  it('are in the order of their bounds, equal ones as they came, and the lowest make room', () => {
    const bounds = fc.array(fc.nat({ max: 30 }), { maxLength: 3 * MOST });
    fc.assert(
      fc.property(bounds, (added) => {
        const pairs = createPairs();
        added.forEach((bound, hit) => addPair(pairs, hit, hit - 1, bound));
        const wanted = added
          .map((bound, hit) => ({ bound, hit, group: hit - 1 }))
          .sort((a, b) => b.bound - a.bound)
          .slice(0, MOST);
        const listed = Array.from(pairs.order.subarray(0, pairs.count), (pair) => ({
          bound: pairs.bound[pair],
          hit: pairs.hit[pair],
          group: pairs.group[pair],
        }));
        expect(listed).toEqual(wanted);
      }),
    );
  });

  it('are none below the least bound', () => {
    const pairs = createPairs();
    pairs.least = 2;
    for (const bound of [1, 2, 3]) addPair(pairs, bound, -1, bound);
    expect([...pairs.order.subarray(0, pairs.count)].map((pair) => pairs.bound[pair])).toEqual([3, 2]);
  });
});
