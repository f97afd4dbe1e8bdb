import { expect, it } from 'vitest';
import { createVisit } from './visit.ts';

it.each([1, 2, 3, 10, 97, 3321])('of %i items reaches each once', (count) => {
  const items = Array.from({ length: count }, (_, at) => at);
  const visit = createVisit(items, 4_000_000_000);
  expect(new Set(items.map((nth) => visit(nth))).size).toBe(count);
  expect(visit(count)).toBe(visit(0));
});

it('refuses an empty list', () => {
  expect(() => createVisit([], 0)).toThrow('no items');
});
