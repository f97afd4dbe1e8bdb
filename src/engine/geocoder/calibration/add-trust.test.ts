import { describe, expect, it } from 'vitest';
import type { LocalPlace } from '../places/local-place.ts';
import type { Match } from '../places/place-match.ts';
import { createPlaceMatch } from '../places/place-match.ts';
import { atUsefulLevel, capLost, capTied } from './add-trust.ts';
import { distanceChancesOf } from './distance-chances.ts';

const placeOf = (confidence: number): LocalPlace => ({ extension: { confidence } }) as LocalPlace;
const matchOf = (tied?: number): Match => (tied === undefined ? {} : { tied }) as Match;

describe('capTied', () => {
  it('limits the confidence of places that match equally well to their share', () => {
    const places = capTied([placeOf(0.97), placeOf(0.2), placeOf(0.9)], [matchOf(3), matchOf(3), matchOf()]);
    expect(places.map(({ extension }) => extension.confidence)).toEqual([0.333, 0.2, 0.9]);
  });
});

describe('capLost', () => {
  const lost = () => [{ ward: 'thi tran la gi', district: 'ham tan' }];
  const capped = (text: string, ward?: string) => {
    const parts = { ward: 'confirmed', district: 'confirmed' };
    const place = { level: 'ward', extension: { new: { ward: 'Phường La Gi' }, confidence: 0.99, parts } };
    capLost([place as unknown as LocalPlace], [{ oldUnits: { ward } } as Match], text, lost);
    return [place.extension.confidence, parts.ward];
  };

  it('is not sure of a ward with the name of one of which nobody says what it became', () => {
    expect(capped('Thị trấn La Gi, Huyện Hàm Tân, Tỉnh Bình Thuận')).toEqual([0.5, 'contradicted']);
  });

  it('leaves other wards, and one that another list knows, as they are', () => {
    expect(capped('Thị trấn Lạc Giang, Huyện Hàm Tân')).toEqual([0.99, 'confirmed']);
    expect(capped('Thị trấn La Gi, Huyện Hàm Tân', 'Thị trấn La Gi')).toEqual([0.99, 'confirmed']);
  });
});

const interpolated = (radiusMeters: number, score = 1): Match =>
  createPlaceMatch(0, 'interpolated', { lat: 21, lon: 105.8 }, radiusMeters, '12', score, 0.5);

describe('atUsefulLevel', () => {
  it('answers the street of an interpolated house whose radius is of no use', () => {
    expect(atUsefulLevel(interpolated(30))).toMatchObject({ level: 'interpolated', houseNumber: '12' });
    expect(atUsefulLevel(interpolated(3000))).toMatchObject({ level: 'street', houseNumber: '' });
  });
});

describe('distanceChancesOf', () => {
  it('is never lower for a greater distance, and falls with confidence and with the radius of the engine', () => {
    const chances = (radiusMeters: number, confidence: number) =>
      distanceChancesOf(interpolated(radiusMeters), confidence).map(({ chance }) => chance) as [
        number,
        number,
        number,
      ];
    for (const radiusMeters of [15, 60, 240, 960])
      for (const confidence of [0, 0.3, 0.6, 0.9, 1]) {
        const [near, middle, far] = chances(radiusMeters, confidence);
        expect(near).toBeLessThanOrEqual(middle);
        expect(middle).toBeLessThanOrEqual(far);
      }
    expect(chances(30, 0.95)[0]).toBeGreaterThan(chances(30, 0.4)[0]);
    expect(chances(30, 0.95)[0]).toBeGreaterThan(chances(500, 0.95)[0]);
  });
});
