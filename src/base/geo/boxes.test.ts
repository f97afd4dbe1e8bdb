import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxesAround, haversineToBox } from './boxes.ts';
import { HALF_TURN_UNITS, haversine, RADIANS_PER_DEGREE } from './sphere.ts';
import { toDegrees } from './e7.ts';

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

const latE7 = fc.integer({ min: -900_000_000, max: 900_000_000 });
const lonE7 = fc.integer({ min: -1_800_000_000, max: 1_800_000_000 });
const boxes = fc.tuple(latE7, latE7, lonE7, lonE7).map(([lat1, lat2, lon1, lon2]) => ({
  minLat: Math.min(lat1, lat2),
  maxLat: Math.max(lat1, lat2),
  minLon: Math.min(lon1, lon2),
  maxLon: Math.max(lon1, lon2),
}));
const share = fc.double({ min: 0, max: 1, noNaN: true });

const distance = (lat: number, lon: number, atLat: number, atLon: number) =>
  haversine(lat, lon, Math.cos(lat * RADIANS_PER_DEGREE), toDegrees(atLat), toDegrees(atLon));

describe('haversineToBox', () => {
  it('is at most the haversine to any position of the box', () => {
    fc.assert(
      fc.property(latE7, lonE7, boxes, share, share, (latE7, lonE7, box, south, west) => {
        const [lat, lon] = [toDegrees(latE7), toDegrees(lonE7)];
        const bound = haversineToBox(lat, lon, Math.cos(lat * RADIANS_PER_DEGREE), box);
        const atLat = Math.round(box.minLat + south * (box.maxLat - box.minLat));
        const atLon = Math.round(box.minLon + west * (box.maxLon - box.minLon));
        for (const [y, x] of [
          [atLat, atLon],
          [atLat, box.minLon],
          [atLat, box.maxLon],
          [box.minLat, atLon],
          [box.maxLat, atLon],
        ] as const) {
          expect(distance(lat, lon, y, x)).toBeGreaterThanOrEqual(bound);
        }
      }),
      { seed: 20_261_122, numRuns: 2000 },
    );
  });

  it('is close to the least haversine of a fine grid on the border', () => {
    fc.assert(
      fc.property(latE7, lonE7, boxes, (latE7, lonE7, box) => {
        const [lat, lon] = [toDegrees(latE7), toDegrees(lonE7)];
        const bound = haversineToBox(lat, lon, Math.cos(lat * RADIANS_PER_DEGREE), box);
        if (bound <= 0) return;
        let least = Infinity;
        for (let step = 0; step <= 200; step += 1) {
          const atLat = box.minLat + (step / 200) * (box.maxLat - box.minLat);
          const atLon = box.minLon + (step / 200) * (box.maxLon - box.minLon);
          least = Math.min(
            least,
            distance(lat, lon, atLat, box.minLon),
            distance(lat, lon, atLat, box.maxLon),
            distance(lat, lon, box.minLat, atLon),
            distance(lat, lon, box.maxLat, atLon),
          );
        }
        // Half a step of the grid is at most 0.9 degrees, by which the angle of the least may be too large.
        const angle = (value: number) => 2 * Math.asin(Math.min(1, Math.sqrt(Math.max(0, value))));
        expect(angle(least) - angle(bound)).toBeLessThan(0.9 * RADIANS_PER_DEGREE);
      }),
      { seed: 20_261_122, numRuns: 200 },
    );
  });

  it('crosses the antimeridian', () => {
    const box = { minLat: -10, maxLat: 10, minLon: 1_799_000_000, maxLon: 1_800_000_000 };
    const bound = haversineToBox(0, -179.9, 1, box);
    expect(bound).toBeCloseTo(distance(0, -179.9, 0, -1_800_000_000), 12);
  });
});
