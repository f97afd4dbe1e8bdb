import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

describe('createGroupCommit', () => {
  it('lets nobody wait at a low rate, gathers at a high one, and never runs two commits at a time', async () => {
    const groups: number[][] = [];
    let nowMs = 0;
    let under = 0;
    const group = createGroupCommit<number>({
      commitsPerSecond: 100,
      enough: 5,
      nowMs: () => nowMs,
      commit: async (changes) => {
        expect((under += 1)).toBe(1);
        groups.push(changes);
        await Promise.resolve();
        under -= 1;
      },
    });
    for (let nth = 0; nth < 20; nth += 1) await group.add(nth);
    expect(groups).toHaveLength(20);
    const together = Promise.all([1, 2, 3, 4, 5].map((change) => group.add(change)));
    await together;
    expect(groups.slice(20)).toEqual([[1, 2, 3, 4, 5]]);
    nowMs += 10;
    await group.add(6);
    expect(groups.slice(21)).toEqual([[6]]);
  });

  it('fails those of the group whose commit failed, and goes on', async () => {
    const group = createGroupCommit<string>({
      commitsPerSecond: 100,
      enough: 1,
      nowMs: () => 0,
      commit: async ([change]) => {
        if (change === 'bad') throw new Error('disk');
      },
    });
    await expect(group.add('bad')).rejects.toThrow('disk');
    await expect(group.add('good')).resolves.toBeUndefined();
  });
});
