import { describe, expect, it } from 'vitest';
import { spatialTables, type PlacesInSpace } from '../../../../test/bench/spatial-tables.ts';
import type { Arrays, NumberArray } from '../store/array-types.ts';
import { FEATURE_FLAGS } from '../store/place-tables.ts';
import { buildSpatialArrays, openSpatial, PLACE_KINDS } from './spatial.ts';

const ONE_OF_EACH: PlacesInSpace = {
  streets: [
    {
      parts: [
        [
          [210_000_000, 1_058_000_000],
          [210_000_000, 1_058_100_000],
        ],
      ],
    },
    { parts: [], at: [210_000_100, 1_058_050_000], flags: FEATURE_FLAGS.nameless },
  ],
  pois: [
    { at: [210_001_000, 1_058_050_000], categories: [7, 3, 7] },
    { at: [210_002_000, 1_058_050_000], categories: [3] },
    { at: [210_003_000, 1_058_050_000] },
  ],
  houses: [
    [210_001_000, 1_058_050_000],
    [-100_000_000, 1_799_999_000],
  ],
};
const HERE = { lat: 21, lon: 105.805 };

function open(places: PlacesInSpace, share: (arrays: Arrays) => Arrays = (arrays) => arrays) {
  const tables = spatialTables(places);
  return openSpatial(share(buildSpatialArrays(tables)), tables);
}

/** Copies arrays into shared memory, one after the other, as a dataset holds them. */
function shareAll(arrays: Arrays): Arrays {
  const shared = new SharedArrayBuffer(1 << 16);
  let offset = 0;
  const copies = Object.entries(arrays).map(([name, array]) => {
    const View = array.constructor as new (
      buffer: SharedArrayBuffer,
      at: number,
      length: number,
    ) => NumberArray;
    const copy = new View(shared, offset, array.length);
    copy.set(array);
    offset += Math.ceil(array.byteLength / 64) * 64;
    return [name, copy] as const;
  });
  return Object.fromEntries(copies);
}

describe('spatial', () => {
  it('finds nothing where there is nothing', () => {
    const nothing = open({ streets: [], pois: [], houses: [] });
    expect(nothing.nearest(HERE, Infinity, 5)).toEqual([]);
    expect(nothing.nearbyPois(HERE, Infinity, new Set([0]), 5)).toEqual([]);
    expect(nothing.within(HERE, Infinity)).toEqual([]);
  });

  it('finds streets by their line, and never those without a name', () => {
    const { nearest } = open(ONE_OF_EACH);
    expect(
      nearest(HERE, 100, 9).map(({ place, distanceMeters: meters }) => [place, Math.round(meters)]),
    ).toEqual([
      [0, 0],
      [2, 11],
      [5, 11],
      [3, 22],
      [4, 33],
    ]);
    const { street, poi, house } = PLACE_KINDS;
    const places = (kinds: number) => nearest(HERE, Infinity, 9, kinds).map(({ place }) => place);
    expect([street, poi, house, street | house, 0].map(places)).toEqual([
      [0],
      [2, 3, 4],
      [5, 6],
      [0, 5, 6],
      [],
    ]);
  });

  it('finds points of interest by category, each once', () => {
    const { nearbyPois } = open(ONE_OF_EACH);
    const places = (...categories: number[]) =>
      nearbyPois(HERE, 1000, new Set(categories), 9).map(({ place }) => place);
    expect([places(3), places(7), places(3, 7), places(7, 3, 4), places(), places(8, -1, 0.5)]).toEqual([
      [2, 3],
      [2],
      [2, 3],
      [2, 3],
      [],
      [],
    ]);
  });

  it('looks across the antimeridian', () => {
    const { nearest } = open(ONE_OF_EACH);
    const [near] = nearest({ lat: -10, lon: -179.9999 }, 1000, 1);
    expect(near?.place).toBe(6);
    expect(near?.distanceMeters).toBeCloseTo(21.9, 1);
  });

  it('answers the same from shared memory, and builds the same bytes again', () => {
    const tables = spatialTables(ONE_OF_EACH);
    expect(buildSpatialArrays(tables)).toEqual(buildSpatialArrays(spatialTables(ONE_OF_EACH)));
    const ask = ({ nearest, nearbyPois, within }: ReturnType<typeof open>) => [
      nearest(HERE, 1e9, 9),
      nearbyPois(HERE, 1e9, new Set([3, 7]), 9),
      within(HERE, 1e9),
    ];
    expect(ask(open(ONE_OF_EACH, shareAll))).toEqual(ask(open(ONE_OF_EACH)));
  });
});
