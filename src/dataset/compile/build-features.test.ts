import { describe, expect, it } from 'vitest';
import { FEATURE_FLAGS } from '../../engine/gazetteer/store/place-tables.ts';
import { MOST_GAINED, surroundingsOf } from './build-features.ts';

const CENTRE = { lat: 107_745_000, lon: 1_067_013_000 };
const EDGE = { lat: 108_922_000, lon: 1_065_890_000 };

/** Two streets, the first in the centre, with a number of other features around each. */
function town({ inCentre, atEdge, flags = 0 }: { inCentre: number; atEdge: number; flags?: number }) {
  const others = [...Array<typeof EDGE>(inCentre).fill(CENTRE), ...Array<typeof EDGE>(atEdge).fill(EDGE)];
  const features = [CENTRE, EDGE, ...others];
  return {
    featureLat: Int32Array.from(features, ({ lat }) => lat),
    featureLon: Int32Array.from(features, ({ lon }) => lon),
    featureFlags: Uint8Array.from(features, (_, feature) => (feature < 2 ? 0 : flags)),
  };
}

describe('what the importance of a street gains by what is around it', () => {
  it('is more in the middle of a city than at its edge', () => {
    const [centre, edge] = surroundingsOf(town({ inCentre: 400, atEdge: 25 }), 2);
    expect(centre).toBe(MOST_GAINED);
    expect(edge).toBeGreaterThan(0);
    expect(edge).toBeLessThan(MOST_GAINED / 4);
  });

  it('is nothing where little is around, or nothing that has a name', () => {
    expect([...surroundingsOf(town({ inCentre: 3, atEdge: 0 }), 2)]).toEqual([0, 0]);
    const nameless = town({ inCentre: 400, atEdge: 25, flags: FEATURE_FLAGS.nameless });
    expect([...surroundingsOf(nameless, 2)]).toEqual([0, 0]);
  });

  it('counts what lies across the border of a cell', () => {
    const lat = 107_750_000;
    const beside = [lat - 1, ...Array<number>(400).fill(lat)];
    const features = {
      featureLat: Int32Array.from(beside),
      featureLon: new Int32Array(beside.length).fill(CENTRE.lon),
      featureFlags: new Uint8Array(beside.length),
    };
    expect(surroundingsOf(features, 1)[0]).toBe(MOST_GAINED);
  });
});
