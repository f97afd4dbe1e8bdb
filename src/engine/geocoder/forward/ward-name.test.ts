import { beforeAll, describe, expect, it } from 'vitest';
import { openWorld, streetAlong, type PlaceWorld } from '../../../../test/support/place-world.ts';
import type { Match } from '../places/place-match.ts';

let world: PlaceWorld;

beforeAll(async () => {
  world = await openWorld([
    // In Ho Chi Minh City, named like a part of the ward.
    streetAlong('Đường B', 3, 10.7918, 106.5887, 10.7922, 106.5892),
    streetAlong('Bình Hưng', 3, 10.772, 106.61, 10.773, 106.612),
    streetAlong('Hòa Bình', 5, 10.768, 106.636, 10.769, 106.638),
    streetAlong('Hẻm 7', 2, 10.8213, 106.7736, 10.8215, 106.7737),
  ]);
});

function labelOf(text: string): string {
  const match = world.search.search(text, { size: 1 })[0] as Match;
  return 'place' in match ? `${match.level} of the dataset` : world.adminSearch.labelOf(match, 'new').label;
}

describe('a ward that is named for certain', () => {
  it.each([
    ['129 Hẻm 7, Bình Hưng Hoà B, Bình Tân, Thành phố Hồ Chí Minh', 'Phường Bình Tân, Thành phố Hồ Chí Minh'],
    ['Hẻm 143, Bình Hưng Hoà B, Bình Tân, Thành phố Hồ Chí Minh', 'Phường Bình Tân, Thành phố Hồ Chí Minh'],
  ])('is no street with a part of its name: %s', (text, label) => {
    expect(labelOf(text)).toBe(label);
  });

  it('leaves a street with a part of its name elsewhere in the question', () => {
    expect(labelOf('12 Đường B, Bình Hưng Hoà B, Bình Tân, Thành phố Hồ Chí Minh')).toBe(
      'street of the dataset',
    );
  });
});

describe('a street whose name is a number', () => {
  it('is not the one of another ward than the text names', () => {
    expect(labelOf('Hẻm 7, Linh Đông, Thủ Đức, Thành phố Hồ Chí Minh')).toBe(
      'Phường Hiệp Bình, Thành phố Hồ Chí Minh',
    );
    expect(labelOf('Hẻm 7, Phước Bình, Thủ Đức, Thành phố Hồ Chí Minh')).toMatch('of the dataset');
  });
});
