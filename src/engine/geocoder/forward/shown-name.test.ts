import { beforeAll, describe, expect, it } from 'vitest';
import { openWorld, poiAt, type PlaceWorld } from '../../../../test/support/place-world.ts';
import { nameOf } from '../../gazetteer/store/access.ts';
import { isPlaceMatch } from '../places/place-match.ts';

let world: PlaceWorld;

beforeAll(async () => {
  world = await openWorld([
    poiAt('THCS Nguyễn Huệ', 10.79, 106.69, []),
    poiAt('Trường THCS Nguyễn Huệ', 10.75, 106.63, []),
  ]);
});

function namesFor(text: string): string[] {
  return world.search
    .search(text, { size: 2 })
    .map((match) => (isPlaceMatch(match) ? nameOf(world.tables, match.place) : match.unitId));
}

describe("places that are known by each other's name", () => {
  it('are ordered by the name that is shown', () => {
    expect(namesFor('Trường THCS Nguyễn Huệ')).toEqual(['Trường THCS Nguyễn Huệ', 'THCS Nguyễn Huệ']);
    expect(namesFor('THCS Nguyễn Huệ')).toEqual(['THCS Nguyễn Huệ', 'Trường THCS Nguyễn Huệ']);
  });

  it('match equally well all the same', () => {
    const [first, second] = world.search.search('Trường THCS Nguyễn Huệ', { size: 2 });
    expect(first?.margin).toBe(0);
    expect((first?.score ?? 0) - (second?.score ?? 0)).toBeLessThan(0.001);
  });
});
