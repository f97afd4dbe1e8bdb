import { describe, expect, it } from 'vitest';
import { findPlace } from './place-engine.ts';

/** Builds the columns that a look-up reads. */
function columnsOf(keys: readonly (readonly [high: number, low: number])[]) {
  const order = keys.map((_, place) => place);
  order.sort((a, b) => {
    const [x, y] = [keys[a] as readonly [number, number], keys[b] as readonly [number, number]];
    return x[0] - y[0] || x[1] - y[1];
  });
  return {
    placeKeyHigh: Uint32Array.from(keys, ([high]) => high),
    placeKeyLow: Uint32Array.from(keys, ([, low]) => low),
    keyOrder: Uint32Array.from(order),
  };
}

describe('findPlace', () => {
  it('finds every key and no other, as a walk through all of them does', () => {
    let state = 12345;
    const next = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
    const keys = Array.from({ length: 400 }, () => [next() & 0xf000000f, next()] as const);
    const columns = columnsOf(keys.map(([high, low]) => [high >>> 0, low] as const));
    keys.forEach(([high, low], place) => {
      expect(findPlace(columns, { high: high >>> 0, low })).toBe(place);
      expect(findPlace(columns, { high: high >>> 0, low: (low ^ 1) >>> 0 })).toBe(-1);
    });
  });

  it.each([
    [0, 0],
    [0xffffffff, 0xffffffff],
  ])('finds nothing in empty tables, and keys at the ends (%d, %d)', (high, low) => {
    expect(findPlace(columnsOf([]), { high, low })).toBe(-1);
    expect(
      findPlace(
        columnsOf([
          [5, 5],
          [high, low],
          [7, 7],
        ]),
        { high, low },
      ),
    ).toBe(1);
  });
});
