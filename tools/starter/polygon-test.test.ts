import { expect, it } from 'vitest';
import { createPolygonTest } from './polygon-test.ts';
import { isInPolygon } from './shape.ts';

/** A star with a hole, whose corners share latitudes with the points that are asked. */
const star = (corners: number, radius: number): Float64Array =>
  Float64Array.from(
    Array.from({ length: corners + 1 }, (_, at) => {
      const angle = (2 * Math.PI * (at % corners)) / corners;
      const reach = at % 2 === 0 ? radius : radius / 2;
      return [Math.round(reach * Math.cos(angle) * 8) / 8, Math.round(reach * Math.sin(angle) * 8) / 8];
    }).flat(),
  );

it.each([3, 8, 40, 200])('answers as the plain test of all %d edges', (corners) => {
  const polygon = [star(corners, 10), star(corners, 3)];
  const contains = createPolygonTest(polygon);
  let inside = 0;
  for (let lon = -11; lon <= 11; lon += 0.25) {
    for (let lat = -11; lat <= 11; lat += 0.25) {
      expect(contains(lon, lat)).toBe(isInPolygon(polygon, lon, lat));
      if (contains(lon, lat)) inside += 1;
    }
  }
  expect(inside).toBeGreaterThan(0);
});
