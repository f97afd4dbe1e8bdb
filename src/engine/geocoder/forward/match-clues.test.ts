import { beforeAll, describe, expect, it } from 'vitest';
import { houseAt, openWorld, streetAlong, poiAt } from '../../../../test/support/place-world.ts';
import type { Feature } from '../../../dataset/features.ts';
import type { MatchClues } from '../places/match-clues.ts';
import { isPlaceMatch, type PlaceMatch } from '../places/place-match.ts';
import { HOUSE_MATCHES, NAME_MATCHES } from '../places/match-clues.ts';
import { trustOf } from '../calibration/calibrate.ts';
import { ABBREVIATED, MISSPELT, PARTLY, SPELLED } from './hits.ts';
import { ALIKE, ALLEY, BESIDE, BETWEEN, EXACT, NOWHERE } from './house-finder.ts';
import type { PlaceSearch } from './place-search.ts';
import { WHOLE } from './inquiry.ts';

describe('the clues of a match', () => {
  let search: PlaceSearch;

  const features: Feature[] = [
    streetAlong('Phố Hàm Nghi', 5, 21.034, 105.766, 21.034, 105.774),
    houseAt('10', 'Phố Hàm Nghi', 21.0341, 105.767),
    houseAt('20', 'Phố Hàm Nghi', 21.0341, 105.768),
    houseAt('30', 'Phố Hàm Nghi', 21.0341, 105.769),
    // Out of the order of the numbers.
    houseAt('40', 'Phố Hàm Nghi', 21.0341, 105.7665),
    houseAt('50', 'Phố Hàm Nghi', 21.0341, 105.771),
    houseAt('50', 'Phố Hàm Nghi', 21.0342, 105.7735),
    houseAt('60', 'Phố Hàm Nghi', 21.0341, 105.772),
    streetAlong('Phố Phan Huy Chú', 3, 21.0205, 105.854, 21.0225, 105.855),
    // From one ward into another.
    streetAlong('Phố Dài', 9, 21.0285, 105.852, 21.0285, 105.82),
    streetAlong('Phố Phan Huy Chú', 3, 20.972, 105.774, 20.974, 105.775),
  ];

  beforeAll(async () => {
    ({ search } = await openWorld(features));
  });

  function cluesOf(text: string): MatchClues | undefined {
    const match = search.search(text, { size: 1 })[0];
    return match !== undefined && isPlaceMatch(match) ? match.clues : undefined;
  }

  it('tell a house in the order of the numbers from one that is out of it', () => {
    const inOrder = cluesOf('20 Phố Hàm Nghi, Hà Nội');
    expect(inOrder).toMatchObject({ house: 'exact', name: 'exact', namesakes: 1 });
    expect(inOrder?.offLine).toBeLessThan(20);
    expect(cluesOf('40 Phố Hàm Nghi, Hà Nội')?.offLine).toBeGreaterThan(200);
  });

  it('measure the distance to another house with the same number', () => {
    expect(cluesOf('50 Phố Hàm Nghi, Hà Nội')?.twin).toBeGreaterThan(200);
    expect(cluesOf('20 Phố Hàm Nghi, Hà Nội')?.twin).toBeUndefined();
  });

  it('of an interpolated position are those of its neighbours', () => {
    const between = cluesOf('24 Phố Hàm Nghi, Hà Nội');
    expect(between?.house).toBe('between');
    expect(between?.offLine).toBeLessThan(200);
    expect(cluesOf('44 Phố Hàm Nghi, Hà Nội')?.offLine).toBeGreaterThan(200);
  });

  it('count streets with one name, and say how the name was written', () => {
    expect(cluesOf('Phố Phan Huy Chú, Hà Đông')).toMatchObject({
      house: 'none',
      name: 'exact',
      namesakes: 2,
    });
    expect(cluesOf('Phố Phan Huy Chs, Hà Đông')?.name).toBe('misspelt');
  });

  it('say which unit of the question contains the match, and in how many wards the street can be', () => {
    expect(cluesOf('Phố Phan Huy Chú, Hà Đông')).toMatchObject({ wards: 1, wardShare: 1, isInWard: true });
    const open = cluesOf('Phố Dài, Hà Nội');
    expect(open?.named).toBe('province');
    expect(open?.wards).toBeGreaterThan(1);
    expect(open?.wardShare).toBeLessThan(1);
    expect(cluesOf('Phố Dài, Phường Hoàn Kiếm, Hà Nội')).toMatchObject({
      named: 'ward',
      wards: 1,
      wardShare: 1,
    });
  });

  it('count the steps of a house number', () => {
    expect(cluesOf('20 Phố Hàm Nghi, Hà Nội')?.depth).toBe(1);
    expect(cluesOf('12/3 Phố Hàm Nghi, Hà Nội')?.depth).toBe(2);
    expect(cluesOf('Phố Hàm Nghi, Hà Nội')?.depth).toBe(0);
  });

  it('name the constants of the search', () => {
    expect([EXACT, ALIKE, ALLEY, BETWEEN, BESIDE, NOWHERE, WHOLE].map((kind) => HOUSE_MATCHES[kind])).toEqual(
      HOUSE_MATCHES,
    );
    expect([SPELLED, MISSPELT, ABBREVIATED, PARTLY].map((how) => NAME_MATCHES[how])).toEqual(NAME_MATCHES);
  });
});

describe('the clues of a question', () => {
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

  it('are its number, and how many houses of the street are known', () => {
    expect(cluesOf('3 Phố Hàm Nghi, Hà Nội')).toMatchObject({ number: 3, knownHouses: 2 });
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

describe('the other places of a question', () => {
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
