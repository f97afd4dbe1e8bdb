import { describe, expect, it } from 'vitest';
import type { DialectPlace } from './dialect-place.ts';
import { FILTERED_SIZE, requestedSize, selectPlaces } from './selection.ts';

const placeOf = (level: DialectPlace['level'], lat: number) =>
  ({ level, position: { lat, lon: 105 } }) as DialectPlace;
const PLACES = [placeOf('house', 10), placeOf('ward', 11), placeOf('house', 12), placeOf('house', 13)];
const isHouse = ({ level }: DialectPlace) => level === 'house';
const isNorth = ({ position }: DialectPlace) => position.lat > 11;

describe('a selection of places', () => {
  it('has those that meet every condition, in their order, up to the limit', () => {
    const latsOf = (...[limit, ...conditions]: [number, ...(typeof isHouse | false | undefined)[]]) =>
      selectPlaces(PLACES, { limit, conditions }).map(({ position }) => position.lat);
    expect(latsOf(9, isHouse, isNorth)).toEqual([12, 13]);
    expect(latsOf(2, isHouse)).toEqual([10, 12]);
    expect(latsOf(9, undefined, false)).toEqual([10, 11, 12, 13]);
  });

  it('requests more places only where some may be left out', () => {
    expect(requestedSize({ limit: 3, conditions: [undefined, false] })).toBe(3);
    expect(requestedSize({ limit: 3, conditions: [undefined, isHouse] })).toBe(FILTERED_SIZE);
  });
});
