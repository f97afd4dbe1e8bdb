import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceMeters, bearingDegrees, turnDegrees } from './distance.ts';
import type { Position } from './position.ts';

const RADIUS_METERS = 6_371_000;
const HALF_CIRCUMFERENCE_METERS = Math.PI * RADIUS_METERS;

const anyPosition = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
});

/** The angle between two unit vectors by atan2(|a x b|, a . b): another formula, exact at every angle. */
function vectorDistanceMeters(a: Position, b: Position): number {
  const [ax, ay, az] = unitVector(a);
  const [bx, by, bz] = unitVector(b);
  const cross = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
  return RADIUS_METERS * Math.atan2(cross, ax * bx + ay * by + az * bz);
}

function unitVector({ lat, lon }: Position): [number, number, number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

describe('distanceMeters', () => {
  it('gives one degree of a great circle', () => {
    const degree = HALF_CIRCUMFERENCE_METERS / 180;
    expect(distanceMeters({ lat: 0, lon: 0 }, { lat: 1, lon: 0 })).toBeCloseTo(degree, 6);
    expect(distanceMeters({ lat: 0, lon: 0 }, { lat: 0, lon: -1 })).toBeCloseTo(degree, 6);
  });

  it('crosses the date line the short way', () => {
    expect(distanceMeters({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(
      HALF_CIRCUMFERENCE_METERS / 180,
      6,
    );
    expect(distanceMeters({ lat: 10, lon: 180 }, { lat: 10, lon: -180 })).toBeCloseTo(0, 6);
  });

  it('takes every longitude of a pole as one point', () => {
    expect(distanceMeters({ lat: 90, lon: 0 }, { lat: 90, lon: 135 })).toBeCloseTo(0, 6);
    expect(distanceMeters({ lat: 90, lon: 12 }, { lat: -90, lon: -77 })).toBeCloseTo(
      HALF_CIRCUMFERENCE_METERS,
      6,
    );
  });

  it('agrees with the vector formula, is symmetric and never NaN', () => {
    fc.assert(
      fc.property(anyPosition, anyPosition, (a, b) => {
        const meters = distanceMeters(a, b);
        expect(meters).toBe(distanceMeters(b, a));
        // Half a metre: what the haversine loses next to the opposite point.
        expect(Math.abs(meters - vectorDistanceMeters(a, b))).toBeLessThan(0.5);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  it('gives half the circumference at opposite points', () => {
    fc.assert(
      fc.property(anyPosition, ({ lat, lon }) => {
        const opposite = { lat: -lat, lon: lon > 0 ? lon - 180 : lon + 180 };
        expect(distanceMeters({ lat, lon }, opposite)).toBeCloseTo(HALF_CIRCUMFERENCE_METERS, -1);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  it('keeps a millimetre at street distances', () => {
    const from = { lat: 20.990396, lon: 105.868825 };
    const to = { lat: 20.99029428701167, lon: 105.86868969733383 };
    expect(Math.abs(distanceMeters(from, to) - vectorDistanceMeters(from, to))).toBeLessThan(0.001);
  });
});

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
