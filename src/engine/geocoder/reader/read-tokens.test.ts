import { describe, expect, it } from 'vitest';
import { untelex } from './read-tokens.ts';

describe('untelex', () => {
  it('reads words typed with the input method off', () => {
    for (const [typed, read] of [
      ['phuwowngf', 'phuong'],
      ['ddoongs', 'dong'],
      ['haf', 'ha'],
      ['nooij', 'noi'],
      ['thuwjc', 'thuc'],
    ] as const) {
      expect(untelex(typed)).toBe(read);
    }
    expect(untelex('dinh')).toBeUndefined();
    expect(untelex('bcd')).toBeUndefined();
  });
});
