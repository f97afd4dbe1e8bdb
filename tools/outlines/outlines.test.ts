import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeOutlines, ringPoints, type Outlines } from '../../src/base/geo/outlines.ts';
import { encodeOutlines, outlinesOf } from './encode-outlines.ts';

const E5 = fc.integer({ min: -18_000_000, max: 18_000_000 });
const degrees = E5.map((value) => value / 1e5);

describe('outlines', () => {
  it('return what was written', () => {
    const outlines = fc
      .record({
        arcs: fc.array(
          fc.record({
            isOuter: fc.boolean(),
            points: fc.array(fc.tuple(E5, E5), { minLength: 2, maxLength: 9 }).map((list) => list.flat()),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        districts: fc.array(
          fc.record({ name: fc.constantFrom('Quận 1', 'Huyện Cờ Đỏ'), lat: degrees, lon: degrees }),
        ),
        unitCount: fc.nat(5),
      })
      .chain(({ arcs, districts, unitCount }) => {
        const arc = fc.tuple(fc.integer({ min: 1, max: arcs.length }), fc.boolean());
        const rings = fc.array(
          fc.array(
            arc.map(([number, isBack]) => (isBack ? -number : number)),
            { maxLength: 6 },
          ),
          { maxLength: 3 },
        );
        const unit = fc.record({
          code: fc.constantFrom('01', '00004'),
          name: fc.constantFrom('Phường Ba Đình', 'Tỉnh Gia Lai'),
          parent: fc.constantFrom('', '01'),
          ...{ lat: degrees, lon: degrees, rings },
        });
        const units = fc.array(unit, { minLength: unitCount, maxLength: unitCount });
        return units.map((list): Outlines => ({ day: '2025-07-01', units: list, arcs, districts }));
      });
    fc.assert(
      fc.property(outlines, (one) => {
        expect(decodeOutlines(encodeOutlines(one))).toEqual(one);
      }),
      { seed: 4, numRuns: 200 },
    );
  });

  it('of some units have the arcs of these alone', () => {
    const all: Outlines = {
      day: '2025-07-01',
      districts: [],
      arcs: [
        { isOuter: true, points: [0, 0, 0, 1] },
        { isOuter: false, points: [0, 1, 1, 1, 1, 0] },
        { isOuter: true, points: [1, 0, 0, 0] },
      ],
      units: [
        { code: 'a', name: 'A', parent: '', lat: 0, lon: 0, rings: [[1, 2, 3]] },
        { code: 'b', name: 'B', parent: '', lat: 0, lon: 0, rings: [[-3, -2]] },
      ],
    };
    const some = outlinesOf(all, ({ code }) => code === 'b');
    expect(some.units.map(({ rings }) => rings)).toEqual([[[-1, -2]]]);
    expect(some.arcs).toEqual([all.arcs[2], all.arcs[1]]);
    expect(ringPoints([-1, -2], some.arcs)).toEqual([0, 0, 1, 0, 1, 1]);
  });
});
