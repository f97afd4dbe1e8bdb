import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

/** Returns the distance by its definition, from the ends of both texts. */
function slowDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [last, other] = [a.at(-1), b.at(-1)];
  const [shortA, shortB] = [a.slice(0, -1), b.slice(0, -1)];
  const costs = [
    slowDistance(shortA, b) + 1,
    slowDistance(a, shortB) + 1,
    slowDistance(shortA, shortB) + (last === other ? 0 : 1),
  ];
  if (a.length > 1 && b.length > 1 && last === b.at(-2) && a.at(-2) === other)
    costs.push(slowDistance(a.slice(0, -2), b.slice(0, -2)) + 1);
  return Math.min(...costs);
}

describe('editDistance', () => {
  it('agrees with its definition, whichever texts were compared before', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'n'), maxLength: 6 });
    fc.assert(
      fc.property(text, text, text, fc.nat({ max: 4 }), (a, b, before, bound) => {
        editDistance(before.repeat(4), a);
        const distance = slowDistance(a, b);
        expect(editDistance(a, b)).toBe(distance);
        expect(editDistance(a, b, bound)).toBe(Math.min(distance, bound + 1));
      }),
    );
  });
});
