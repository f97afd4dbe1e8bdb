import { describe, expect, it } from 'vitest';
import { buildHamletArrays } from '../../../tools/starter/hamlet-arrays.ts';
import type { AdminDataset } from '../gazetteer/units/units.ts';
import { createHamletFinder } from './hamlets.ts';
import type { LocalPlace } from './places/local-place.ts';

const admin = {
  provinces: [{ name: 'Cà Mau' }],
  wards: [
    { code: '1', name: 'Khánh An', province: 0 },
    { code: '2', name: 'Tân Lộc', province: 0 },
  ],
  formerWards: [
    { fullName: 'Xã Nguyễn Phích', district: 'Huyện U Minh', province: 'Tỉnh Cà Mau', wards: [0] },
  ],
} as unknown as AdminDataset;

const at = (lat: number) => ({ lat, lon: 105 });
const find = createHamletFinder(
  admin,
  buildHamletArrays(
    [
      { ward: 1, names: ['Bản Sươn'], position: at(9.5) },
      { ward: 0, names: ['Bản Sươn', 'Ban Suon', 'Sươn Dưới'], position: at(9.1) },
      { ward: 0, names: ['Đằng'], position: at(9.2) },
      { ward: 0, names: ['Ấp Bốn', 'Ap 4'], position: at(9.3) },
      { ward: 0, names: ['Nguyễn Phích'], position: at(9.4) },
      { ward: 0, names: ['Tân Tiến'], position: at(9.1) },
      { ward: 0, names: ['Tân Tiến'], position: at(9.6) },
    ],
    2,
  ),
);

const ward = (level = 'ward') =>
  ({
    level,
    label: 'Xã Khánh An, Tỉnh Cà Mau',
    extension: { new: { ward_code: '1' }, old: {}, accuracy_radius_meters: 5000, confidence: 0.99 },
  }) as unknown as LocalPlace;

describe('the hamlet of a text', () => {
  it.each([
    ['Bản Sươn, xã Khánh An', 9.1],
    ['thôn sươn dưới xã Khánh An', 9.1],
    ['Số 5 thôn Suon Duoi, Khánh An', 9.1],
    ['Ban Suon, Khánh An', 9.1],
    ['Ấp 4, Khánh An', 9.3],
  ])('is found in the ward: %s', (text, lat) => {
    const place = find(text, ward());
    expect(place).toMatchObject({ level: 'hamlet', position: at(lat) });
    expect(place?.extension).toMatchObject({ accuracy_radius_meters: 2800, confidence: 0.9 });
  });

  it.each([
    ['8 Bạch Đằng, Khánh An', 'a word of another name'],
    ['Đằng, Khánh An', 'one word without its type'],
    ['Thôn 4, Khánh An', 'one word with another type'],
    ['Nguyễn Phích, U Minh', 'the name of a former ward'],
    ['Thôn Tân Tiến, Khánh An', 'two of a name, far from each other'],
    ['Khánh An, Cà Mau', 'no hamlet'],
  ])('is not found in %s: %s', (text) => {
    expect(find(text, ward())).toBeUndefined();
  });

  it('reads its words as the hamlet, and leaves the other words of their part as they were', () => {
    const accountOf = (text: string, role: string, written: string) => {
      const place = ward();
      const unit = { role: 'ward', written: 'xã Khánh An', unit: 'Xã Khánh An', evidence: [] };
      place.extension.account = [
        { role, written, verdict: 'unknown', evidence: [] },
        unit,
      ] as unknown as typeof place.extension.account;
      return find(text, place)?.extension.account?.map(({ role, written, verdict }) => [
        role,
        written,
        verdict,
      ]);
    };
    const read = ['ward', 'xã Khánh An', undefined];
    expect(accountOf('Sươn Dưới, xã Khánh An', 'rest', 'Sươn Dưới')).toEqual([
      ['hamlet', 'Sươn Dưới', 'confirmed'],
      read,
    ]);
    expect(accountOf('Số 5 thôn Suon Duoi xã Khánh An', 'street', 'Số 5 thôn Suon Duoi')).toEqual([
      ['street', 'Số 5', 'unknown'],
      ['hamlet', 'thôn Suon Duoi', 'confirmed'],
      read,
    ]);
  });

  it('never moves a street, a house or a place', () => {
    for (const level of ['house', 'interpolated', 'alley', 'street', 'poi'])
      expect(find('Bản Sươn, xã Khánh An', ward(level))).toBeUndefined();
  });
});
