import { describe, expect, it } from 'vitest';
import { createDistinctCounter } from './distinct.ts';

describe('createDistinctCounter', () => {
  it('counts exactly as long as it keeps every key, and asks for the property once a key', () => {
    const counter = createDistinctCounter(1000);
    let asked = 0;
    for (let i = 0; i < 3000; i += 1) {
      counter.add(`key ${i % 1000}`, () => {
        asked += 1;
        return i % 4 === 0;
      });
    }
    expect(asked).toBe(1000);
    expect(counter.result()).toEqual({ distinct: 1000, withProperty: 250, isExact: true });
  });

  it('estimates beyond that, within a few times 1 / sqrt(kept)', () => {
    const counter = createDistinctCounter(4096);
    for (let i = 0; i < 100_000; i += 1) counter.add(`key ${i % 50_000}`, () => i % 2 === 0);
    const { distinct, withProperty, isExact } = counter.result();
    expect(isExact).toBe(false);
    expect(Math.abs(distinct / 50_000 - 1)).toBeLessThan(0.08);
    expect(Math.abs(withProperty / 25_000 - 1)).toBeLessThan(0.1);
  });
});
