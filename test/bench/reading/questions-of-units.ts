import { distanceMeters } from '../../../src/base/geo/distance.ts';
import { fold } from '../../../src/base/text/fold.ts';
import { pick, type Random } from '../random.ts';
import { ABOLISHED_PROVINCES } from './abolished-provinces.ts';
import type { Answer } from './faces.ts';
import { abbreviate, bareName, type FormerWard, type OfficialUnits } from './official-units.ts';
import type { Grade, Kind, WardGrade } from './questions.ts';

const STREET_LEVELS = ['house', 'interpolated', 'alley', 'street'];
const bare = (unit: string): string => fold(bareName(unit));

/** Judges a street whose name is that of a ward: a street of that name or the unit that is stated, never a ward. */
const streetGrade =
  (street: string, provinces: ReadonlySet<string>) =>
  (answer: Answer): Grade => {
    if (answer.level === 'none') return 'not found';
    if (!provinces.has(answer.province)) return 'wrong';
    if (answer.level === 'province') return 'right';
    return STREET_LEVELS.includes(answer.level) && fold(answer.street).includes(fold(street))
      ? 'right'
      : 'wrong';
  };

/** Returns the kinds of questions whose units or streets are hard. */
export function unitKinds(official: OfficialUnits, wardGrade: WardGrade): Kind[] {
  const { former, earlier, current, streets } = official;
  const number = (random: Random): string => String(1 + Math.floor(random() * 250));
  const today = (wards: readonly FormerWard[]): Set<string> =>
    new Set(wards.flatMap(({ successors }) => successors.map((code) => current.get(code)?.province ?? '')));
  const byProvince = groupBy(former, ({ province }) => province);
  const byDistrict = groupBy(former, ({ district, province }) => `${district}, ${province}`);
  const provinces = [...byProvince.keys()];
  const provincesToday = new Map(
    provinces.map((province) => [province, today(byProvince.get(province) ?? [])]),
  );
  const wardNames = new Map(
    provinces.map((province) => [
      province,
      new Set((byProvince.get(province) ?? []).map(({ ward }) => bare(ward))),
    ]),
  );
  const streetsIn = new Map(
    provinces.map((province) => {
      const all = [...streets]
        .filter(([key]) => key.endsWith(`|${bare(province)}`))
        .flatMap(([, names]) => names);
      return [province, all.filter((street) => wardNames.get(province)?.has(fold(street)) === true)];
    }),
  );
  const short = (province: string, random: Random): string =>
    pick(random, [bareName(province), abbreviate(province), province]);

  const namedLikeWard: Kind = [
    'known name of a street and of a ward',
    (random) => {
      const province = pick(random, provinces);
      const names = streetsIn.get(province) ?? [];
      if (names.length === 0) return undefined;
      const street = pick(random, names);
      const text = `${number(random)} ${pick(random, ['', 'đường ', 'Đường '])}${street}, ${short(province, random)}`;
      return {
        text,
        key: fold(street),
        judge: streetGrade(street, provincesToday.get(province) ?? new Set()),
      };
    },
  ];
  const numbered: Kind = [
    'unknown street, "19 Tiên Sơn 10"',
    (random) => {
      const { ward, province } = pick(random, former);
      const street = `${bareName(ward)} ${String(2 + Math.floor(random() * 18))}`;
      if (/\d/u.test(ward) || wardNames.get(province)?.has(fold(street)) === true) return undefined;
      const text = `${number(random)} ${street}, ${short(province, random)}`;
      return { text, key: fold(ward), judge: streetGrade(street, provincesToday.get(province) ?? new Set()) };
    },
  ];
  const numberedInWard: Kind = [
    'street with a number, in a ward',
    (random) => {
      const { ward, district, province, successors, code } = pick(random, former);
      const street = pick(random, [
        'Đường số 7',
        'đường 12',
        'Đường D2',
        'Đường 30/4',
        'Phố 3/2',
        'Đường N5',
        'Quốc lộ 1A',
      ]);
      const units = [ward, district, province].map(
        pick(random, [abbreviate, bareName, (unit: string) => unit]),
      );
      return {
        text: `${number(random)} ${street}, ${units.join(', ')}`,
        key: code,
        judge: wardGrade(successors),
      };
    },
  ];

  const cities = provinces.flatMap((province) => {
    const own = (byProvince.get(province) ?? []).filter(
      ({ district }) =>
        (district.startsWith('Thành phố ') && bare(district) === bare(province)) ||
        (province.startsWith('Thành phố ') && district.startsWith('Quận ')),
    );
    return own.length === 0 ? [] : [{ province, own, centre: centreOf(official, own) }];
  });
  const cityGrade =
    (province: string) =>
    (answer: Answer): Grade => {
      if (answer.level === 'none') return 'not found';
      const isUnit = answer.level === 'province' || answer.level === 'district';
      return isUnit && provincesToday.get(province)?.has(answer.province) === true ? 'right' : 'wrong';
    };
  const cityAndProvince: Kind = [
    'city and province of one name',
    (random) => {
      const { province } = pick(random, cities);
      // The city of Thừa Thiên Huế is Huế.
      const city = bareName(province).replace('Thừa Thiên ', '');
      const text = `${pick(random, ['', 'TP ', 'TP. ', 'Thành phố ', 'tp '])}${city}, ${pick(random, ['', 'Tỉnh ', 'T. ', 'tỉnh '])}${bareName(province)}`;
      return { text, key: province, judge: cityGrade(province) };
    },
  ];
  const streetInCity: Kind = [
    'street in a city that names its province',
    (random) => {
      const { province, own, centre } = pick(random, cities);
      const street = pick(
        random,
        streets.get(fold(`${bareName(pick(random, own).district)}|${bareName(province)}`)) ?? [''],
      );
      if (street === '' || centre === undefined || wardNames.get(province)?.has(fold(street)) === true)
        return undefined;
      const judge = (answer: Answer): Grade => {
        if (answer.level === 'none') return 'not found';
        const isNamed = STREET_LEVELS.includes(answer.level) && fold(answer.street).includes(fold(street));
        if (isNamed || distanceMeters(answer, centre) < CITY_METERS) return 'right';
        return answer.level === 'province' && provincesToday.get(province)?.has(answer.province) === true
          ? 'coarse'
          : 'wrong';
      };
      return { text: `${number(random)} ${street}, ${bareName(province)}`, key: fold(street), judge };
    },
  ];
  const districtGrade =
    (districts: readonly string[], province: ReadonlySet<string>) =>
    (answer: Answer): Grade => {
      if (answer.level === 'none') return 'not found';
      const isInside = districts.some((district) => bare(district) === bare(answer.district));
      if (isInside && (answer.level === 'district' || STREET_LEVELS.includes(answer.level))) return 'right';
      return answer.level === 'province' && province.has(answer.province) ? 'coarse' : 'wrong';
    };
  const formerCity: Kind = [
    'street in a city that is no unit any more',
    (random) => {
      const { district, province } = pick(random, former);
      if (!/^(?:Thành phố|Thị xã) /u.test(district) || bare(district) === bare(province)) return undefined;
      const wards = byDistrict.get(`${district}, ${province}`) ?? [];
      const street = pick(random, [
        'Lê Lợi',
        'Trần Phú',
        'Nguyễn Huệ',
        'Hùng Vương',
        'Lý Thường Kiệt',
        'Phan Bội Châu',
      ]);
      const units = [abbreviate(district).replace('. ', ' '), ...pick(random, [[], [bareName(province)]])];
      const judge = districtGrade([district], today(wards));
      return { text: `${number(random)} ${street}, ${units.join(', ')}`, key: district, judge };
    },
  ];
  const districtsNow = new Set(former.map((ward) => `${bare(ward.district)} ${[...today([ward])].join()}`));
  const renamedDistricts = groupBy(
    earlier.filter((ward) => !districtsNow.has(`${bare(ward.district)} ${[...today([ward])].join()}`)),
    ({ district, province }) => `${district}, ${province}`,
  );
  const renamed: Kind = [
    'district that was renamed or joined, 2008 to 2025',
    (random) => {
      const [text, wards] = pick(random, [...renamedDistricts]);
      const later = new Set(wards.map(({ laterDistrict = '' }) => laterDistrict));
      return { text, key: text, judge: districtGrade([text.split(',')[0] ?? '', ...later], today(wards)) };
    },
  ];
  const abolished: Kind = [
    'district and abolished province',
    (random) => {
      const [name, parts] = pick(random, Object.entries(ABOLISHED_PROVINCES));
      const { district, province } = pick(
        random,
        former.filter((ward) => parts.includes(bareName(ward.province))),
      );
      const others = former.filter(
        (ward) => bare(ward.district) === bare(district) && ward.district !== district,
      );
      if (/\d/u.test(district) || others.some((ward) => parts.includes(bareName(ward.province))))
        return undefined;
      const text = `${pick(random, [bareName(district), district])}, ${pick(random, ['', 'tỉnh '])}${name}`;
      const wards = byDistrict.get(`${district}, ${province}`) ?? [];
      return { text, key: `${district}, ${name}`, judge: districtGrade([district], today(wards)) };
    },
  ];
  return [
    ...[
      namedLikeWard,
      numbered,
      numberedInWard,
      cityAndProvince,
      streetInCity,
      formerCity,
      renamed,
      abolished,
    ],
  ];
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group === undefined) groups.set(keyOf(each), [each]);
    else group.push(each);
  }
  return groups;
}

/** How far from the middle of its streets a city reaches. */
const CITY_METERS = 15_000;

function centreOf(
  { positions }: OfficialUnits,
  wards: readonly FormerWard[],
): { lat: number; lon: number } | undefined {
  const points = wards.flatMap(({ successors }) => successors.flatMap((code) => positions.get(code) ?? []));
  if (points.length === 0) return undefined;
  const middle = (of: (point: { lat: number; lon: number }) => number): number =>
    points.map(of).sort((a, b) => a - b)[points.length >> 1] ?? NaN;
  return { lat: middle(({ lat }) => lat), lon: middle(({ lon }) => lon) };
}
