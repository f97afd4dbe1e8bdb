import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bearingDegrees, turnDegrees } from './bearing.ts';

const lat = fc.double({ min: -89, max: 89, noNaN: true });
const lon = fc.double({ min: -180, max: 180, noNaN: true });
const rad = (degrees: number) => (degrees * Math.PI) / 180;
const vector = (latDegrees: number, lonDegrees: number): [number, number, number] => [
  Math.cos(rad(latDegrees)) * Math.cos(rad(lonDegrees)),
  Math.cos(rad(latDegrees)) * Math.sin(rad(lonDegrees)),
  Math.sin(rad(latDegrees)),
];
const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);

describe('bearingDegrees', () => {
  it('is the angle between north and the chord to the position, seen along the vertical', () => {
    fc.assert(
      fc.property(lat, lon, lat, lon, (fromLat, fromLon, toLat, toLon) => {
        const here = vector(fromLat, fromLon);
        const there = vector(toLat, toLon);
        const chord = there.map((value, at) => value - (here[at] as number));
        const east = [-Math.sin(rad(fromLon)), Math.cos(rad(fromLon)), 0];
        const north = vector(fromLat + 90, fromLon);
        const [x, y] = [dot(chord, east), dot(chord, north)];
        // Without a direction: the same position, and the opposite one.
        fc.pre(Math.hypot(x, y) > 1e-6);
        const bearing = bearingDegrees({ lat: fromLat, lon: fromLon }, { lat: toLat, lon: toLon });
        expect(bearing).toBeGreaterThanOrEqual(0);
        expect(bearing).toBeLessThan(360);
        expect(Math.sin(rad(bearing))).toBeCloseTo(x / Math.hypot(x, y), 6);
        expect(Math.cos(rad(bearing))).toBeCloseTo(y / Math.hypot(x, y), 6);
      }),
      { seed: 20_261_122, numRuns: 1000 },
    );
  });

  it.each([
    ['north', { lat: 22, lon: 106 }, 0],
    ['south', { lat: 20, lon: 106 }, 180],
    ['the same position', { lat: 21, lon: 106 }, 0],
    ['the north pole', { lat: 90, lon: 0 }, 0],
  ])('to %s', (_, to, expected) => {
    expect(bearingDegrees({ lat: 21, lon: 106 }, to)).toBeCloseTo(expected, 9);
  });

  it('crosses the antimeridian, and turns east along the equator', () => {
    expect(bearingDegrees({ lat: 0, lon: 179.9 }, { lat: 0, lon: -179.9 })).toBeCloseTo(90, 9);
    expect(bearingDegrees({ lat: 0, lon: -179.9 }, { lat: 0, lon: 179.9 })).toBeCloseTo(270, 9);
  });
});

describe('turnDegrees', () => {
  it('is the shorter way round, clockwise positive', () => {
    fc.assert(
      fc.property(fc.integer({ min: -720, max: 720 }), fc.integer({ min: -720, max: 720 }), (from, to) => {
        const turn = turnDegrees(from, to);
        expect(turn).toBeGreaterThan(-180);
        expect(turn).toBeLessThanOrEqual(180);
        // Whole degrees: the remainder is exact.
        expect(Math.abs((from + turn - to) % 360)).toBe(0);
      }),
      { seed: 20_261_122 },
    );
    expect([turnDegrees(350, 10), turnDegrees(10, 350), turnDegrees(0, 180), turnDegrees(180, 0)]).toEqual([
      20, -20, 180, 180,
    ]);
  });
});
