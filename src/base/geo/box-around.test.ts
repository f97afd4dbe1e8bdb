import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxesAround } from './box-around.ts';
import { HALF_TURN_UNITS } from './sphere.ts';

const RADIUS = 6_371_000;
const rad = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (radians: number) => (radians * 180) / Math.PI;

/** The position at a distance and direction. Source: the direct problem on a sphere, by rotating unit vectors. */
function destination(
  lat: number,
  lon: number,
  meters: number,
  direction: number,
): { lat: number; lon: number } {
  const up = [
    Math.cos(rad(lat)) * Math.cos(rad(lon)),
    Math.cos(rad(lat)) * Math.sin(rad(lon)),
    Math.sin(rad(lat)),
  ];
  const east = [-Math.sin(rad(lon)), Math.cos(rad(lon)), 0];
  const north = [
    -Math.sin(rad(lat)) * Math.cos(rad(lon)),
    -Math.sin(rad(lat)) * Math.sin(rad(lon)),
    Math.cos(rad(lat)),
  ];
  const angle = meters / RADIUS;
  const [x = 0, y = 0, z = 0] = up.map(
    (value, at) =>
      value * Math.cos(angle) +
      Math.sin(angle) *
        ((north[at] as number) * Math.cos(rad(direction)) + (east[at] as number) * Math.sin(rad(direction))),
  );
  return { lat: degrees(Math.atan2(z, Math.hypot(x, y))), lon: degrees(Math.atan2(y, x)) };
}

const lat = fc.oneof(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.constantFrom(-90, 90, 89.9999, 0, 21.03),
);
const lon = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.constantFrom(-180, 180, 179.9999, 0, 105.85),
);
const meters = fc.oneof(
  fc.double({ min: 0, max: 1000, noNaN: true }),
  fc.double({ min: 0, max: 20_000_000, noNaN: true }),
);

describe('boxesAround', () => {
  it('contains the circle', () => {
    const direction = fc.double({ min: 0, max: 360, noNaN: true });
    fc.assert(
      fc.property(
        lat,
        lon,
        meters,
        direction,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (y, x, m, way, share) => {
          const at = destination(y, x, m * share, way);
          const [latE7, lonE7] = [Math.round(at.lat * 1e7), Math.round(at.lon * 1e7)];
          // The pole has every longitude.
          fc.pre(Math.abs(latE7) < 899_999_990);
          const boxes = boxesAround({ lat: y, lon: x }, m);
          const isInside = (lonOf: number) =>
            boxes.some(
              ({ minLat, maxLat, minLon, maxLon }) =>
                latE7 >= minLat && latE7 <= maxLat && lonOf >= minLon && lonOf <= maxLon,
            );
          // 180 and -180 are the same meridian.
          const isOnEdge = Math.abs(Math.abs(lonE7) - HALF_TURN_UNITS) <= 1;
          expect(isInside(lonE7) || (isOnEdge && isInside(-lonE7))).toBe(true);
        },
      ),
      { seed: 20_261_122, numRuns: 3000 },
    );
  });

  it('is not larger than the circle where no pole is near', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -60, max: 60, noNaN: true }),
        fc.double({ min: -170, max: 170, noNaN: true }),
        fc.double({ min: 1, max: 100_000, noNaN: true }),
        (y, x, m) => {
          const [box, other] = boxesAround({ lat: y, lon: x }, m);
          if (!box) throw new Error('no box');
          expect(other).toBeUndefined();
          const reachUnits = degrees(m / RADIUS) * 1e7;
          expect(box.maxLat - box.minLat).toBeLessThan(2 * reachUnits + 10);
          // The tangent point of a meridian: sin(reach) = sin(angle) / cos(lat).
          const lonE7 = degrees(Math.asin(Math.sin(m / RADIUS) / Math.cos(rad(y)))) * 1e7;
          expect(box.maxLon - box.minLon).toBeLessThan(2 * lonE7 + 10);
        },
      ),
      { seed: 20_261_122, numRuns: 500 },
    );
  });

  it('is two boxes across the antimeridian, and all longitudes at a pole', () => {
    expect(boxesAround({ lat: 0, lon: 179.9999 }, 1000)).toHaveLength(2);
    const [box] = boxesAround({ lat: 89.9999, lon: 20 }, 1000);
    expect([box?.minLon, box?.maxLon]).toEqual([-HALF_TURN_UNITS, HALF_TURN_UNITS]);
    expect(box?.maxLat).toBe(900_000_000);
  });
});
