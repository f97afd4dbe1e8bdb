import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PoiFeature } from '../../src/dataset/features.ts';
import { readOsmFile } from '../../src/dataset/osm/read-osm.ts';
import { readWellKnownPlaces } from '../../tools/starter/well-known-places.ts';
import { distanceMeters } from '../../src/base/geo/distance.ts';
import { foldKey } from '../../src/base/text/fold.ts';

const EXTRACT = '../shared/data/osm/ho-chi-minh-2018.osm.pbf';
const NEAR_METERS = 300;
/** Beyond this a place of the same name is another place. */
const SAME_METERS = 2000;

describe.skipIf(!existsSync(EXTRACT))(`well-known places beside ${EXTRACT}, where it is`, () => {
  it('lie within 300 m of the places of their names there', async () => {
    const byName = new Map<string, PoiFeature[]>();
    await readOsmFile(EXTRACT, (feature) => {
      if (feature.kind !== 'poi') return;
      for (const name of [feature.name, ...feature.otherNames])
        byName.set(foldKey(name), [...(byName.get(foldKey(name)) ?? []), feature]);
    });
    const far: string[] = [];
    let compared = 0;
    await readWellKnownPlaces('tools/starter/well-known-places.csv', (feature) => {
      const { name, otherNames, position } = feature as PoiFeature;
      const meters = [name, ...otherNames]
        .flatMap((one) => byName.get(foldKey(one)) ?? [])
        .map((other) => distanceMeters(position, other.position));
      const nearest = Math.min(...meters);
      if (nearest > SAME_METERS) return;
      compared += 1;
      if (nearest > NEAR_METERS) far.push(`${name}: ${Math.round(nearest)} m`);
    });
    expect(far).toEqual([]);
    expect(compared).toBeGreaterThan(40);
  });
});
