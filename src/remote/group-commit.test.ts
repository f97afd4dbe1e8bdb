import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

describe('createGroupCommit', () => {
  it('commits at once when enough wait, and never two groups at a time', async () => {
    const groups: number[][] = [];
    let under = 0;
    const group = createGroupCommit<number>({
      maxWaitMs: 1,
      enough: 3,
      commit: async (changes) => {
        expect((under += 1)).toBe(1);
        groups.push(changes);
        await new Promise((resolve) => setTimeout(resolve, 2));
        under -= 1;
      },
    });
    await Promise.all([1, 2, 3, 4, 5, 6, 7].map((change) => group.add(change)));
    expect(groups.flat()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(groups[0]).toEqual([1, 2, 3]);
  });

  it('fails those of the group whose commit failed, and goes on', async () => {
    const group = createGroupCommit<string>({
      maxWaitMs: 1,
      enough: 1,
      commit: async ([change]) => {
        if (change === 'bad') throw new Error('disk');
      },
    });
    await expect(group.add('bad')).rejects.toThrow('disk');
    await expect(group.add('good')).resolves.toBeUndefined();
  });
});
