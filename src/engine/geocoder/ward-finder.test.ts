import { describe, expect, it } from 'vitest';
import type { AdminDataset } from '../gazetteer/units/units.ts';
import { buildPolygonArrays } from '../gazetteer/spatial/polygon-arrays.ts';
import { createWardFinder } from './ward-finder.ts';

/** Draws a square of a tenth of a degree with its south-west corner at a position. */
function square(id: number, lat: number, lon: number) {
  const [north, east] = [lat + 0.1, lon + 0.1];
  return { id, polygons: [[Float64Array.of(lat, lon, lat, east, north, east, north, lon, lat, lon)]] };
}

/** Stands for a map of two wards whose cells know little: everything is ward 1, five metres away. */
const admin = {
  wards: [{}, {}],
  wardAt: () => 1,
  wardsNear: (_position: unknown, _radiusMeters: number, size: number) =>
    [
      { ward: 1, distanceMeters: 5 },
      { ward: 0, distanceMeters: 7 },
    ].slice(0, size),
} as unknown as AdminDataset;

const WEST = { lat: 21.05, lon: 105.05 };
const OUTSIDE = { lat: 21.05, lon: 105.25 };

describe('createWardFinder', () => {
  it('goes by cells where the dataset has no boundaries', () => {
    const finder = createWardFinder(admin, {});
    expect(finder.at(WEST)).toBe(1);
    expect(finder.near(WEST, 1000, 1)).toEqual([{ ward: 1, distanceMeters: 5 }]);
  });

  it('goes by boundaries where it has them all, exactly', () => {
    const finder = createWardFinder(admin, buildPolygonArrays([square(0, 21, 105), square(1, 21, 105.1)]));
    expect(finder.at(WEST)).toBe(0);
    const near = finder.near(OUTSIDE, 20_000, 5);
    expect(near.map(({ ward }) => ward)).toEqual([1, 0]);
    expect(near[0]?.distanceMeters).toBeCloseTo(5189, -1);
    expect(finder.near(WEST, 1000, 5)).toEqual([{ ward: 0, distanceMeters: 0, nearest: WEST }]);
  });

  it('goes by the boundaries of some wards inside them, and by cells elsewhere', () => {
    const finder = createWardFinder(admin, buildPolygonArrays([square(0, 21, 105)]));
    expect(finder.at(WEST)).toBe(0);
    expect(finder.at(OUTSIDE)).toBe(1);
    expect(finder.near(WEST, 1000, 5)).toHaveLength(2);
  });
});
