import { beforeAll, describe, expect, it } from 'vitest';
import { houseAt, openWorld, poiAt, streetAlong } from '../../../../test/support/place-world.ts';
import type { MatchClues } from '../places/match-clues.ts';
import { isPlaceMatch } from '../places/place-match.ts';
import type { PlaceSearch } from './place-search.ts';

let search: PlaceSearch;

beforeAll(async () => {
  ({ search } = await openWorld([
    streetAlong('Phố Hàm Nghi', 5, 21.034, 105.766, 21.034, 105.774),
    houseAt('3', 'Phố Hàm Nghi', 21.034, 105.767),
    houseAt('9', 'Phố Hàm Nghi', 21.034, 105.773),
    poiAt('Bưu điện Cổ Nhuế', 21.0285, 105.852, []),
  ]));
});

function cluesOf(text: string): MatchClues {
  const match = search.search(text, { size: 1 })[0];
  if (match === undefined || !isPlaceMatch(match)) throw new Error(`no place for ${text}`);
  return match.clues as MatchClues;
}

describe('the clues of a question', () => {
  it('are its number, and how many houses of the street are known', () => {
    expect(cluesOf('3 Phố Hàm Nghi, Hà Nội')).toMatchObject({ number: 3, knownHouses: 2, isComputed: false });
    expect(cluesOf('Phố Hàm Nghi, Hà Nội').number).toBe(0);
    expect(cluesOf('Bưu điện Cổ Nhuế, Hà Nội')).toMatchObject({ number: 0, knownHouses: 0, streetMeters: 0 });
  });

  it('are the length of the street and the distance to its middle', () => {
    const { streetMeters, middleMeters } = cluesOf('3 Phố Hàm Nghi, Hà Nội');
    expect(streetMeters).toBeGreaterThan(300);
    expect(middleMeters).toBeGreaterThan(250);
    expect(middleMeters).toBeLessThan(400);
  });

  it('are how its units are written', () => {
    expect(cluesOf('3 Phố Hàm Nghi').isProvinceNamed).toBe(false);
    expect(cluesOf('3 Phố Hàm Nghi, Hà Nội')).toMatchObject({ isProvinceNamed: true, isUnitMisspelt: false });
    expect(cluesOf('3 Phố Hàm Nghi, Quận Nam Tù Lirm, Hà Nội').isUnitMisspelt).toBe(true);
    expect(cluesOf('3 Phố Hàm Nghi, Hà Nội').hasSite).toBe(false);
  });
});
