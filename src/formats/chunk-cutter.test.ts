import { describe, expect, it } from 'vitest';
import { maxRowsFor } from './chunk-cutter.ts';

describe('maxRowsFor', () => {
  it('bounds the cells of a chunk, however many columns its rows have', () => {
    expect(maxRowsFor(0)).toBe(250);
    expect(maxRowsFor(80)).toBe(250);
    for (const columns of [81, 100, 3000, 10_000]) {
      expect(maxRowsFor(columns)).toBeGreaterThanOrEqual(1);
      expect((maxRowsFor(columns) - 1) * columns).toBeLessThan(20_000);
    }
  });
});
