import { describe, expect, it } from 'vitest';
import { buildPolygonArrays, type PolygonShape } from './polygon-arrays.ts';
import { openPolygons } from './polygons.ts';

const ring = (...latLon: number[]) => Float64Array.from(latLon);
const square = (south: number, west: number, size: number) =>
  ring(south, west, south, west + size, south + size, west + size, south + size, west, south, west);
const open = (...shapes: PolygonShape[]) => openPolygons(buildPolygonArrays(shapes));
const at = (lat: number, lon: number) => ({ lat, lon });

describe('polygons', () => {
  it('are none where there are none', () => {
    for (const none of [
      open(),
      open({ id: 3, polygons: [] }),
      open({ id: 3, polygons: [[ring(1, 1, 2, 2)]] }),
    ]) {
      expect(none.at(at(1, 1))).toBe(-1);
      expect(none.allAt(at(1, 1))).toEqual([]);
      expect(none.near(at(1, 1), 1e9, 5)).toEqual([]);
    }
  });

  it('hold what is inside, not what is in their holes', () => {
    const island = open({
      id: 7,
      polygons: [[square(10, 100, 4), square(11, 101, 2)], [square(20, 100, 1)]],
    });
    expect(island.at(at(10.5, 100.5))).toBe(7);
    expect(island.at(at(12, 102))).toBe(-1);
    expect(island.at(at(20.5, 100.5))).toBe(7);
    expect(island.at(at(15, 100.5))).toBe(-1);
    expect(island.at(at(12, 104.0000001))).toBe(-1);
  });

  it('hold their border, that of a hole and every corner', () => {
    const island = open({ id: 7, polygons: [[square(10, 100, 4), square(11, 101, 2)]] });
    for (const [lat, lon] of [
      [10, 100],
      [10, 102],
      [14, 104],
      [14, 101.3],
      [12, 100],
      [12, 104],
      [11, 101],
      [13, 103],
      [11, 102],
      [12.5, 103],
    ] as const) {
      expect([lat, lon, island.at(at(lat, lon))]).toEqual([lat, lon, 7]);
    }
  });

  it('close rings that are open, and take any direction', () => {
    const shape = open(
      { id: 0, polygons: [[ring(0, 0, 0, 2, 2, 0)]] },
      { id: 1, polygons: [[ring(0, 0, -2, 0, 0, -2)]] },
    );
    expect(shape.at(at(0.5, 0.5))).toBe(0);
    expect(shape.at(at(-0.5, -0.5))).toBe(1);
    expect(shape.at(at(1.5, 1.5))).toBe(-1);
    expect(shape.allAt(at(0, 0))).toEqual([0, 1]);
  });

  it('give a shared border to the lowest id, whatever their order', () => {
    const [west, east, all] = [
      { id: 5, polygons: [[square(0, 0, 1)]] },
      { id: 2, polygons: [[square(0, 1, 1)]] },
      { id: 9, polygons: [[square(0, 0, 2)]] },
    ] as const;
    for (const shapes of [
      [west, east, all],
      [all, east, west],
    ]) {
      const found = open(...shapes);
      expect(found.at(at(0.5, 1))).toBe(2);
      expect(found.allAt(at(0.5, 1))).toEqual([2, 5, 9]);
      expect(found.at(at(0.5, 0.5))).toBe(5);
    }
  });

  it('count exactly along slanted borders of the whole earth', () => {
    const south = { id: 1, polygons: [[ring(-90, -180, 89.9999999, 180, -90, 180)]] };
    const north = { id: 0, polygons: [[ring(-90, -180, 89.9999999, 180, 90, 180, 90, -180)]] };
    const found = open(south, north);
    // The border rises by 1799999999 for 3600000000 to the east: next to its end doubles cannot tell the sides.
    expect(found.at(at(-90, -180))).toBe(0);
    expect(found.allAt(at(-0.0000001, 0))).toEqual([1]);
    expect(found.allAt(at(0, 0))).toEqual([0]);
    expect(found.allAt(at(89.9999999, 180))).toEqual([0, 1]);
    expect(found.allAt(at(89.9999998, 179.9999998))).toEqual([1]);
    expect(found.allAt(at(89.9999999, 179.9999999))).toEqual([0]);
  });

  it('are near at the distance of their edges, and at 0 inside', () => {
    const found = open(
      { id: 4, polygons: [[square(0, 0, 1)], [square(0, 5, 1)]] },
      { id: 3, polygons: [[square(0, 2, 1), square(0.4, 2.4, 0.2)]] },
    );
    const degree = (Math.PI * 6_371_000) / 180;
    const rounded = (lat: number, lon: number, radius: number, size: number) =>
      found
        .near(at(lat, lon), radius, size)
        .map(({ id, distanceMeters }) => [id, Math.round(distanceMeters)]);
    expect(rounded(-1, 0.5, 1e9, 9)[0]).toEqual([4, Math.round(degree)]);
    expect(rounded(-1, 0.5, 1e9, 9)).toHaveLength(2);
    expect(rounded(-1, 0.5, degree * 1.01, 9)).toEqual([[4, Math.round(degree)]]);
    expect(rounded(0.3, 2.5, 10, 9)).toEqual([[3, 0]]);
    expect(rounded(0.5, 2.5, 1e5, 1)[0]?.[0]).toBe(3);
    expect(rounded(0.5, 2.5, 1e5, 1)[0]?.[1]).toBeCloseTo(0.1 * degree, -2);
    expect(rounded(0, 1.5, 1e9, 9)).toEqual([
      [3, Math.round(0.5 * degree)],
      [4, Math.round(0.5 * degree)],
    ]);
    expect(rounded(0.5, 2.5, 0, 9)).toEqual([]);
    expect(rounded(0, 0, 0, 9)).toEqual([[4, 0]]);
  });
});
