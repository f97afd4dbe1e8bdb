import { describe, expect, it } from 'vitest';
import { distanceMeters } from '../../../base/geo/distance.ts';
import { createRandom } from '../../../../test/bench/random.ts';
import {
  between,
  spatialTables,
  type PlacesInSpace,
  type UnitPoint,
} from '../../../../test/bench/spatial-tables.ts';
import { createReverse } from './reverse.ts';
import { buildSpatialArrays, openSpatial } from './spatial.ts';

// At 21 degrees north a metre is 90 units of latitude.
const METER = 90;
const LAT = 210_000_000;
const LON = 1_058_000_000;
const from = { lat: LAT / 1e7, lon: LON / 1e7 };

function reverseIn(places: Partial<PlacesInSpace>) {
  const tables = spatialTables({ streets: [], pois: [], houses: [], ...places });
  return createReverse(openSpatial(buildSpatialArrays(tables), tables), tables);
}

const north = (meters: number) => [LAT + meters * METER, LON] as const;
/** A street from west to east. */
const street = (meters: number) => ({
  parts: [
    [
      [LAT + meters * METER, LON - 100_000],
      [LAT + meters * METER, LON + 100_000],
    ] as const,
  ],
});

describe('reverse', () => {
  it('answers nothing without places, or without any within the radius', () => {
    expect(reverseIn({})(from, 1000, 5)).toEqual([]);
    expect(reverseIn({ houses: [north(20)] })(from, 10, 5)).toEqual([]);
    expect(reverseIn({ houses: [north(20)] })(from, 1000, 0)).toEqual([]);
  });

  it('leaves nothing out that is near, a street in front of a house neither', () => {
    const all = reverseIn({ streets: [street(5)], pois: [{ at: north(8) }], houses: [north(9)] });
    expect(all(from, 1000, 5).map(({ place }) => place)).toEqual([0, 1, 2]);
  });

  it('lists nearest first in whole metres, houses before streets where they are equal', () => {
    const reverse = reverseIn({
      streets: [street(3), street(12.1)],
      pois: [{ at: north(12.2) }],
      houses: [north(12.3), north(40)],
    });
    expect(reverse(from, 1000, 10).map(({ place, distanceMeters: meters }) => [place, meters])).toEqual([
      [0, 3],
      [3, 12],
      [2, 12],
      [1, 12],
      [4, 40],
    ]);
    expect(reverse(from, 1000, 2).map(({ place }) => place)).toEqual([0, 3]);
    // More are as far away as the last one than are searched at first.
    const crowd = reverseIn({ streets: Array.from({ length: 20 }, () => street(7)), houses: [north(7.3)] });
    expect(crowd(from, 1000, 1)).toMatchObject([{ place: 20, distanceMeters: 7 }]);
  });

  it('gives of a street the nearest point of its line, of others their own', () => {
    const reverse = reverseIn({ streets: [street(30)], houses: [north(50)] });
    const [line, house] = reverse(from, 1000, 2);
    expect(line?.position.lon).toBeCloseTo(from.lon, 6);
    expect(Math.round(distanceMeters(from, line?.position ?? from))).toBe(line?.distanceMeters);
    expect(house?.position).toEqual({ lat: (LAT + 50 * METER) / 1e7, lon: LON / 1e7 });
    const pointOnly = reverseIn({ streets: [{ parts: [], at: north(7) }] })(from, 1000, 2);
    expect(pointOnly).toEqual([
      { place: 0, position: { lat: (LAT + 7 * METER) / 1e7, lon: LON / 1e7 }, distanceMeters: 7 },
    ]);
  });
});

interface Ranked {
  place: number;
  rank: number;
  whole: number;
  meters: number;
}

const orderOf = (a: Ranked, b: Ranked): number =>
  a.whole - b.whole || a.rank - b.rank || a.meters - b.meters || a.place - b.place;

describe('reverse in a crowd', () => {
  it('returns the beginning of the list of all places', () => {
    const random = createRandom(11);
    for (let round = 0; round < 300; round += 1) {
      const point = (): UnitPoint => [
        between(random, LAT - 4000, LAT + 4000),
        between(random, LON - 4000, LON + 4000),
      ];
      const list = <T>(most: number, make: () => T): T[] =>
        Array.from({ length: between(random, 0, most) }, make);
      const tables = spatialTables({
        streets: list(6, () => ({ parts: [[point(), point()]] })),
        pois: list(30, () => ({ at: point() })),
        houses: list(30, point),
      });
      const spatial = openSpatial(buildSpatialArrays(tables), tables);
      const [size, radius] = [between(random, 1, 12), between(random, 5, 60)];
      const all = spatial.nearest(from, radius, Infinity).map(({ place, distanceMeters: meters }) => {
        const rank = place >= tables.featureCount ? 0 : place >= tables.streetCount ? 1 : 2;
        return { place, rank, whole: Math.round(meters), meters };
      });
      const expected = all.sort(orderOf).slice(0, size);
      const answers = createReverse(spatial, tables)(from, radius, size);
      expect(answers.map(({ place, distanceMeters: meters }) => [place, meters])).toEqual(
        expected.map(({ place, whole }) => [place, whole]),
      );
      expect(createReverse(spatial, tables)(from, radius, 1)).toEqual(answers.slice(0, 1));
    }
  });
});
