import { describe, expect, it } from 'vitest';
import { WARD_RINGS } from '../../test/support/starter-tiny-map.ts';
import { createWardMap } from './ward-map.ts';

const polygons = Object.values(WARD_RINGS).map((ward) =>
  ward.map((rings) => rings.map((ring) => Float64Array.from(ring.flat()))),
);
const map = createWardMap(polygons);
const SLIVER: [number, number] = [105.85004, 21.048];

describe('the ward map', () => {
  it('finds the ward that holds a point: none in holes, slivers and the sea', () => {
    expect(map.wardAt(105.82, 21.02)).toBe(0);
    expect(map.wardAt(105.88, 21.02)).toBe(1);
    expect(map.wardAt(106.1325, 20.9025)).toBe(2);
    expect(map.wardAt(105.8125, 21.0125)).toBe(-1);
    expect(map.wardAt(...SLIVER)).toBe(-1);
    expect(map.wardAt(106, 21)).toBe(-1);
  });

  it('takes the first of overlapping wards', () => {
    const twice = createWardMap([...polygons, ...polygons]);
    expect(twice.wardAt(105.88, 21.02)).toBe(1);
  });

  it('finds the nearest boundary within a distance', () => {
    expect(map.nearestWard(...SLIVER, 50)).toBe(0);
    expect(map.nearestWard(105.85007, 21.048, 50)).toBe(1);
    expect(map.nearestWard(105.9005, 21.02, 40)).toBe(-1);
    expect(map.nearestWard(105.9005, 21.02, 60)).toBe(1);
  });

  it('tells whether a boundary of an accepted ward comes near a box', () => {
    const around = (lon: number, lat: number): [number, number, number, number] => [
      lon - 0.001,
      lat - 0.001,
      lon + 0.001,
      lat + 0.001,
    ];
    expect(map.hasBoundary(around(105.9, 21.02), () => true)).toBe(true);
    expect(map.hasBoundary(around(105.9, 21.02), (ward) => ward !== 1)).toBe(false);
    expect(map.hasBoundary(around(105.83, 21.03), () => true)).toBe(false);
  });
});
