import { describe, expect, it } from 'vitest';
import { joinByKey } from './join-by-key.ts';
import type { RowFacts } from './row-facts.ts';

const unit = ['', '', ''] as const;
const rowOf = (key: string): RowFacts => ({
  row: 0,
  key,
  status: 'ok',
  reason: '',
  level: '',
  label: '',
  ward: unit,
  province: unit,
  position: undefined,
});

async function* lists(keys: string): AsyncGenerator<RowFacts[]> {
  const rows = [...keys].map(rowOf);
  for (let at = 0; at < rows.length; at += 2) yield Promise.resolve(rows.slice(at, at + 2));
}

/** Joins rows whose keys are the letters, a few new rows at a time. Shape: old and new key of each pair. */
async function join(before: string, after: string, rowsAtOnce = 2): Promise<string[]> {
  const pairs: string[] = [];
  for await (const list of joinByKey({
    key: 'id',
    openBefore: () => lists(before),
    after: lists(after),
    rowsAtOnce,
  }))
    pairs.push(...list.map((pair) => `${pair.before?.key ?? '-'}${pair.after?.key ?? '-'}`));
  return pairs;
}

describe('joinByKey', () => {
  it.each([1, 2, 3, 100])('joins each row once, %s new rows at a time', async (rowsAtOnce) => {
    const pairs = await join('abcdefgh', 'hxgfyeda', rowsAtOnce);
    expect([...pairs].sort()).toEqual(['-x', '-y', 'aa', 'b-', 'c-', 'dd', 'ee', 'ff', 'gg', 'hh']);
    expect(pairs.slice(-2)).toEqual(['b-', 'c-']);
  });

  it('joins runs without rows', async () => {
    expect(await join('', 'a')).toEqual(['-a']);
    expect(await join('a', '')).toEqual(['a-']);
  });

  it.each([
    ['ab', 'aba'],
    ['aab', 'ab'],
    ['abcdab', 'ab'],
    ['abcd', 'abcda'],
  ])('refuses a key that two rows have: %s, %s', async (before, after) => {
    await expect(join(before, after)).rejects.toThrow('"id" is "a" in more than one row');
  });
});
