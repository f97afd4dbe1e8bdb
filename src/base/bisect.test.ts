import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstAt, firstNear, lowerBound } from './bisect.ts';

it('finds the first number that is not below another one, in the whole or in a part', () => {
  const numbers = fc.array(fc.nat(20), { maxLength: 30 }).map((list) => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(numbers, fc.nat(21), fc.nat(30), fc.nat(30), (list, value, one, other) => {
      const [from, to] = [Math.min(one, other, list.length), Math.min(Math.max(one, other), list.length)];
      const at = list.findIndex((each, i) => i >= from && i < to && each >= value);
      const expected = at < 0 ? to : at;
      const holds = (i: number) => (list[i] ?? 0) >= value;
      expect(lowerBound(Uint32Array.from(list), value, from, to)).toBe(expected);
      expect(firstAt(from, to, holds)).toBe(expected);
      expect(firstNear(from, to, holds)).toBe(expected);
    }),
  );
});
