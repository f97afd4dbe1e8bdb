import { describe, expect, it } from 'vitest';
import type { LocalPlace } from '../places/local-place.ts';
import type { Match } from '../places/place-match.ts';
import { capLost, capTied } from './add-trust.ts';

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
