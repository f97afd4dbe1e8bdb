import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourcePicture } from '../../engine/imagery/source/read-item.ts';
import { orderSequence } from './build-picture-tables.ts';

type Facts = Partial<Pick<SourcePicture, 'rank' | 'timeMs' | 'next' | 'previous'>>;

const picture = (id: string, facts: Facts = {}) =>
  ({ item: { id }, timeMs: NaN, ...facts }) as unknown as SourcePicture;
const idsOf = (pictures: readonly SourcePicture[]) => orderSequence(pictures).map(({ item }) => item.id);

describe('orderSequence', () => {
  it('orders by number if all pictures have one, then as the source', () => {
    expect(
      idsOf([
        picture('c', { rank: 3, timeMs: 1 }),
        picture('a', { rank: 1, timeMs: 9 }),
        picture('b2', { rank: 2 }),
        picture('b1', { rank: 2 }),
      ]),
    ).toEqual(['a', 'b2', 'b1', 'c']);
  });

  it('ignores the numbers if one is missing', () => {
    expect(idsOf([picture('b', { rank: 1, timeMs: 2 }), picture('a', { timeMs: 1 })])).toEqual(['a', 'b']);
  });

  it('orders by time, equal and unknown times as the source', () => {
    expect(
      idsOf([
        picture('unknown'),
        picture('late', { timeMs: 5 }),
        picture('first', { timeMs: 2 }),
        picture('second', { timeMs: 2 }),
        picture('unknown too'),
      ]),
    ).toEqual(['first', 'second', 'late', 'unknown', 'unknown too']);
  });

  it('follows links in both directions against the times', () => {
    expect(
      idsOf([
        picture('b', { timeMs: 1, next: 'c' }),
        picture('c', { timeMs: 0 }),
        picture('a', { timeMs: 9 }),
        picture('d', { timeMs: 3, previous: 'c' }),
      ]),
    ).toEqual(['b', 'c', 'd', 'a']);
  });

  it('keeps a ring, a link to itself, two links to one picture, and links that lead nowhere', () => {
    expect(idsOf([picture('a', { next: 'b' }), picture('b', { next: 'a' })])).toEqual(['a', 'b']);
    expect(idsOf([picture('a', { next: 'a' }), picture('b', { next: 'missing' })])).toEqual(['b', 'a']);
    expect(idsOf([picture('a', { next: 'c' }), picture('b', { next: 'c' }), picture('c')])).toEqual([
      'a',
      'c',
      'b',
    ]);
  });

  it('returns every picture once, and a chain in its order however it is shuffled', () => {
    const shuffled = fc.integer({ min: 1, max: 30 }).chain((count) =>
      fc.shuffledSubarray(
        Array.from({ length: count }, (_, at) => at),
        { minLength: count, maxLength: count },
      ),
    );
    fc.assert(
      fc.property(shuffled, fc.boolean(), (order, isForward) => {
        const pictures = order.map((at) =>
          picture(`p${at}`, isForward ? { next: `p${at + 1}` } : { previous: `p${at - 1}` }),
        );
        expect(idsOf(pictures)).toEqual(order.map((_, at) => `p${at}`));
      }),
      { seed: 20_261_122, numRuns: 200 },
    );
  });

  it('returns every picture once for any links', () => {
    const facts = fc.array(fc.tuple(fc.nat(12), fc.nat(12), fc.nat(3)), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(facts, (list) => {
        const pictures = list.map(([next, previous, timeMs], at) =>
          picture(`p${at}`, { next: `p${next}`, previous: `p${previous}`, timeMs }),
        );
        expect(idsOf(pictures).sort()).toEqual(pictures.map(({ item }) => item.id).sort());
      }),
      { seed: 20_261_122, numRuns: 300 },
    );
  });
});
