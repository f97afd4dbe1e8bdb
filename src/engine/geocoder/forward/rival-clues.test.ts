import { beforeAll, describe, expect, it } from 'vitest';
import { openWorld, poiAt, streetAlong } from '../../../../test/support/place-world.ts';
import { trustOf } from '../calibration/calibrate.ts';
import type { MatchClues } from '../places/match-clues.ts';
import { isPlaceMatch, type PlaceMatch } from '../places/place-match.ts';
import type { PlaceSearch } from './place-search.ts';

let search: PlaceSearch;

beforeAll(async () => {
  ({ search } = await openWorld([
    streetAlong('Phố Hàm Nghi', 5, 21.034, 105.766, 21.034, 105.774),
    poiAt('Bưu điện Cổ Nhuế', 21.0285, 105.852, []),
    // Three of one chain, two of them near each other.
    poiAt('Nhà thuốc Long Châu', 21.0285, 105.8525, []),
    poiAt('Nhà thuốc Long Châu', 21.0335, 105.8525, []),
    poiAt('Nhà thuốc Long Châu', 20.972, 105.774, []),
  ]));
});

function placed(text: string): PlaceMatch {
  const match = search.search(text, { size: 1 })[0];
  if (match === undefined || !isPlaceMatch(match)) throw new Error(`no place for ${text}`);
  return match;
}
const cluesOf = (text: string): MatchClues => placed(text).clues as MatchClues;

describe('the other places of a question', () => {
  it('are none for a name that only one place has', () => {
    const clues = cluesOf('Bưu điện Cổ Nhuế, Hà Nội');
    expect(clues).toMatchObject({ rivals: 0, namesakesNear: 0, namesakesInWard: 0 });
    expect(clues.nearestNamesake).toBeUndefined();
    expect(clues.nearestRival).toBeUndefined();
  });

  it('are counted for a chain, with the nearest one', () => {
    const clues = cluesOf('Nhà thuốc Long Châu, Phường Hoàn Kiếm, Hà Nội');
    expect(clues.namesakesNear).toBe(1);
    expect(clues.nearestNamesake).toBeGreaterThan(500);
    expect(clues.nearestNamesake).toBeLessThan(600);
  });

  it('make a match less certain', () => {
    const one = placed('Bưu điện Cổ Nhuế, Phường Hoàn Kiếm, Hà Nội');
    const clues = {
      ...(one.clues as MatchClues),
      namesakesNear: 3,
      namesakesInWard: 2,
      nearestNamesake: 400,
    };
    expect(trustOf({ ...one, clues }).confidence).toBeLessThan(trustOf(one).confidence);
  });

  it('say whether the name is written with its diacritics', () => {
    expect(cluesOf('Bưu điện Cổ Nhuế, Hà Nội').isSpelled).toBe(true);
    expect(cluesOf('Buu dien Co Nhue, Ha Noi').isSpelled).toBe(false);
  });
});
