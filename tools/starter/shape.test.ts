import { describe, expect, it } from 'vitest';
import type { Polygon } from './boundaries.ts';
import { boundaryKm, isInPolygon, measureShape, polygonArea } from './shape.ts';

const ring = (...points: [number, number][]): Float64Array =>
  Float64Array.from([...points, points[0] ?? [0, 0]].flat());
const square = (lon: number, lat: number, size: number): Float64Array =>
  ring([lon, lat], [lon + size, lat], [lon + size, lat + size], [lon, lat + size]);

const KM_PER_DEGREE = 111.195;

describe('isInPolygon', () => {
  const withHole: Polygon = [square(105, 21, 1), square(105.25, 21.25, 0.5)];

  it('holds the inside, and neither the hole nor the outside', () => {
    expect(isInPolygon(withHole, 105.1, 21.1)).toBe(true);
    expect(isInPolygon(withHole, 105.5, 21.5)).toBe(false);
    expect(isInPolygon(withHole, 106.1, 21.5)).toBe(false);
    expect(isInPolygon(withHole, 105.5, 20.9)).toBe(false);
  });

  it('gives every point of a shared edge to exactly one side', () => {
    const [west, east] = [[square(105, 21, 1)], [square(106, 21, 1)]];
    for (const lat of [21, 21.3, 21.5]) {
      expect([isInPolygon(west, 106, lat), isInPolygon(east, 106, lat)].filter(Boolean)).toHaveLength(1);
    }
  });
});

describe('measureShape', () => {
  it('measures a square at the equator', () => {
    const polygon: Polygon = [square(105, -0.5, 1)];
    const { position, areaKm2, radiusMeters } = measureShape([polygon]);
    expect(areaKm2 / KM_PER_DEGREE ** 2).toBeCloseTo(1, 3);
    expect(position.lat).toBeCloseTo(0, 9);
    expect(position.lon).toBeCloseTo(105.5, 9);
    // 95 % of a unit square lie within 0.61 of its middle.
    expect(radiusMeters / 1000 / KM_PER_DEGREE).toBeGreaterThan(0.57);
    expect(radiusMeters / 1000 / KM_PER_DEGREE).toBeLessThan(0.64);
    expect(boundaryKm([polygon]) / KM_PER_DEGREE).toBeCloseTo(4, 2);
  });

  it('takes off holes', () => {
    const whole = polygonArea([square(105, 21, 1)]);
    const hole = polygonArea([square(105.25, 21.25, 0.5)]);
    expect(polygonArea([square(105, 21, 1), square(105.25, 21.25, 0.5)])).toBeCloseTo(whole - hole, 6);
  });

  it('keeps the position inside a shape whose centroid is outside', () => {
    const horseshoe: Polygon = [
      ring(
        [105, 21],
        [106, 21],
        [106, 22],
        [105.9, 22],
        [105.9, 21.1],
        [105.2, 21.1],
        [105.2, 22],
        [105, 22],
      ),
    ];
    const { position } = measureShape([horseshoe]);
    expect(isInPolygon(horseshoe, position.lon, position.lat)).toBe(true);
    expect(position.lon).toBeCloseTo(105.1, 6);
  });

  it('puts the position into the largest of several islands, and the radius around all', () => {
    const { position, radiusMeters } = measureShape([[square(107, 20, 0.1)], [square(105, 20, 0.5)]]);
    expect(position.lon).toBeCloseTo(105.25, 3);
    expect(radiusMeters).toBeGreaterThan(20_000);
  });
});
