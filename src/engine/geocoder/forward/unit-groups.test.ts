import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDegrees } from '../../../base/geo/e7.ts';
import type { Position } from '../../../base/geo/position.ts';
import { keepWards } from './unit-reach.ts';

const wardOf = ({ lat, lon }: Position): number => Math.floor(lat * 7) + Math.floor(lon * 11);

describe('keepWards', () => {
  it('agrees with the function that it keeps answers of, whatever was asked before', () => {
    // Few values, so that positions repeat and share slots.
    const axis = fc.nat({ max: 40 }).map((step) => toDegrees(step * 512 + 105_000_000));
    const positions = fc.array(fc.record({ lat: axis, lon: axis }), { maxLength: 60 });
    fc.assert(
      fc.property(positions, (asked) => {
        const kept = keepWards(wardOf);
        expect(asked.map(kept)).toEqual(asked.map(wardOf));
      }),
    );
  });

  it('asks once for a position that repeats, at the equator too', () => {
    const asked: Position[] = [];
    const kept = keepWards((position) => {
      asked.push(position);
      return -1;
    });
    const positions = [
      { lat: 0, lon: 0 },
      { lat: 21.03, lon: 105.85 },
    ];
    expect([...positions, ...positions].map(kept)).toEqual([-1, -1, -1, -1]);
    expect(asked).toEqual(positions);
  });
});
