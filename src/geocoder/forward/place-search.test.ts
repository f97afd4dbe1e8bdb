import { beforeAll, describe, expect, it } from 'vitest';
import { houseAt, openWorld, poiAt, streetAlong } from '../../../test/support/place-world.ts';
import type { Feature, UnitNames } from '../../dataset/features.ts';
import { distanceMeters } from '../../geo/distance.ts';
import { isPlaceMatch, type Match, type PlaceMatch } from '../places/place-match.ts';
import type { AdminSearch } from '../../gazetteer/unit-search/admin-search.ts';
import { nameOf, thingOf } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { PlaceSearch } from './place-search.ts';

let tables: PlaceTables;
let search: PlaceSearch;
let adminSearch: AdminSearch;

const HCMC = 'Thành phố Hồ Chí Minh';
const HANOI = 'Thành phố Hà Nội';
const features: Feature[] = [];

/** Adds houses of one street: number, latitude, longitude by turns. */
function houses(
  street: string,
  units: UnitNames,
  ...rows: [number: string, lat: number, lon: number][]
): void {
  for (const [number, lat, lon] of rows) features.push(houseAt(number, street, lat, lon, units));
}

function street(name: string, rank: number, ...line: number[]): void {
  features.push(streetAlong(name, rank, ...line));
}

function poi(name: string, lat: number, lon: number, categories: string[], otherNames: string[] = []): void {
  features.push(poiAt(name, lat, lon, categories, { otherNames }));
}

const BEN_NGHE = { ward: 'Phường Bến Nghé', district: 'Quận 1', province: HCMC };
const BEN_THANH = { ward: 'Phường Bến Thành', district: 'Quận 1', province: HCMC };
const Q10 = { ward: 'Phường 12', district: 'Quận 10', province: HCMC };
const CAT_LINH = { ward: 'Phường Cát Linh', district: 'Quận Đống Đa', province: HANOI };
const LE_DAI_HANH = { ward: 'Phường Lê Đại Hành', district: 'Quận Hai Bà Trưng', province: HANOI };
const HANG_BONG = { ward: 'Phường Hàng Bông', district: 'Quận Hoàn Kiếm', province: HANOI };

houses('Hải Triều', BEN_NGHE, ['2', 10.77172, 106.70443], ['36', 10.77201, 106.70551]);
houses(
  'Lê Lợi',
  BEN_THANH,
  ['47-49', 10.77311, 106.69962],
  ['65', 10.77345, 106.70018],
  ['12', 10.7728, 106.699],
);
houses(
  'Lê Thánh Tôn',
  BEN_NGHE,
  ['72', 10.7781, 106.7016],
  ['120A', 10.7745, 106.6975],
  ['130', 10.7741, 106.6971],
);
houses('Ba Tháng Hai', Q10, ['16', 10.7726, 106.6788], ['3C', 10.7755, 106.6813]);
houses('Đường số 7', { ward: 'Phường 11', district: 'Quận 6', province: HCMC }, ['15', 10.7461, 106.6289]);
houses('Cách Mạng Tháng Tám', { ward: 'Phường 5', district: 'Quận 3', province: HCMC }, [
  '285',
  10.7793,
  106.6823,
]);
houses('Nguyễn Thị Minh Khai', BEN_THANH, ['161', 10.7712, 106.6895], ['171', 10.7708, 106.6889]);
houses(
  'Xô Viết Nghệ Tĩnh',
  { ward: 'Phường 26', district: 'Quận Bình Thạnh', province: HCMC },
  ['292', 10.8148, 106.7117],
  ['345/12/3', 10.8121, 106.7125],
  ['345/14', 10.8123, 106.7128],
  ['345', 10.8117, 106.7119],
);
houses('An Trạch', CAT_LINH, ['83', 21.02771, 105.82875]);
houses(
  'Phố Huế',
  LE_DAI_HANH,
  ['1', 21.01852, 105.85122],
  ['107', 21.01413, 105.85146],
  ['121', 21.0133, 105.85149],
  ['114', 21.0139, 105.8512],
);
houses('Ngõ 82 Yên Lãng', { ward: 'Phường Thịnh Quang', district: 'Quận Đống Đa', province: HANOI }, [
  '80',
  21.01239,
  105.81501,
]);
houses(
  'Yên Lãng',
  { ward: 'Phường Thịnh Quang', district: 'Quận Đống Đa', province: HANOI },
  ['82', 21.01144, 105.81632],
  ['107A', 21.0113, 105.8167],
  ['107A/5', 21.0117, 105.8172],
);
houses('Hàng Bông', HANG_BONG, ['12', 21.03017, 105.84738], ['20', 21.03005, 105.8471]);
houses('Quang Trung', { ward: 'Phường Trần Hưng Đạo', district: 'Quận Hoàn Kiếm', province: HANOI }, [
  '10',
  21.0228,
  105.8491,
]);
houses('Quang Trung', { ward: 'Phường Quang Trung', district: 'Quận Hà Đông', province: HANOI }, [
  '10',
  20.9722,
  105.7766,
]);
houses('Trần Phú', { ward: 'Phường Hải Châu I', district: 'Quận Hải Châu', province: 'Thành phố Đà Nẵng' }, [
  '12',
  16.0753,
  108.2234,
]);
houses('Trần Phú', { ward: 'Phường 1', district: 'Thành phố Vũng Tàu', province: 'Tỉnh Bà Rịa - Vũng Tàu' }, [
  '12',
  10.3487,
  107.0693,
]);
houses(
  'Ông Ích Khiêm',
  { ward: 'Phường Hải Châu II', district: 'Quận Hải Châu', province: 'Thành phố Đà Nẵng' },
  ['12/5', 16.0668, 108.2135],
  ['12', 16.0665, 108.2139],
);
houses('Ấp Tân Lập', { ward: 'Xã Tân Phú', district: 'Huyện Thanh Bình', province: 'Tỉnh Đồng Tháp' }, [
  '45',
  10.6012,
  105.4411,
]);
street('Phố Xã Đàn', 3, 21.0075, 105.8409, 21.0105, 105.8376, 21.0153, 105.8325);
houses('Phố Xã Đàn', { ward: 'Phường Nam Đồng', district: 'Quận Đống Đa', province: HANOI }, [
  '152',
  21.01013,
  105.83827,
]);
street('Quốc lộ 1A', 5, 20.8701, 105.8601, 20.8501, 105.8652);
street('Đường Láng', 4, 21.0048, 105.8172, 21.0116, 105.8105, 21.0201, 105.8021);
poi('VM+ 83 An Trạch', 21.0278, 105.8288, ['convenience_store']);
poi('Phở Quang Quý 10', 21.0151, 105.8203, ['restaurant']);
poi('Tòa nhà Bitexco', 10.7716, 106.7044, ['office'], ['Bitexco Financial Tower']);
poi('Bến xe Miền Đông', 10.8145, 106.7113, ['bus_station']);
poi('Bệnh viện Bạch Mai', 21.0018, 105.8394, ['hospital']);
poi('Trường Cán bộ quản lý Văn hóa, Thể thao và Du lịch', 21.0389, 105.7727, ['school']);
poi('Cơ sở đăng ký xe số 1 - Đội quản lý xe ô tô và xe máy', 21.0128, 105.8213, ['police']);
poi('TTGDTX Quận 5', 10.7548, 106.6635, ['school']);
poi('F Fashion Shop', 10.7731, 106.7042, ['supermarket']);
poi('Phòng PC64 Bến Nghé', 10.7702, 106.7005, ['police']);
poi('Bảo tàng Mỹ thuật Việt Nam', 21.0307, 105.8371, ['museum']);
poi('53', 10.7733, 106.7006, ['supermarket']);
poi('Vàng Anh', 10.8001, 106.6855, ['supermarket']);
poi('Trường Tiểu học Nguyễn Bỉnh Khiêm', 10.7801, 106.7031, ['school'], ['Nguyễn Bỉnh Khiêm']);
poi('Đống Đa', 21.0175, 105.8266, ['town']);
street('Phố Cát Linh', 3, 21.0281, 105.8272, 21.0302, 105.8321);

beforeAll(async () => {
  ({ tables, adminSearch, search } = await openWorld(features));
});

const ask = (text: string): Match | undefined => search.search(text, { size: 1 })[0];
const place = (text: string): PlaceMatch => {
  const match = ask(text);
  if (match === undefined || !isPlaceMatch(match))
    throw new Error(`no place for ${text}: ${JSON.stringify(match)}`);
  return match;
};
/** Writes an answer in one line: level, house number, name. */
const line = (text: string): string => {
  const match = ask(text);
  if (match === undefined) return 'nothing';
  if (!isPlaceMatch(match)) return `${match.level} ${match.unitId}`;
  const name = nameOf(tables, thingOf(tables, match.place));
  return [match.level, match.houseNumber, name].filter((part) => part !== '').join(' ');
};

describe('house numbers', () => {
  it.each([
    ['2 Hải Triều, Phường Bến Nghé, Quận 1, TP.HCM', 'house 2 Hải Triều'],
    ['số 2 đường Hải Triều, Quận 1', 'house 2 Hải Triều'],
    ['Hải Triều, số 2, Q1, HCM', 'house 2 Hải Triều'],
    ['nhà số 02 Hai Trieu, Q.1', 'house 2 Hải Triều'],
    ['TP.HCM, Quận 1, Phường Bến Nghé, Hải Triều 2', 'house 2 Hải Triều'],
    ['47-49 Lê Lợi, Bến Thành, Quận 1', 'house 47-49 Lê Lợi'],
    ['47 - 49 Lê Lợi, Quận 1', 'house 47-49 Lê Lợi'],
    ['47 Lê Lợi, Quận 1', 'house 47-49 Lê Lợi'],
    ['48 Lê Lợi, Quận 1', 'house 47-49 Lê Lợi'],
    ['49 Lê Lợi, Quận 1', 'house 47-49 Lê Lợi'],
    ['120 A Lê Thánh Tôn, Quận 1', 'house 120A Lê Thánh Tôn'],
    ['120 Lê Thánh Tôn, Quận 1', 'house 120A Lê Thánh Tôn'],
    ['118-120A-122 Lê Thánh Tôn, Quận 1', 'house 120A Lê Thánh Tôn'],
    ['45 ấp Tân Lập, xã Tân Phú, huyện Thanh Bình, Đồng Tháp', 'house 45 Ấp Tân Lập'],
  ])('%s', (text, answer) => {
    expect(line(text)).toBe(answer);
    expect(line(text.normalize('NFD'))).toBe(answer);
  });

  it('places a number between its neighbours of the same side, and says how sure it is', () => {
    const match = place('111 Phố Huế, Hai Bà Trưng, Hà Nội');
    expect(match.level).toBe('interpolated');
    expect(match.houseNumber).toBe('111');
    const lat = 21.01413 + ((21.0133 - 21.01413) * 4) / 14;
    expect(distanceMeters(match.position, { lat, lon: 105.85147 })).toBeLessThan(5);
    expect(match.accuracyRadiusMeters).toBeGreaterThan(20);
    expect(match.score).toBeLessThan(place('107 Phố Huế, Hai Bà Trưng, Hà Nội').score);
  });

  it('knows the street alone where no number is near', () => {
    expect(line('999 Phố Huế, Hai Bà Trưng, Hà Nội')).toBe('street Phố Huế');
    expect(line('12 Quốc lộ 1A, Thường Tín, Hà Nội')).toBe('street Quốc lộ 1A');
  });
});

describe('alleys', () => {
  it.each([
    ['345/12/3 Xô Viết Nghệ Tĩnh, P.26, Bình Thạnh', 'house 345/12/3 Xô Viết Nghệ Tĩnh'],
    ['3 hẻm 345/12 Xô Viết Nghệ Tĩnh, P.26, Bình Thạnh', 'house 345/12/3 Xô Viết Nghệ Tĩnh'],
    ['Số 14, hẻm 345, Xô Viết Nghệ Tĩnh, Bình Thạnh, HCM', 'house 345/14 Xô Viết Nghệ Tĩnh'],
    ['80 Ngõ 82 Yên Lãng, Đống Đa, Hà Nội', 'house 80 Ngõ 82 Yên Lãng'],
    ['82/80 Yên Lãng, Đống Đa, Hà Nội', 'house 80 Ngõ 82 Yên Lãng'],
    ['số 80, ngõ 82, phố Yên Lãng, Đống Đa', 'house 80 Ngõ 82 Yên Lãng'],
    ['Số 5 ngõ 107A Yên Lãng, Hà Nội', 'house 107A/5 Yên Lãng'],
    ['K12/5 Ông Ích Khiêm, Hải Châu, Đà Nẵng', 'house 12/5 Ông Ích Khiêm'],
    ['5 kiệt 12 Ông Ích Khiêm, Đà Nẵng', 'house 12/5 Ông Ích Khiêm'],
    ['ngõ 82 Yên Lãng, Hà Nội', 'alley Ngõ 82 Yên Lãng'],
    ['345/16 Xô Viết Nghệ Tĩnh, Bình Thạnh', 'alley 345/16 Xô Viết Nghệ Tĩnh'],
    ['345/20/1 Xô Viết Nghệ Tĩnh, Bình Thạnh', 'alley 345/20/1 Xô Viết Nghệ Tĩnh'],
  ])('%s', (text, answer) => {
    expect(line(text)).toBe(answer);
  });

  it('never places a house of an alley between the houses of the street', () => {
    expect(line('111/3 Phố Huế, Hai Bà Trưng, Hà Nội')).toBe('street Phố Huế');
  });
});

describe('names', () => {
  it.each([
    ['16 đường 3/2, P.12, Q.10, HCM', 'house 16 Ba Tháng Hai'],
    ['16 3 Tháng 2, Quận 10', 'house 16 Ba Tháng Hai'],
    ['16 ba thang hai, q10', 'house 16 Ba Tháng Hai'],
    ['3/2 quận 10', 'street Ba Tháng Hai'],
    ['15 đường số 7, Phường 11, Quận 6', 'house 15 Đường số 7'],
    ['15 Đ.7, P.11, Q.6', 'house 15 Đường số 7'],
    ['285 CMT8, P5, Q3, HCM', 'house 285 Cách Mạng Tháng Tám'],
    ['285 Cách mạng tháng 8, Quận 3', 'house 285 Cách Mạng Tháng Tám'],
    ['161 NTMK, Bến Thành, Q1', 'house 161 Nguyễn Thị Minh Khai'],
    ['161 Ng. Thị M. Khai, Quận 1, HCM', 'house 161 Nguyễn Thị Minh Khai'],
    ['161 Nguyễn Minh Khai, Bến Thành, Quận 1', 'house 161 Nguyễn Thị Minh Khai'],
    ['161 Ngueyn Thi Minh Kai, Ben Thanh, Quan 1', 'house 161 Nguyễn Thị Minh Khai'],
    ['161 nguyeenx thij minh khai, quaanj 1, tphcm', 'house 161 Nguyễn Thị Minh Khai'],
    ['161nguyenthiminhkhai, phuongbenthanh, quan1', 'house 161 Nguyễn Thị Minh Khai'],
    ['152 Phố Xã Đàn, Đống Đa, Hà Nội', 'house 152 Phố Xã Đàn'],
    ['152 Xã Đàn Đống Đa Hà Nội', 'house 152 Phố Xã Đàn'],
    ['1 P. Huế, Hai Bà Trưng, Hà Nội', 'house 1 Phố Huế'],
    ['đường Láng, Đống Đa, Hà Nội', 'street Đường Láng'],
    ['QL1A, Thường Tín, Hà Nội', 'street Quốc lộ 1A'],
    ['2 Hai Trieu Street, District 1, Ho Chi Minh City, Vietnam', 'house 2 Hải Triều'],
  ])('%s', (text, answer) => {
    expect(line(text)).toBe(answer);
  });
});

describe('points of interest and buildings', () => {
  it.each([
    ['VM+ 83 An Trạch, Cát Linh, Đống Đa, Hà Nội', 'poi VM+ 83 An Trạch'],
    ['83 An Trạch, Đống Đa, Hà Nội', 'house 83 An Trạch'],
    ['Phở Quang Quý 10, Đống Đa', 'poi Phở Quang Quý 10'],
    ['Bến xe Miền Đông, Bình Thạnh', 'poi Bến xe Miền Đông'],
    ['BV Bạch Mai, Hà Nội', 'poi Bệnh viện Bạch Mai'],
    ['Tầng 5, Tòa nhà Bitexco, 2 Hải Triều, Quận 1', 'house 2 Hải Triều'],
    ['P501, tầng 5, 2 Hải Triều, Bến Nghé, Quận 1', 'house 2 Hải Triều'],
    ['Bitexco Financial Tower', 'poi Tòa nhà Bitexco'],
    ['Công ty TNHH Hoa Mai, 72 Lê Thánh Tôn, Quận 1', 'house 72 Lê Thánh Tôn'],
  ])('%s', (text, answer) => {
    expect(line(text)).toBe(answer);
  });

  it.each([
    ['Trường Cán bộ quản lý Văn hóa, Thể thao và Du lịch'],
    ['Cơ sở đăng ký xe số 1 - Đội quản lý xe ô tô và xe máy'],
    ['TTGDTX Quận 5'],
    ['F Fashion Shop'],
    ['Phòng PC64 Bến Nghé'],
    ['Bảo tàng Mỹ thuật Việt Nam'],
  ])('finds %s by its whole name, alone and in front of its province', (name) => {
    const at = place(name);
    expect(line(name)).toBe(`poi ${name}`);
    expect(at.score).toBeGreaterThan(0.9);
    expect(line(`${name}, ${at.position.lat > 16 ? HANOI : HCMC}`)).toBe(`poi ${name}`);
  });

  it('takes no house number for the whole name of a shop', () => {
    expect(line('53, 65 Lê Lợi, Quận 1')).toBe('house 65 Lê Lợi');
  });

  it('prefers the ward to a place with the name of an unknown street or of a unit', () => {
    expect(line('89 Đường Nguyễn Bỉnh Khiêm, Phường Bến Nghé, Quận 1')).toBe('ward former-ward:26740');
    expect(line('Trường Nguyễn Bỉnh Khiêm, Phường Bến Nghé, Quận 1')).toMatch(/^poi/);
    expect(line('89 Sen Ngoại, Phường Cát Linh, Đống Đa, Hà Nội')).toMatch(/^ward former-ward/);
  });

  it('prefers the ward to a street with its name, unless a number or a street word is in front', () => {
    expect(line('89 Sen Ngoại, Cát Linh, Đống Đa, Hà Nội')).toMatch(/^ward former-ward/);
    expect(line('89 Cát Linh, Đống Đa, Hà Nội')).toBe('street Phố Cát Linh');
    expect(line('89 P. Cát Linh, Cát Linh, Đống Đa, Hà Nội')).toBe('street Phố Cát Linh');
    expect(line('Phố Cát Linh, Cát Linh, Đống Đa, Hà Nội')).toBe('street Phố Cát Linh');
  });

  it('prefers a place that is spelled right to a unit that is not', () => {
    expect(adminSearch.search('Vàng Anh', { size: 1 })).not.toEqual([]);
    expect(line('Vàng Anh')).toBe('poi Vàng Anh');
  });

  it('explains floors away, and the tower at the house number', () => {
    expect(place('Tầng 5, Tòa nhà Bitexco, 2 Hải Triều, Quận 1').score).toBeGreaterThan(0.95);
  });
});

describe('units around a street', () => {
  it('finds the street and district beside a wrong ward, and says what is wrong', () => {
    const match = place('2 Hải Triều, Phường Cô Giang, Quận 1, TP.HCM');
    expect(line('2 Hải Triều, Phường Cô Giang, Quận 1, TP.HCM')).toBe('house 2 Hải Triều');
    expect(match.score).toBeLessThan(place('2 Hải Triều, Phường Bến Nghé, Quận 1, TP.HCM').score);
  });

  it('finds a house by former units, by units in force and by both', () => {
    for (const units of [
      'P. Bến Nghé, Q.1, TP.HCM',
      'Phường Sài Gòn, TP.HCM',
      'Phường Sài Gòn, Quận 1',
      'HCM',
    ])
      expect(line(`2 Hải Triều, ${units}`), units).toBe('house 2 Hải Triều');
  });

  it('does not take a street of another province', () => {
    expect(ask('2 Hải Triều, Hoàn Kiếm, Hà Nội')?.level).toBe('district');
  });

  it('answers units that stand alone, and those whose street is not known', () => {
    expect(ask('Hai Bà Trưng, Hà Nội')?.level).toBe('district');
    expect(ask('Phường Bến Nghé, Quận 1, TP.HCM')?.level).toBe('ward');
    expect(ask('5 Đường Không Có Thật, Phường Bến Nghé, Quận 1, TP.HCM')?.level).toBe('ward');
  });

  it.each([
    ['Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội'],
    ['P.12, Q.Gò Vấp, TPHCM'],
    ['Hà Đông, Hà Tây'],
    ['xyz'],
    [''],
  ])('says of %j what the search for units says', (text) => {
    expect(search.search(text, { size: 3 })).toEqual(adminSearch.search(text, { size: 3 }));
  });
});

describe('one name in several places', () => {
  it('lists streets of several provinces without preferring one', () => {
    const matches = search.search('12 Trần Phú', { size: 5 }).filter(isPlaceMatch);
    expect(matches).toHaveLength(2);
    expect(matches.map(({ margin }) => margin)).toEqual([0, 0]);
    expect(matches.map(({ tied }) => tied)).toEqual([2, 2]);
  });

  it.each(['12 Trần Phú', '10 Quang Trung, Hà Nội', 'Huyện Châu Thành', 'Phường 5', 'Vàng Anh', 'Lê Lợi'])(
    'has the same first match of %s for every size',
    (text) => {
      const [first] = search.search(text, { size: 1 });
      expect(first).toBeDefined();
      for (const size of [2, 3, 5]) expect(search.search(text, { size })[0]).toEqual(first);
    },
  );

  it('answers the unit above houses that are equally good', () => {
    const match = ask('10 Quang Trung, Hà Nội');
    expect(match?.level).toBe('province');
    expect(match?.margin).toBe(0);
    expect(line('10 Quang Trung, Hà Đông, Hà Nội')).toBe('house 10 Quang Trung');
    const both = search.search('10 Quang Trung, Hà Nội', { size: 3 });
    expect(both.filter(isPlaceMatch)).toHaveLength(2);
  });

  it('puts the one nearer to the focus first', () => {
    const near = search.search('12 Trần Phú', { size: 2, focus: { lat: 16.05, lon: 108.2 } })[0];
    expect(near?.position.lat).toBeCloseTo(16.0753);
    const other = search.search('12 Trần Phú', { size: 2, focus: { lat: 10.4, lon: 107.1 } })[0];
    expect(other?.position.lat).toBeCloseTo(10.3487);
  });
});

describe('any text', () => {
  it('is answered or not, and never throws', () => {
    for (const text of [
      ' , ',
      '😀😀 12',
      '12/3/4/5/6/7/8/9 Lê Lợi, Quận 1',
      '////',
      '1'.repeat(5000),
      'Lê Lợi '.repeat(3000),
      'số nhà số 12 ngõ ngách hẻm',
      '\ud800 12 Lê Lợi',
      `${'đường '.repeat(70)}Lê Lợi`,
      '汉字 12, 東京',
    ])
      expect(Array.isArray(search.search(text, { size: 5 }))).toBe(true);
  });

  it('is answered the same whatever was asked before', () => {
    const texts = [
      '161 NTMK, Bến Thành, Q1',
      '111 Phố Huế, Hai Bà Trưng, Hà Nội',
      '345/16 Xô Viết Nghệ Tĩnh, Bình Thạnh',
    ];
    const alone = texts.map((text) => search.search(text, { size: 3 }));
    expect([...texts].reverse().map((text) => search.search(text, { size: 3 }))).toEqual(alone.reverse());
  });
});
