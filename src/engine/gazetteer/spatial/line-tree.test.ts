import { describe, expect, it } from 'vitest';
import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import { createRandom } from '../../../../test/bench/random.ts';
import { between, spatialTables, type UnitPoint } from '../../../../test/bench/spatial-tables.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import { buildSpatialArrays, openSpatial } from './spatial.ts';

const streetOf = (...parts: UnitPoint[][]) =>
  spatialTables({ streets: [{ parts, at: [10, 20] }], pois: [], houses: [] });

const pointIn = (tables: PlaceTables, position: Position, withinMeters = Infinity) =>
  openSpatial(buildSpatialArrays(tables), tables).nearest(position, withinMeters, 1)[0]?.position;

describe('the point on a street', () => {
  it('is on the line, at its ends, or where the street stands', () => {
    const tables = streetOf([
      [0, 0],
      [0, 10_000],
      [10_000, 10_000],
    ]);
    expect(pointIn(tables, { lat: 0.0001, lon: 0.0005 })).toEqual({ lat: 0, lon: 0.0005 });
    expect(pointIn(tables, { lat: 0.0008, lon: 0.002 })).toEqual({ lat: 0.0008, lon: 0.001 });
    expect(pointIn(tables, { lat: -1, lon: -1 })).toEqual({ lat: 0, lon: 0 });
    expect(pointIn(tables, { lat: 1, lon: 1 })).toEqual({ lat: 0.001, lon: 0.001 });
    expect(pointIn(streetOf(), { lat: 1, lon: 1 })).toEqual({ lat: 0.000001, lon: 0.000002 });
    expect(pointIn(streetOf([[5, 6]]), { lat: 1, lon: 1 })).toEqual({
      lat: 0.0000005,
      lon: 0.0000006,
    });
  });

  it('is as far as the search says, to a centimetre', () => {
    const random = createRandom(7);
    for (let round = 0; round < 50; round += 1) {
      const point = (): UnitPoint => [between(random, 2e8, 2.001e8), between(random, 1.05e9, 1.0501e9)];
      const parts = Array.from({ length: 3 }, () => Array.from({ length: 20 }, point));
      const tables = streetOf(...parts);
      const spatial = openSpatial(buildSpatialArrays(tables), tables);
      const [lat, lon] = point().map((unit) => unit / 1e7) as [number, number];
      for (const size of [1, 2]) {
        const [near] = spatial.nearest({ lat, lon }, Infinity, size);
        const meters = distanceMeters({ lat, lon }, near?.position ?? { lat: NaN, lon: NaN });
        expect(Math.abs(meters - (near?.distanceMeters ?? NaN))).toBeLessThan(0.01);
      }
    }
  });
});
