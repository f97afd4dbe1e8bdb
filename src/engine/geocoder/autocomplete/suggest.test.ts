import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { assembleTables } from '../../../dataset/compile/assemble-tables.ts';
import type { Feature, UnitNames } from '../../../dataset/features.ts';
import type { Position } from '../../../base/geo/position.ts';
import { openAdminDataset } from '../../gazetteer/units/open-admin-dataset.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import { createBaseWardUnits } from '../places/base-ward-units.ts';
import { isPlaceMatch, type Match } from '../places/place-match.ts';
import { labelMatch } from '../reader/admin-match.ts';
import { buildUnits, type UnitTable } from '../../gazetteer/unit-table/units.ts';
import { nameOf, featureOf } from '../../gazetteer/store/access.ts';
import { FEATURE_FLAGS, type PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { openSuggest, type Suggest, type SuggestOptions } from './suggest.ts';

const BEN_NGHE = { lat: 10.7769, lon: 106.7009 };
const BA_DINH = { lat: 21.0358, lon: 105.8342 };
const HCMC = 'Thành phố Hồ Chí Minh';
const IN_BEN_NGHE = { ward: 'Phường Bến Nghé', district: 'Quận 1', province: HCMC };
const IN_BEN_THANH = { ward: 'Phường Bến Thành', district: 'Quận 1', province: HCMC };
const IN_GO_VAP = { ward: 'Phường 4', district: 'Quận Gò Vấp', province: HCMC };
const IN_TRUC_BACH = { ward: 'Phường Trúc Bạch', district: 'Quận Ba Đình', province: 'Thành phố Hà Nội' };

let admin: AdminDataset;
let table: UnitTable;
let tables: PlaceTables;
let suggest: Suggest;

let made = 0;
const house = (
  number: string,
  street: string,
  units: UnitNames,
  { lat, lon }: Position,
  north = 0,
): Feature => ({
  ...{ kind: 'house', key: `house:${(made += 1)}`, number, street, units },
  position: { lat: lat + north / 111_195, lon },
});
const poi = (
  name: string,
  units: UnitNames,
  position: Position,
  importance = 100,
  otherNames: string[] = [],
): Feature => ({
  ...{
    kind: 'poi',
    key: `poi:${(made += 1)}`,
    name,
    otherNames,
    units,
    position,
    importance,
    categories: [],
  },
});

const street = (name: string, otherNames: string[], { lat, lon }: Position, rank: number): Feature => ({
  ...{ kind: 'street', key: `street:${(made += 1)}`, name, otherNames, rank },
  line: Float64Array.of(lat, lon, lat + 0.01, lon),
});

const BEN_THANH = { lat: 10.7721, lon: 106.6983 };
const GO_VAP = { lat: 10.8226, lon: 106.6875 };
const TRUC_BACH = { lat: 21.0457, lon: 105.8406 };

beforeAll(async () => {
  admin = await openAdminDataset(fileURLToPath(new URL('../../../../fixtures/starter', import.meta.url)));
  table = buildUnits(admin);
  tables = assembleTables({
    admin,
    units: table,
    features: [
      ...['10', '12', '12A', '12/3', '14'].map((number, i) =>
        house(number, 'Đường Lê Lợi', IN_BEN_NGHE, BEN_NGHE, i * 10),
      ),
      ...['50', '52'].map((number, i) => house(number, 'Lê Lợi', IN_BEN_THANH, BEN_THANH, i * 10)),
      ...['1', '12', '200'].map((number, i) => house(number, 'Lê Lợi', IN_GO_VAP, GO_VAP, i * 10)),
      house(
        '5',
        'Lê Lợi',
        { ward: 'Phường Phú Hội', district: 'Quận Thuận Hóa', province: 'Thành phố Huế' },
        { lat: 16.4637, lon: 107.5909 },
      ),
      house('7', 'Nguyễn Trãi', IN_BEN_THANH, BEN_THANH),
      house('9', 'Đường 3 Tháng 2', IN_GO_VAP, GO_VAP),
      house('2', 'Đường 2 Tháng 9', IN_BEN_NGHE, BEN_NGHE),
      house('1', 'Trúc Bạch', IN_TRUC_BACH, TRUC_BACH),
      street('Đường tỉnh 973', ['Đường Phan Xích Long'], GO_VAP, 5),
      street('Phan Xích Long', [], TRUC_BACH, 1),
      poi('Chợ Bến Thành', IN_BEN_THANH, BEN_THANH, 180, ['Ben Thanh Market']),
      poi('Bệnh viện Bạch Mai', IN_TRUC_BACH, TRUC_BACH, 200),
      poi('ATM Vietcombank', IN_BEN_THANH, BEN_THANH, 30),
      poi('ATM Vietcombank', IN_BEN_THANH, { lat: BEN_THANH.lat + 0.0005, lon: BEN_THANH.lon }, 30),
      poi('ATM Vietinbank', IN_TRUC_BACH, TRUC_BACH, 30),
      poi('Trường Đại học Bách khoa', IN_GO_VAP, GO_VAP, 150),
      poi('Trường THPT Trúc Bạch', IN_GO_VAP, GO_VAP, 100),
      poi('Trúc Bạch', IN_GO_VAP, GO_VAP, 90),
      poi('Ga Hòa Hưng', IN_BEN_THANH, BEN_THANH, 100),
      poi('Ga Hà Nội', IN_TRUC_BACH, TRUC_BACH, 200),
    ],
  });
  suggest = openSuggest({ tables, admin, table });
});

function shown(match: Match, units: 'old' | 'new' = 'old'): string {
  if (!isPlaceMatch(match)) return labelMatch(admin, match, units).label;
  const feature = featureOf(tables, match.place);
  const known = ((tables.featureFlags[feature] as number) & FEATURE_FLAGS.formerKnown) !== 0;
  const { line } = createBaseWardUnits(admin, table)(tables.featureBaseWard[feature] as number, known);
  return `${match.houseNumber} ${nameOf(tables, feature)}, ${line[units]}`.trim();
}

function ask(text: string, options: Partial<SuggestOptions> = {}): string[] {
  const all = { size: 5, adminUnits: 'old', ...options } as const;
  return suggest.suggest(text, all).map((match) => shown(match, all.adminUnits));
}

const LE_LOI_Q1 =
  /^Đường Lê Lợi, Phường Bến (Nghé|Thành), Quận 1, Thành phố Hồ Chí Minh$|^Lê Lợi, Phường Bến (Nghé|Thành), Quận 1, Thành phố Hồ Chí Minh$/;

describe('what people type', () => {
  it.each([
    ['12 le loi q1', '12 Đường Lê Lợi, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh'],
    ['12 Lê Lợi, Quận 1', '12 Đường Lê Lợi, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh'],
    ['12 Lê Lợi, Quận 1'.normalize('NFD'), '12 Đường Lê Lợi, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh'],
    ['số 12a đường lê lợi', '12A Đường Lê Lợi, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh'],
    ['12/3 le lo', '12/3 Đường Lê Lợi, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh'],
    ['12 le loi go vap', '12 Lê Lợi, Quận Gò Vấp, Thành phố Hồ Chí Minh'],
    ['12/3 nguyen tr', 'Nguyễn Trãi, Phường Bến Thành, Quận 1, Thành phố Hồ Chí Minh'],
    ['le loi, hue', 'Lê Lợi, Phường Phú Hội, Quận Thuận Hóa, Thành phố Huế'],
    ['đ. lê lợi q. gò v', 'Lê Lợi, Quận Gò Vấp, Thành phố Hồ Chí Minh'],
    ['ben tha', 'Chợ Bến Thành, Phường Bến Thành, Quận 1, Thành phố Hồ Chí Minh'],
    ['cho ben th', 'Chợ Bến Thành, Phường Bến Thành, Quận 1, Thành phố Hồ Chí Minh'],
    ['ben thanh mar', 'Chợ Bến Thành, Phường Bến Thành, Quận 1, Thành phố Hồ Chí Minh'],
    ['bv bach m', 'Bệnh viện Bạch Mai, Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội'],
    ['dh bach kh', 'Trường Đại học Bách khoa, Quận Gò Vấp, Thành phố Hồ Chí Minh'],
    ['atm vietc', 'ATM Vietcombank, Phường Bến Thành, Quận 1, Thành phố Hồ Chí Minh'],
    ['p ben ngh', 'Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh'],
    ['ho chi', 'Thành phố Hồ Chí Minh'],
    ['sai gon', 'Thành phố Hồ Chí Minh'],
    ['tphcm', 'Thành phố Hồ Chí Minh'],
    ['q1', 'Quận 1, Thành phố Hồ Chí Minh'],
    ['quan go v', 'Quận Gò Vấp, Thành phố Hồ Chí Minh'],
    ['ddoongs da, ha noi', 'Quận Đống Đa, Thành phố Hà Nội'],
    ['benh vien bahc mai', 'Bệnh viện Bạch Mai, Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội'],
    ['3/2', 'Đường 3 Tháng 2, Quận Gò Vấp, Thành phố Hồ Chí Minh'],
    ['3 thang 2', 'Đường 3 Tháng 2, Quận Gò Vấp, Thành phố Hồ Chí Minh'],
    ['9 duong 3/2', '9 Đường 3 Tháng 2, Quận Gò Vấp, Thành phố Hồ Chí Minh'],
    ['2 thang 9', 'Đường 2 Tháng 9, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh'],
    ['phuong 05 quan go vap', 'Phường 5, Quận Gò Vấp, Thành phố Hồ Chí Minh'],
  ])('%s', (text, expected) => {
    expect(ask(text)[0]).toBe(expected);
  });

  it.each(['nguyeenx trai', 'nguyentrai', 'nguyeb trai', 'ngyen trai', 'Nguyễn Tr'])('%s', (text) => {
    // Wards have that name, too, and streets of which one house is known are not important.
    const street = 'Nguyễn Trãi, Phường Bến Thành, Quận 1, Thành phố Hồ Chí Minh';
    expect(ask(text, { size: 20 })).toContain(street);
    expect(ask(text, { focus: BEN_THANH, radiusMeters: 50_000 })[0]).toBe(street);
  });

  it('offers a house that is known before one that is not', () => {
    expect(ask('50 le loi')[0]).toBe('50 Lê Lợi, Phường Bến Thành, Quận 1, Thành phố Hồ Chí Minh');
    expect(ask('200 le loi')[0]).toBe('200 Lê Lợi, Quận Gò Vấp, Thành phố Hồ Chí Minh');
  });

  it('does not take the second word of "thị xã" for "xã"', () => {
    expect(ask('xa b', { size: 50 }).filter((each) => each.startsWith('Thị xã'))).toEqual([]);
    expect(ask('thi xa b')[0]).toMatch(/^Thị xã B/);
  });

  it('shows the street without the number of a house that it does not know', () => {
    const matches = suggest.suggest('999/1 nguyen trai', { size: 5, adminUnits: 'old' });
    expect(matches[0]).toMatchObject({ level: 'street', houseNumber: '' });
    expect(ask('999/1 nguyen trai').filter((each) => each.includes('999'))).toEqual([]);
    const labels = ask('999/1 nguyen tr', { size: 20 });
    expect(labels).toEqual([...new Set(labels)]);
  });

  it('begins with the same matches for every size', () => {
    const texts = [
      '12 le',
      '1',
      'le loi',
      'ben',
      'nguyen',
      'b',
      '999 le',
      'quan',
      '12/3 nguyen tr',
      'xa b',
      'bahc mai',
    ];
    for (const text of texts)
      for (const focus of [undefined, BEN_THANH]) {
        const five = suggest.suggest(text, { size: 5, adminUnits: 'old', focus });
        for (const size of [1, 2, 7, 20, 50]) {
          const matches = suggest.suggest(text, { size, adminUnits: 'old', focus });
          expect(matches.slice(0, 5), `${text} ${String(size)}`).toEqual(five.slice(0, size));
        }
      }
  });

  it('limits a street to the units behind it, of which the last may be unfinished', () => {
    for (const text of ['le loi, quan 1', 'le loi q1', 'lê lợi, bến ng', 'le loi ho chi minh']) {
      expect(ask(text)[0], text).toMatch(/^(Đường )?Lê Lợi, Phường (Bến|4)/);
    }
    for (const text of ['le loi, quan 1', 'le loi, quan 1 ', 'le loi, quan 1,']) {
      expect(ask(text)[0]).toMatch(LE_LOI_Q1);
    }
    for (const text of ['le loi, thanh ', 'le loi, thanh pho ho ', 'le loi, quan go ', 'le loi, ph']) {
      expect(
        ask(text, { size: 30 }).some((each) => /Lê Lợi, .*Quận Gò Vấp/.test(each)),
        text,
      ).toBe(true);
    }
    expect(ask('le loi, quan go,')).toEqual([]);
    expect(ask('le loi, da nang').filter((each) => /Hồ Chí Minh|Huế/.test(each))).toEqual([]);
  });

  it('leaves the number out where no street is called so', () => {
    expect(ask('12 cho ben th')[0]).toMatch(/^Chợ Bến Thành,/);
    expect(ask('số 5 bệnh viện bạch m')[0]).toMatch(/^Bệnh viện Bạch Mai,/);
    expect(ask('12 nguyen tr').filter((each) => !/^(12 )?Nguyễn Tr/.test(each))).toEqual([]);
  });

  it.each([
    ['benh vienn bach mai', 'Bệnh viện Bạch Mai'],
    ['bnh vien bach m', 'Bệnh viện Bạch Mai'],
    ['bv bahc mai', 'Bệnh viện Bạch Mai'],
    ['12 nguyen tari', 'Nguyễn Trãi'],
    ['truong dai hoc bacg khoa', 'Trường Đại học Bách khoa'],
    ['truong dai hoc bacg khoa, quan go v', 'Trường Đại học Bách khoa'],
    ['tahnh pho ho chi minh', 'Thành phố Hồ Chí Minh'],
    ['tthi xa son tay', 'Thị xã Sơn Tây'],
    ['ben thanh maket', 'Chợ Bến Thành'],
    ['nguyen trau', 'Nguyễn Trãi'],
  ])('corrects one letter of %s', (text, expected) => {
    expect(ask(text, { size: 20 }).map((each) => each.split(',')[0])).toContain(expected);
  });

  it('puts names that go on before shorter ones in units that are only begun', () => {
    // "tha" may become "thành phố", and all of Bến Nghé lies in one.
    for (const text of ['ben tha', 'ben than', 'ben thanh']) {
      const answers = ask(text, { size: 20 });
      const [whole, shorter] = ['Phường Bến Thành, Quận 1', 'Phường Bến Nghé, Quận 1'].map((start) =>
        answers.findIndex((each) => each.startsWith(start)),
      ) as [number, number];
      expect(whole, text).toBeGreaterThanOrEqual(0);
      expect(shorter === -1 || whole < shorter, text).toBe(true);
    }
    expect(ask('q binh thanh')[0]).toBe('Quận Bình Thạnh, Thành phố Hồ Chí Minh');
  });

  it('takes a last word that may go on for an abbreviation, and for none', () => {
    // "th" is a primary school, too.
    expect(ask('q binh th')[0]).toBe('Quận Bình Thạnh, Thành phố Hồ Chí Minh');
    expect(ask('p. ben th')[0]).toMatch(/^Phường Bến Th/);
    expect(ask('bv bach mai, q ba d')[0]).toMatch(/^Bệnh viện Bạch Mai,/);
  });

  it('offers what is called just so before what has a type word in front, if it is about as important', () => {
    const places = ask('truc bach', { size: 20 }).filter((each) => each.includes('Gò Vấp'));
    expect(places.map((each) => each.split(',')[0])).toEqual(['Trúc Bạch', 'Trường THPT Trúc Bạch']);
  });

  it.each(['phan xich long', 'duong phan xich l', 'Phan Xích Long'])(
    'offers a street that is shown as typed before one that merely has the name too: %s',
    (text) => {
      const names = ask(text).map((each) => each.split(',')[0]);
      expect(names).toEqual(['Phan Xích Long', 'Đường tỉnh 973']);
    },
  );

  it('takes a letter for an abbreviation where it is finished', () => {
    for (const text of ['q.', 'q ', 'Q. ']) expect(ask(text)[0], text).toMatch(/^Quận /);
  });

  it('does not take the number of a house for another', () => {
    const scoreOf = (text: string) => suggest.suggest(text, { size: 1, adminUnits: 'old' })[0]?.score ?? 0;
    // "13" is a house of that street, and not the "3" of its name.
    expect(ask('13 thang 2')).toEqual(['Đường 3 Tháng 2, Quận Gò Vấp, Thành phố Hồ Chí Minh']);
    expect(scoreOf('13 thang 2')).toBeLessThan(scoreOf('3 thang 2'));
  });

  it('waits for more letters only where the last word can go on', () => {
    expect(ask('nguyen tr', { size: 20 }).some((each) => each.startsWith('Nguyễn Trãi'))).toBe(true);
    expect(ask('nguyen tr ', { size: 20 }).some((each) => each.startsWith('Nguyễn Trãi'))).toBe(false);
  });
});

describe('one answer for one place', () => {
  it('joins the sections of a street that passes through several wards', () => {
    const streets = ask('le loi', { size: 20 }).filter((each) => /^(Đường )?Lê Lợi,/.test(each));
    expect(streets.filter((each) => each.includes('Quận 1')).length).toBe(1);
    expect(streets.filter((each) => each.includes('Quận Gò Vấp')).length).toBe(1);
    expect(streets.filter((each) => each.includes('Huế')).length).toBe(1);
  });

  it('puts wards that ended before July 2025 behind existing places', () => {
    const answers = ask('le loi', { size: 30 });
    const earlier = answers.indexOf('Phường Lê Lợi, Quận Ngô Quyền, Thành phố Hải Phòng');
    const lastStreet = answers.findLastIndex((each) => /^(Đường )?Lê Lợi,/.test(each));
    expect(lastStreet).toBeGreaterThanOrEqual(0);
    expect(earlier).toBeGreaterThan(lastStreet);
    expect(ask('phuong le loi, ngo quyen')[0]).toBe('Phường Lê Lợi, Quận Ngô Quyền, Thành phố Hải Phòng');
  });

  it('shows the section that is nearer', () => {
    const from = (focus: Position) => ask('le loi', { focus, radiusMeters: 5000 })[0];
    expect(from({ lat: BEN_NGHE.lat + 0.005, lon: BEN_NGHE.lon })).toContain('Bến Nghé');
    expect(from({ lat: BEN_THANH.lat - 0.005, lon: BEN_THANH.lon })).toContain('Bến Thành');
  });

  it.each(['old', 'new'] as const)('never shows one label twice, in %s units', (adminUnits) => {
    for (const text of [
      'l',
      'le loi',
      'atm',
      'ben',
      'p',
      'phuong 1',
      'ha noi',
      'q',
      'binh duong',
      'tan',
      '1',
    ]) {
      const labels = ask(text, { size: 50, adminUnits });
      expect(new Set(labels).size, text).toBe(labels.length);
    }
  });

  it('prefers the units that labels are written in', () => {
    expect(ask('sai gon', { adminUnits: 'new', size: 20 })).toContain(
      'Phường Sài Gòn, Thành phố Hồ Chí Minh',
    );
    expect(ask('binh duong', { adminUnits: 'old' })[0]).toBe('Tỉnh Bình Dương');
    expect(ask('binh duong', { adminUnits: 'new' })).toContain('Thành phố Hồ Chí Minh');
  });
});

describe('where it is asked from', () => {
  it('keeps to the radius', () => {
    const near = { focus: BA_DINH, radiusMeters: 50_000 };
    expect(ask('le loi', near).filter((each) => /Hồ Chí Minh|Huế/.test(each))).toEqual([]);
    expect(ask('atm viet', near)).toEqual([
      'ATM Vietinbank, Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội',
    ]);
    expect(ask('atm viet', { focus: { lat: 0, lon: 0 }, radiusMeters: 50_000 })).toEqual([]);
  });

  it('does not take what is elsewhere for a misspelling of what is near', () => {
    const near = { focus: BEN_NGHE, radiusMeters: 50_000 };
    expect(ask('ga ho', near)[0]).toMatch(/^Ga Hòa Hưng,/);
    expect(ask('ga ha n', near)).toEqual([]);
    expect(ask('ga hoaa hung', near)[0]).toMatch(/^Ga Hòa Hưng,/);
  });

  it('without a radius lists what is near first, then fills up', () => {
    expect(ask('atm viet', { focus: BA_DINH })[0]).toContain('ATM Vietinbank');
    expect(ask('atm viet', { focus: BA_DINH })).toHaveLength(2);
    expect(ask('atm viet', { focus: BEN_NGHE })[0]).toContain('ATM Vietcombank');
    const matches = suggest.suggest('le loi', { size: 10, adminUnits: 'old', focus: BEN_NGHE });
    const scores = matches.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThan(0);
    expect(matches.filter(({ position }) => position.lat > 15).length).toBeGreaterThan(0);
  });

  it('finds the unit that one stands in, however far its centre', () => {
    const focus = { lat: 20.72, lon: 105.7 };
    expect(ask('ha no', { focus, radiusMeters: 5000 })).toContain('Thành phố Hà Nội');
  });
});

describe('what no name begins with', () => {
  it('is asked of the fallback, within the radius', () => {
    const [far] = suggest.suggest('ben thanh', { size: 1, adminUnits: 'old' });
    const asked: string[] = [];
    const fallback = openSuggest({
      ...{ tables, admin, table },
      fallback: (text) => {
        asked.push(text);
        return [far as Match];
      },
    });
    expect(fallback.suggest('market thanh ben xyzzy', { size: 5, adminUnits: 'old' })).toEqual([far]);
    const near = { focus: BA_DINH, radiusMeters: 1000 };
    expect(fallback.suggest('market thanh ben xyzzy', { size: 5, adminUnits: 'old', ...near })).toEqual([]);
    expect(asked).toEqual(['market thanh ben xyzzy', 'market thanh ben xyzzy']);
    fallback.suggest('ben thanh', { size: 5, adminUnits: 'old' });
    expect(asked).toHaveLength(2);
  });

  it('is no reason to fail', () => {
    const garbage = [
      '',
      ' ',
      ',,,',
      '\ud800',
      '\u0301',
      '😀',
      '////',
      '-',
      '12/',
      '12/3/',
      'x'.repeat(10_000),
      '1 '.repeat(5000),
      'ệ'.repeat(3000),
      '東京 Ａ',
      '0',
      '%20',
    ];
    for (const text of garbage) {
      for (const size of [0, 1, 5, 1000]) expect(() => ask(text, { size })).not.toThrow();
      expect(() => ask(text, { focus: { lat: 90, lon: -180 } })).not.toThrow();
    }
  });

  it('keeps nothing between questions', () => {
    const first = ask('le loi', { size: 10 });
    ask('atm viet', { focus: BA_DINH, radiusMeters: 100, adminUnits: 'new' });
    ask('12 le loi q1');
    expect(ask('le loi', { size: 10 })).toEqual(first);
  });
});

describe('a dataset of units only', () => {
  it('suggests units', () => {
    const units = openSuggest({ admin, table });
    const labels = units
      .suggest('quan ba d', { size: 3, adminUnits: 'old' })
      .map((match) => (isPlaceMatch(match) ? '' : labelMatch(admin, match, 'old').label));
    expect(labels[0]).toBe('Quận Ba Đình, Thành phố Hà Nội');
    expect(units.suggest('12 le loi q1', { size: 3, adminUnits: 'old' })).toEqual([]);
  });
});
