import { beforeAll, describe, expect, it } from 'vitest';
import { openWorld, streetAlong, type PlaceWorld } from '../../../../test/support/place-world.ts';
import { isPlaceMatch } from '../places/place-match.ts';
import { nameOf, featureOf } from '../../gazetteer/store/access.ts';

let world: PlaceWorld;

beforeAll(async () => {
  world = await openWorld([
    // All in Ho Chi Minh City.
    streetAlong('Nguyễn Đình Chiểu', 3, 10.776, 106.688, 10.777, 106.69),
    streetAlong('Hải Thượng Lãn Ông', 3, 10.751, 106.657, 10.7515, 106.659),
    streetAlong('Nguyễn Thái Bình', 3, 10.768, 106.697, 10.769, 106.699),
    streetAlong('Cách Mạng Tháng Tám', 3, 10.786, 106.666, 10.788, 106.664),
    streetAlong('Tiền Giang', 3, 10.808, 106.664, 10.809, 106.665),
    streetAlong('Bến Cát', 3, 10.793, 106.66, 10.794, 106.661),
    streetAlong('Cây Da', 3, 10.9, 106.77, 10.901, 106.771),
  ]);
});

/** Names what was found: the street, or the unit in force. */
function shown(text: string): string {
  const { search, tables, adminSearch } = world;
  const [match] = search.search(text, { size: 1 });
  if (match === undefined) return '';
  return isPlaceMatch(match)
    ? nameOf(tables, featureOf(tables, match.place))
    : adminSearch.labelOf(match, 'new').label;
}

describe('a street of another province than the one at the end of a text', () => {
  it.each([
    ['12 Nguyễn Đình Chiểu Đà Nẵng', 'Thành phố Đà Nẵng'],
    ['12 nguyen dinh chieu da nang', 'Thành phố Đà Nẵng'],
    ['12 Nguyễn Đình Chiểu, Đà Nẵgn', 'Thành phố Đà Nẵng'],
    ['228 Hải Thượng Lãn Ông Bắc Hà Hà Tĩnh', 'Phường Thành Sen, Tỉnh Hà Tĩnh'],
    ['473 Cách Mạng Tháng Tám Tân Nghĩa Hàm Tân Bình Thuận', 'Xã Hàm Tân, Tỉnh Lâm Đồng'],
    ['12 Đường 429, Tiền Giang', 'Tỉnh Đồng Tháp'],
  ])('is no match: %s', (text, label) => {
    expect(shown(text)).toBe(label);
  });

  it.each([
    ['12 Nguyễn Đình Chiểu Hồ Chí Minh', 'Nguyễn Đình Chiểu'],
    ['12 Nguyễn Thái Bình', 'Nguyễn Thái Bình'],
    ['12 Tiền Giang', 'Tiền Giang'],
    ['12 Tiền Giang, Tân Bình, Hồ Chí Minh', 'Tiền Giang'],
  ])('leaves the street that is meant: %s', (text, name) => {
    expect(shown(text)).toBe(name);
  });
});

describe('a street that is named like a ward', () => {
  it.each([
    ['156 QL13, Bến Cát, Hồ Chí Minh'],
    ['18 TC4, Bến Cát, Hồ Chí Minh'],
    ['27A Cây Da Bến Cát Hồ Chí Minh'],
  ])('is that ward where the house has its street: %s', (text) => {
    expect(shown(text)).toBe('Phường Bến Cát, Thành phố Hồ Chí Minh');
  });

  it('is the street behind a house number alone', () => {
    expect(shown('12 Bến Cát, Tân Bình, Hồ Chí Minh')).toBe('Bến Cát');
  });
});
