import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { haversineToBox } from './box-distance.ts';
import { toDegrees } from './e7.ts';
import { haversine, RADIANS_PER_DEGREE } from './sphere.ts';

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
