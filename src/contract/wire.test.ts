import { describe, expect, it } from 'vitest';
import { queryOf } from './wire.ts';

describe('queryOf', () => {
  it('sorts parameters, and writes arrays between commas and objects as JSON', () => {
    expect(queryOf({ b: [1, 2], a: { x: 1 }, c: true }).toString()).toBe(
      'a=%7B%22x%22%3A1%7D&b=1%2C2&c=true',
    );
  });

  it('leaves out what is absent, and an empty list', () => {
    expect(queryOf({ ids: [], collections: undefined, limit: 1 }).toString()).toBe('limit=1');
  });
});
