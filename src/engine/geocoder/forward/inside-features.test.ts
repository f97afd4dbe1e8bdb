import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Names } from '../../gazetteer/names/names.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { createAreaFeatures } from './area-features.ts';
import { createInsideFeatures } from './inside-features.ts';
import type { Inquiry } from './inquiry.ts';
import { isOutsideArea, type NamedArea } from './named-area.ts';
import type { UnitGroup } from './unit-reach.ts';

const WARDS = 40;
const OF_WARD = 10;
const FEATURES = WARDS * OF_WARD;
/** Bits of both areas of a question. */
const BOTH = 3;

/** Wards along a line to the north, a tenth of a degree each, all of them with places only. */
const tables = {
  streetCount: 0,
  featureCount: FEATURES,
  featureLat: Int32Array.from({ length: FEATURES }, (_, feature) => 100_000_000 + feature * 100_000),
  featureLon: new Int32Array(FEATURES).fill(1_060_000_000),
  featureRadius: new Float32Array(FEATURES),
  featureBaseWard: Uint32Array.from({ length: FEATURES }, (_, feature) => Math.floor(feature / OF_WARD)),
  baseWardStreetStart: new Uint32Array(WARDS + 1),
  baseWardPoiStart: Uint32Array.from({ length: WARDS + 1 }, (_, ward) => ward * OF_WARD),
} as unknown as PlaceTables;
const reachedBy = createAreaFeatures(tables);

function namesWith(posting: readonly number[]): Names {
  return {
    postingStart: Uint32Array.of(0, posting.length),
    posting: Uint32Array.from(posting),
    seek: (_: number, from: number, feature: number) => {
      const at = posting.findIndex((other, i) => i >= from && other >= feature);
      return at < 0 ? posting.length : at;
    },
  } as unknown as Names;
}

function areaAround(feature: number, meters: number): NamedArea {
  const circle = { lat: tables.featureLat[feature]!, lon: tables.featureLon[feature]!, meters };
  const circles = [{ ...circle, ranges: new Int32Array(0), features: new Int32Array(0) }];
  return { reading: {}, circles, isEmpty: false, features: undefined } as unknown as NamedArea;
}

const areas = fc.tuple(fc.nat({ max: FEATURES - 1 }), fc.nat({ max: 100_000 }));
const ward = fc.nat({ max: WARDS - 1 });

describe('the places of a name inside the areas of a question', () => {
  it('are those that a comparison of each place with each area finds', () => {
    const postings = fc.uniqueArray(fc.nat({ max: FEATURES - 1 }), { maxLength: 200 });
    fc.assert(
      fc.property(postings, areas, areas, ward, ward, (numbers, [at, near], [from, far], a, b) => {
        const posting = numbers.sort((x, y) => x - y);
        const named = [areaAround(at, near), areaAround(from, far)];
        const inside = createInsideFeatures(tables, namesWith(posting), {
          of: () => [],
          featuresOf: (area) => reachedBy(area.circles![0]!),
        });
        const inquiry = { hits: { name: Int32Array.of(0) }, areas: named } as unknown as Inquiry;
        const isInside = (place: number): boolean =>
          named.every((area) => !isOutsideArea(tables, place, area));
        const group = {
          holds: (baseWard: number) => baseWard >= Math.min(a, b) && baseWard <= Math.max(a, b),
        } as unknown as UnitGroup;
        const isInGroup = (place: number): boolean =>
          tables.featureBaseWard[place]! >= Math.min(a, b) &&
          tables.featureBaseWard[place]! <= Math.max(a, b);
        const wanted = posting.filter(isInside);
        const mayHave = inside.mayHave(inquiry, 0, undefined, BOTH);
        const mayHaveInGroup = inside.mayHave(inquiry, 0, group, BOTH);
        // A long list is not kept, and then any group may have one.
        if (wanted.length > 0) expect(mayHave).toBe(true);
        if (wanted.some(isInGroup)) expect(mayHaveInGroup).toBe(true);
        if (wanted.length <= 32) {
          expect(mayHave).toBe(wanted.length > 0);
          expect(mayHaveInGroup).toBe(wanted.some(isInGroup));
        }
        expect(posting.filter((place) => inside.has(inquiry, 0, place, BOTH))).toEqual(wanted);
      }),
    );
  });

  it('are listed anew for another question', () => {
    const inside = createInsideFeatures(tables, namesWith([0, 5]), {
      of: () => [],
      featuresOf: (area) => reachedBy(area.circles![0]!),
    });
    const ask = (at: number): boolean => {
      const hits = { name: Int32Array.of(0) };
      const inquiry = { hits, areas: [areaAround(at, 1000)] } as unknown as Inquiry;
      return inside.mayHave(inquiry, 0, undefined, 1);
    };
    expect(ask(0)).toBe(true);
    expect(inside.isEmpty(0)).toBe(false);
    inside.forget(0);
    expect(ask(300)).toBe(false);
    expect(inside.isEmpty(0)).toBe(true);
    inside.forget(0);
    expect(inside.isEmpty(0)).toBe(false);
  });
});
