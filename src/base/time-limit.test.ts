import { expect, it } from 'vitest';
import { withinTime } from './time-limit.ts';

it('returns the result of a function, and throws its failure', () => {
  expect(withinTime(60_000, () => 42)).toEqual({ result: 42 });
  expect(() => withinTime(60_000, () => Number.parseFloat.call(null, Symbol('x') as never))).toThrow(
    TypeError,
  );
  expect(withinTime(60_000, () => withinTime(60_000, () => 1))).toEqual({ result: { result: 1 } });
});

it('ends a function that does not end, also within an expression', () => {
  expect(withinTime(20, () => /^(a+)+$/.test(`${'a'.repeat(60)}b`))).toBeUndefined();
  expect(withinTime(60_000, () => 'next')).toEqual({ result: 'next' });
});
