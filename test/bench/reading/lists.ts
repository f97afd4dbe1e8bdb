import { fold } from '../../../src/base/text/fold.ts';
import { isInFirstHalf } from '../accuracy-data.ts';
import { hashOf } from '../noisy-addresses.ts';
import { createRandom, pick, type Random } from '../random.ts';
import { abbreviate, bareName, type FormerWard, type OfficialUnits } from './official-units.ts';

/** A row of a list: its cells, what is not a unit in them, and the wards in force that are right. */
export interface ListRow {
  cells: readonly string[];
  /** What stays as it is written, in its order. */
  kept: string;
  codes: readonly string[];
  /** A stated unit contradicts another: the row must not be accepted. */
  isContradictory: boolean;
  isDevelopment: boolean;
}

/** A list as offices, shops or banks keep it, and the options that a user states for it beside the input. */
export interface List {
  name: string;
  columns: readonly string[];
  options: Readonly<Record<string, string>>;
  rows: readonly ListRow[];
}

/** What a list is written from: a ward and the words beside it. */
interface Source {
  ward: FormerWard;
  head: string;
  random: Random;
}
type Written = Pick<ListRow, 'cells' | 'kept'> & { isBare?: boolean; isContradictory?: boolean };

const HAMLETS = [
  'Thôn 3',
  'Ấp 5',
  'Khu phố 2',
  'Tổ dân phố 4',
  'Xóm Đông',
  'Tổ 7',
  'Bản Mới',
  'Ấp Bình An',
  'Thôn Đoài',
];
const SHOPS = [
  'Cửa hàng Minh Phát',
  'Siêu thị Ánh Dương',
  'Nhà thuốc Bảo Tâm',
  'Điện máy Gia Linh',
  'Quán Cô Ba',
];
const OFFICES = ['Trạm Y tế', 'Trường Tiểu học', 'UBND', 'Công an', 'Bưu điện', 'Quỹ tín dụng nhân dân'];

/** Wards by the names that they have, and which names are in a province. */
interface Names {
  former: readonly FormerWard[];
  /** "ward|district", bare and folded, of a province at any time. */
  namesIn: ReadonlyMap<string, ReadonlySet<string>>;
  byName: ReadonlyMap<string, readonly FormerWard[]>;
}

function namesOf({ former, earlier }: OfficialUnits): Names {
  const namesIn = new Map<string, Set<string>>();
  const byName = new Map<string, FormerWard[]>();
  for (const each of [...former, ...earlier]) {
    const { ward, district, province } = each;
    const own = namesIn.get(province) ?? new Set<string>();
    namesIn.set(province, own.add(fold(`${bareName(ward)}|${bareName(district)}`)));
    const name = fold(bareName(ward));
    byName.set(name, [...(byName.get(name) ?? []), each]);
  }
  return { former, namesIn, byName };
}

/** Writes lists of these many rows each, the same for one seed; a former ward is in one half with all of its rows. */
export function generateLists(official: OfficialUnits, seed: number, rows: number): List[] {
  const { former, earlier } = official;
  const names = namesOf(official);
  const twins = former.filter(
    ({ ward, district, province }) =>
      fold(bareName(ward)) === fold(bareName(district)) ||
      fold(bareName(district)) === fold(bareName(province)),
  );
  const list = (
    name: string,
    wards: readonly FormerWard[],
    columns: readonly string[],
    options: List['options'],
    write: (source: Source) => Written,
  ): List => {
    const random = createRandom(seed ^ hashOf(name));
    const written = Array.from({ length: rows }, (): ListRow => {
      const ward = pick(random, wards);
      const {
        isBare = false,
        isContradictory = false,
        ...row
      } = write({ ward, head: headOf(official, ward, random), random });
      const codes = isBare ? successorsByName(names, ward) : ward.successors;
      return { ...row, codes, isContradictory, isDevelopment: isInFirstHalf(`reading ${ward.code}`) };
    });
    return { name, columns, options, rows: written };
  };

  return [
    list(
      'post offices',
      former,
      ['name', 'detailAddress', 'ward', 'district', 'province'],
      {},
      ({ ward: of, head, random }) => {
        const units = [of.ward, of.district, of.province];
        const detail = pick(random, [units.slice(0, 1), units, units.map(abbreviate), []]);
        const form = pick(random, [bareName, bareName, (unit: string) => unit]);
        const name = `Bưu cục ${String(1 + Math.floor(random() * 900))}`;
        return {
          cells: [name, [head, ...detail].join(', '), ...units.map(form)],
          kept: head,
          isBare: detail.length === 0,
        };
      },
    ),
    list(
      'columns with roles',
      former,
      ['address', 'xa', 'huyen', 'tinh'],
      { text: '{address}', ward: '{xa}', district: '{huyen}', province: '{tinh}' },
      ({ ward: of, head, random }) => {
        const form = pick(random, [bareName, (unit: string) => unit, abbreviate]);
        const isContradictory = random() < 0.15;
        const other = isContradictory ? contradict(of, names, random) : of;
        return {
          cells: [head, ...[of.ward, other.district, other.province].map(form)],
          kept: head,
          isBare: true,
          isContradictory,
        };
      },
    ),
    list('shops, one line', former, ['address'], {}, ({ ward: of, head, random }) => {
      const form = pick(random, [bareName, abbreviate, abbreviate, (unit: string) => unit]);
      const kept = random() < 0.4 ? `${pick(random, SHOPS)}, ${head}` : head;
      const isContradictory = random() < 0.1;
      const { district, province } = isContradictory ? contradict(of, names, random) : of;
      const country = random() < 0.15 ? ', Việt Nam' : '';
      const line = [kept, ...[of.ward, district, province].map(form)].join(random() < 0.1 ? ',' : ', ');
      return { cells: [line + country], kept, isBare: form === bareName, isContradictory };
    }),
    list(
      'organisation units, coarse first',
      former,
      ['Name', 'Ancestors'],
      { text: '{Name}, {Ancestors}' },
      ({ ward: of, random }) => {
        const form = pick(random, [bareName, (unit: string) => unit]);
        const separator = pick(random, [', ', '/', ' > ']);
        return { cells: [of.ward, ['Việt Nam', form(of.province), of.district].join(separator)], kept: '' };
      },
    ),
    list(
      'branches named after units',
      former,
      ['name', 'address'],
      { text: '{name}, {address}' },
      ({ ward: of, random }) => {
        const name = `${pick(random, OFFICES)} ${pick(random, [of.ward, bareName(of.ward), of.district.toLowerCase()])}`;
        return { cells: [name, [of.ward, of.district, of.province].join(', ')], kept: name };
      },
    ),
    list('district twice, district = province', twins, ['address'], {}, ({ ward: of, head, random }) => {
      const [ward, district, province] = [of.ward, of.district, of.province];
      const bare = [ward, district, province].map(bareName);
      const units = pick(random, [
        bare,
        [ward, district, province],
        [bare[0] ?? '', ...bare.slice(1, 2), ...bare.slice(1)],
      ]);
      return {
        cells: [[head, ...units].join(', ')],
        kept: head,
        isBare: units !== bare ? units.length > 3 : true,
      };
    }),
    list('units of 2008 to 2025', earlier, ['address'], {}, ({ ward: of, head, random }) => {
      const form = pick(random, [abbreviate, (unit: string) => unit, (unit: string) => unit]);
      return { cells: [[head, form(of.ward), form(of.district), form(of.province)].join(', ')], kept: head };
    }),
  ];
}

function headOf({ streets }: OfficialUnits, { district, province }: FormerWard, random: Random): string {
  const own = streets.get(fold(`${bareName(district)}|${bareName(province)}`));
  if (own === undefined || random() < 0.35) return pick(random, HAMLETS);
  const number = `${String(1 + Math.floor(random() * 400))}${pick(random, ['', '', 'A', '/12'])}`;
  return `${pick(random, [number, `Số ${number}`])} ${pick(random, ['', '', 'Đường '])}${pick(random, own)}`;
}

/** Without type words a name may be that of two wards of a district. */
function successorsByName({ byName }: Names, { ward, district, province }: FormerWard): string[] {
  const same = byName.get(fold(bareName(ward))) ?? [];
  return same.flatMap((each) =>
    each.district === district && each.province === province ? each.successors : [],
  );
}

/** Returns a row's district and province, one of them replaced so that the ward never was there; where it can be, by a province that has a ward of that name. */
function contradict(
  of: FormerWard,
  { former, namesIn, byName }: Names,
  random: Random,
): Pick<FormerWard, 'district' | 'province'> {
  const isDistrict = random() < 0.3;
  const namesakes = [of.ward, of.district].flatMap((unit) => byName.get(fold(bareName(unit))) ?? []);
  for (let attempt = 0; ; attempt += 1) {
    const other = pick(random, isDistrict || attempt > 20 || namesakes.length === 0 ? former : namesakes);
    if ((other.province === of.province) !== isDistrict) continue;
    const { district, province } = isDistrict ? other : { ...other, district: of.district };
    const name = fold(`${bareName(of.ward)}|${bareName(district)}`);
    if (namesIn.get(province)?.has(name) !== true) return { district, province };
  }
}
