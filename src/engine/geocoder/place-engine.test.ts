import { describe, expect, it, beforeAll } from 'vitest';
import { openWorld, poiAt, streetAlong } from '../../../test/support/place-world.ts';
import { nameOf } from '../gazetteer/store/access.ts';
import { buildSpatialArrays, openSpatial } from '../gazetteer/spatial/spatial.ts';
import { findPlace, createNearPosition } from './place-engine.ts';

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

/** Returns the names of the places near a position in the world of this test. Units: degrees WGS84, metres. */
let namesNear: (lat: number, lon: number, radiusMeters: number) => string[];

beforeAll(async () => {
  const { tables } = await openWorld([
    streetAlong('Đường Lê Lợi', 3, 10.77, 106.69, 10.77, 106.7),
    poiAt('Chùa Một Cột', 21.0359, 105.8336, ['worship.buddhist']),
  ]);
  const near = createNearPosition(tables, openSpatial(buildSpatialArrays(tables), tables));
  namesNear = (lat, lon, radiusMeters) =>
    near({ lat, lon }, radiusMeters, 3).map(({ place }) => nameOf(tables, place));
});

describe('the places that describe a position', () => {
  it('are a street some hundred metres away', () => {
    expect(namesNear(10.778, 106.695, 5000)).toEqual(['Đường Lê Lợi']);
  });

  it('are not a street kilometres away, however large the radius', () => {
    expect(namesNear(10.788, 106.695, 5000)).toEqual([]);
    expect(namesNear(10.788, 106.695, 50_000)).toEqual([]);
  });

  it('are a place of interest beside the position, not a distant one', () => {
    expect(namesNear(21.036, 105.8336, 5000)).toEqual(['Chùa Một Cột']);
    expect(namesNear(21.042, 105.8336, 5000)).toEqual([]);
  });
});
