import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../test/support/memory-disk.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { members } from '../../gazetteer/unit-table/ranges.ts';
import { createAreaFeatures, HOUSE_METERS } from './area-features.ts';
import { metersBetween } from './street-line.ts';

const random = seededRandom(11);
const STREETS = 3000;
const FEATURES = 4500;
const WARDS = 400;

/** Makes wards around points of the country, some without a street or place, whose streets and places are near these points. */
function makeTables(): PlaceTables {
  const startsOf = (first: number, count: number): Uint32Array => {
    const cuts = Array.from({ length: WARDS - 1 }, () => first + Math.floor(random() * (count + 1)));
    return Uint32Array.from([first, ...cuts.sort((a, b) => a - b), first + count]);
  };
  const baseWardStreetStart = startsOf(0, STREETS);
  const baseWardPoiStart = startsOf(STREETS, FEATURES - STREETS);
  const featureLat = new Int32Array(FEATURES);
  const featureLon = new Int32Array(FEATURES);
  const featureRadius = Float32Array.from({ length: FEATURES }, () => random() ** 4 * 9000);
  for (let ward = 0; ward < WARDS; ward += 1) {
    const [lat, lon] = [8.5e7 + random() * 14.5e7, 102e7 + random() * 7e7];
    for (const starts of [baseWardStreetStart, baseWardPoiStart])
      for (let feature = starts[ward]!; feature < starts[ward + 1]!; feature += 1) {
        featureLat[feature] = lat + (random() - 0.5) * 1e6;
        featureLon[feature] = lon + (random() - 0.5) * 1e6;
      }
  }
  const columns = { featureLat, featureLon, featureRadius, baseWardStreetStart, baseWardPoiStart };
  return { streetCount: STREETS, featureCount: FEATURES, ...columns } as unknown as PlaceTables;
}

describe('streets and places that a circle reaches', () => {
  const tables = makeTables();
  const featuresOf = createAreaFeatures(tables);
  const circles = Array.from({ length: 200 }, () => {
    const near = Math.floor(random() * FEATURES);
    const meters = 500 + random() ** 3 * 150_000;
    return { lat: tables.featureLat[near]!, lon: tables.featureLon[near]! + random() * 2e6, meters };
  });

  it('are all that a comparison of each with the circle finds, in ascending ranges', () => {
    for (const circle of circles) {
      const ranges = featuresOf(circle);
      expect([...ranges]).toEqual([...new Set(ranges)].sort((a, b) => a - b));
      const reached = new Set(members(ranges));
      for (let feature = 0; feature < FEATURES; feature += 1) {
        const more = feature < STREETS ? tables.featureRadius[feature]! + HOUSE_METERS : 0;
        const meters = metersBetween(
          tables.featureLat[feature]!,
          tables.featureLon[feature]!,
          circle.lat,
          circle.lon,
        );
        if (meters <= circle.meters + more) expect(reached.has(feature)).toBe(true);
      }
    }
  });

  it('are few around a ward', () => {
    const small = circles.filter(({ meters }) => meters < 3000);
    const counts = small.map((circle) => [...members(featuresOf(circle))].length);
    expect(small.length).toBeGreaterThan(20);
    expect(Math.max(...counts)).toBeLessThan(FEATURES / 10);
  });
});
