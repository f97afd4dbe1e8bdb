import { beforeAll, describe, expect, it } from 'vitest';
import { openWorld, poiAt, streetAlong } from '../../../test/support/place-world.ts';
import { nameOf } from '../gazetteer/store/access.ts';
import { buildSpatialArrays, openSpatial } from '../gazetteer/spatial/spatial.ts';
import { createNearPosition } from './near-position.ts';

/** Returns the names of the places near a position in the world of this test. Units: degrees WGS84, metres. */
let namesNear: (lat: number, lon: number, radiusMeters: number) => string[];

beforeAll(async () => {
  const { tables } = await openWorld([
    streetAlong('Đường Lê Lợi', 3, 10.77, 106.69, 10.77, 106.7),
    poiAt('Chùa Một Cột', 21.0359, 105.8336, ['worship.buddhist']),
  ]);
  const near = createNearPosition(tables, openSpatial(buildSpatialArrays(tables), tables));
  namesNear = (lat, lon, radiusMeters) =>
    near({ lat, lon }, radiusMeters, 3).map(({ place }) => nameOf(tables, place));
});

describe('the places that describe a position', () => {
  it('are a street some hundred metres away', () => {
    expect(namesNear(10.778, 106.695, 5000)).toEqual(['Đường Lê Lợi']);
  });

  it('are not a street kilometres away, however large the radius', () => {
    expect(namesNear(10.788, 106.695, 5000)).toEqual([]);
    expect(namesNear(10.788, 106.695, 50_000)).toEqual([]);
  });

  it('are a place of interest beside the position, not a distant one', () => {
    expect(namesNear(21.036, 105.8336, 5000)).toEqual(['Chùa Một Cột']);
    expect(namesNear(21.042, 105.8336, 5000)).toEqual([]);
  });
});
