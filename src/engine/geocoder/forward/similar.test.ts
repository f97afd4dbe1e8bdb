import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../base/text/edit-distance.ts';
import { byteDistance } from './similar.ts';

describe('byteDistance', () => {
  it('counts as editDistance does', () => {
    let state = 11;
    const random = (below: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const word = (): string => Array.from({ length: random(9) }, () => 'abc'.charAt(random(3))).join('');
    for (let i = 0; i < 4000; i += 1) {
      const [a, b] = [word(), word()];
      const bound = random(4);
      const distance = byteDistance(Buffer.from(a), a.length, Buffer.from(`xx${b}`), 2, b.length, bound);
      expect(Math.min(distance, bound + 1), `${a} ${b}`).toBe(editDistance(a, b, bound));
    }
  });
});
