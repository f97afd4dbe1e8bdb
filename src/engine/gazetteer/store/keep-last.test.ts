import { describe, expect, it } from 'vitest';
import { keepLast } from './keep-last.ts';

describe('keepLast', () => {
  it('returns what the function returns, for any owner and number, and makes it once while its slot is not taken', () => {
    const made: string[] = [];
    const [a, b] = [{ name: 'a' }, { name: 'b' }];
    const kept = keepLast(4, ({ name }: { name: string }, number: number) => {
      made.push(`${name}${number}`);
      return `${name}${number}`;
    });
    const asked = [
      [a, 0],
      [a, 0],
      [a, 1],
      [b, 1],
      [b, 1],
      [a, 4],
      [a, 0],
    ] as const;
    expect(asked.map(([owner, number]) => kept(owner, number))).toEqual([
      ...['a0', 'a0', 'a1', 'b1', 'b1', 'a4', 'a0'],
    ]);
    expect(made).toEqual(['a0', 'a1', 'b1', 'a4', 'a0']);
  });
});
