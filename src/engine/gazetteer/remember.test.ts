import { expect, it } from 'vitest';
import { remember } from './remember.ts';

it('makes one result for each key, and returns the same one again', () => {
  const made: string[] = [];
  const of = remember((key: string) => {
    made.push(key);
    return { key };
  });
  const first = of('a');
  expect(of('b')).not.toBe(first);
  expect(of('a')).toBe(first);
  expect(made).toEqual(['a', 'b']);
});
