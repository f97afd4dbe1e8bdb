import { beforeAll, describe, expect, it } from 'vitest';
import { houseAt, openWorld, streetAlong } from '../../../../test/support/place-world.ts';
import { baseWardOf } from '../../gazetteer/store/access.ts';
import { isPlaceMatch, type PlaceMatch } from '../places/place-match.ts';

let world: Awaited<ReturnType<typeof openWorld>>;

beforeAll(async () => {
  world = await openWorld([
    // From one ward into others.
    streetAlong('Phố Dài', 9, 21.0285, 105.852, 21.0285, 105.82),
    houseAt('2', 'Phố Dài', 21.0286, 105.8519),
    houseAt('200', 'Phố Dài', 21.0286, 105.8201),
  ]);
});

function placed(text: string): PlaceMatch {
  const match = world.search.search(text, { size: 1 })[0];
  if (match === undefined || !isPlaceMatch(match)) throw new Error(`no place for ${text}`);
  return match;
}

function wardOf({ across, place }: PlaceMatch): number | undefined {
  return world.adminSearch.table.wardOf[across?.baseWard ?? baseWardOf(world.tables, place)];
}

describe('the ward of an interpolated house', () => {
  const numbers = [20, 60, 100, 140, 180];

  it.each(numbers)('is that of its position: %i', (number) => {
    const match = placed(`${number} Phố Dài, Hà Nội`);
    expect(match.level).toBe('interpolated');
    expect(wardOf(match)).toBe(world.admin.wardAt(match.position));
    expect(match.clues?.isInWard).toBe(true);
  });

  it('changes along the street', () => {
    const wards = new Set(numbers.map((number) => wardOf(placed(`${number} Phố Dài, Hà Nội`))));
    expect(wards.size).toBeGreaterThan(1);
  });

  it('is the one that the question names', () => {
    const match = placed('60 Phố Dài, Phường Hoàn Kiếm, Hà Nội');
    expect(world.admin.wards[wardOf(match) ?? -1]?.fullName).toBe('Phường Hoàn Kiếm');
  });
});
