import { describe, expect, it } from 'vitest';
import type { LocalPlace } from '../places/local-place.ts';
import type { Match } from '../places/place-match.ts';
import { capTied } from './add-trust.ts';

const placeOf = (confidence: number): LocalPlace => ({ extension: { confidence } }) as LocalPlace;
const matchOf = (tied?: number): Match => (tied === undefined ? {} : { tied }) as Match;

describe('capTied', () => {
  it('limits the confidence of places that match equally well to their share', () => {
    const places = capTied([placeOf(0.97), placeOf(0.2), placeOf(0.9)], [matchOf(3), matchOf(3), matchOf()]);
    expect(places.map(({ extension }) => extension.confidence)).toEqual([0.333, 0.2, 0.9]);
  });
});
