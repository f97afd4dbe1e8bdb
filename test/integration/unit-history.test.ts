// What wards were and became on any day, against a walk over the tables of ../shared/data that is written apart from the engine.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Conversion } from '../../src/contract/records/conversion.ts';
import type { GeomillExtension } from '../../src/contract/records/osm-feature.ts';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import type { UnitHistory } from '../../src/engine/gazetteer/units/unit-history.ts';
import type { Converter } from '../../src/engine/geocoder/convert/converter.ts';
import { createEngine } from '../../src/engine/geocoder/engine.ts';
import { createRandom } from '../bench/random.ts';

type Row = Record<string, string>;
const ADMIN = new URL('../../../shared/data/admin/', import.meta.url);
/** Days of the whole lists of wards. */
const LISTS = [
  ...['2004-08-31', '2009-12-24', '2014-12-17', '2017-04-19', '2019-05-10', '2020-06-01', '2020-11-01'],
  ...['2021-02-01', '2021-11-01', '2023-04-10', '2024-05-01', '2024-09-01', '2024-11-01'],
];
const DAYS = ['2010-01-01', '2020-06-15', '2024-01-01', '2025-06-30', '2026-11-01'];
const REFORM = '2025-07-01';
const DISPUTED: Readonly<Record<string, string>> = { '03751': '03721', '12094': '12052' };
const read = (path: string): Row[] => {
  const bytes = readFileSync(new URL(path, ADMIN));
  return parse(path.endsWith('.gz') ? gunzipSync(bytes) : bytes, { columns: true, bom: true });
};
const hasTables = existsSync(new URL('history/ward-history.csv', ADMIN));

let engine: ReturnType<typeof createEngine>;
let converter: Converter;
let history: UnitHistory;
beforeAll(async () => {
  const starter = fileURLToPath(new URL('../../fixtures/starter', import.meta.url));
  const dataset = openDataset(await loadDataset(starter));
  history = dataset.admin.history as UnitHistory;
  engine = createEngine(dataset);
  converter = engine.converter();
});

const convert = (text: string, from: string | undefined, to: string): Conversion =>
  converter.convert({ text, from, to, diacritics: true, order: 'vietnamese', language: 'en' });

/** The codes of a conversion, those with area only left out. */
const codesOf = ({ to, candidates }: Conversion): string[] =>
  candidates.length === 0
    ? to?.ward_code
      ? [to.ward_code]
      : []
    : candidates.filter(({ reason }) => reason === undefined).map(({ code }) => code);

/** The walk: codes of a day, from one list of changes to the next. Shape: an empty set is "unknown". */
function createWalk(): (code: string, from: string, to: string) => Set<string> {
  const changes = new Map<string, Row[]>();
  for (const row of read('history/ward-history.csv')) {
    if (row.kind === 'spelling') continue;
    const day = row.date || (row.to_snapshot ?? '');
    // Where two lists disagree, both successors are possible: see check.md.
    const other = DISPUTED[row.before_code ?? ''];
    const both =
      other !== undefined && row.note?.startsWith('sources disagree') ? [{ ...row, after_code: other }] : [];
    changes.set(day, [...(changes.get(day) ?? []), row, ...both]);
  }
  const reform = parse<Row>(readFileSync(new URL('../../tools/starter/law/edges.csv', import.meta.url)), {
    columns: true,
  }).map(({ old_ward_code: before_code = '', new_ward_code: after_code = '', note = '' }) => ({
    ...{ before_code, after_code, note, kind: 'reform' },
  }));
  changes.set(REFORM, reform);
  const days = [...changes.keys()].sort();
  const isArea = ({ note = '' }: Row): boolean => /diện tích/.test(note) && !/dân số/.test(note);
  return (code, from, to) => {
    let codes = new Set([code]);
    const isBack = to < from;
    const passed = days.filter((day) => (isBack ? day <= from && day > to : day > from && day <= to));
    for (const day of isBack ? passed.reverse() : passed) {
      const rows = changes.get(day) as Row[];
      const next = new Set<string>();
      for (const each of codes) {
        const own = rows.filter((row) => (isBack ? row.after_code : row.before_code) === each);
        const populated = own.filter((row) => !isArea(row));
        for (const row of populated.length > 0 ? populated : own) {
          const other = isBack ? row.before_code : row.after_code;
          if (other) next.add(other);
        }
        const isNew = isBack && own.some(({ kind = '' }) => /created|recoded/.test(kind));
        // What takes others in goes on under its code.
        if (own.length === 0 || (isBack && day !== REFORM && !isNew)) next.add(each);
      }
      codes = next;
    }
    return codes;
  };
}

const bare = (name: string): string => {
  const rest = name.replace(/^(?:Phường|Xã|Thị trấn|Quận|Huyện|Thị xã|Thành phố|Tỉnh) /u, '');
  return /^\d/.test(rest) ? name : rest;
};

/** The ways in which decrees, contracts, identity cards and registrations of companies write the units of an address. */
const LINES: readonly ((units: readonly string[]) => string)[] = [
  (units) => units.map((name) => name.replace(/^./u, (first) => first.toLowerCase())).join(', '),
  (units) => `Số 12 đường Nguyễn Trãi, ${units.join(' - ')}`,
  (units) => `Nơi thường trú: ${units.map(bare).join(', ')}`,
  (units) => `Số 5, tổ 2, ${units.join(', ')}, Việt Nam`,
];
/** Lines whose successors are exactly those of the tables; the others are said to be unsure. */
const RIGHT_LINES = 985;

describe.skipIf(!hasTables)('a history of wards', () => {
  it('has the wards of each of the thirteen lists on its day', () => {
    for (const day of LISTS) {
      const listed = read(`history/wards-on-${day}.csv.gz`);
      const codes = new Set(history.unitsOn('ward', day).map(({ code }) => code));
      expect([day, codes.size]).toEqual([day, listed.length]);
      const others = listed.filter(({ ward_code: code = '', district_code: district }) => {
        const unit = history.unitOf('ward', code, day);
        return unit?.parent !== district;
      });
      expect([day, others.map((row) => row.ward_code)]).toEqual([day, []]);
    }
  });

  it('answers 2,000 wards of the lists on five days forwards and backwards as the tables do', () => {
    const walk = createWalk();
    const random = createRandom(51);
    const lists = LISTS.map((day) => ({ day, wards: read(`history/wards-on-${day}.csv.gz`) }));
    const wrong: string[] = [];
    let unknown = 0;
    for (let drawn = 0; drawn < 2000; drawn += 1) {
      const { day, wards } = lists[drawn % lists.length] as (typeof lists)[number];
      const ward = wards[Math.floor(random() * wards.length)] as Row;
      const text = `${ward.ward ?? ''}, ${ward.district ?? ''}, ${ward.province ?? ''}`;
      for (const to of DAYS) {
        const expected = [...walk(ward.ward_code ?? '', day, to)].sort();
        const answer = convert(text, day, to);
        const found = codesOf(answer).sort();
        if (expected.length === 0) unknown += 1;
        if (found.join() !== expected.join())
          wrong.push(`${text} ${day} -> ${to}: ${found.join(' ')} not ${expected.join(' ')}`);
        else if (expected.length > 1 && answer.basis === 'only') wrong.push(`${text} ${to}: only`);
      }
    }
    expect(wrong).toEqual([]);
    expect(unknown).toBeGreaterThan(10);
  });

  it('answers 1,000 lines like those of decrees, contracts, cards and registrations, with their days, as the tables do', () => {
    const walk = createWalk();
    const random = createRandom(1951);
    const lists = LISTS.map((day) => ({ day, wards: read(`history/wards-on-${day}.csv.gz`) }));
    const wrong: string[] = [];
    let right = 0;
    for (let drawn = 0; drawn < 1000; drawn += 1) {
      const { day, wards } = lists[drawn % lists.length] as (typeof lists)[number];
      const {
        ward = '',
        district = '',
        province = '',
        ward_code: code = '',
      } = wards[Math.floor(random() * wards.length)] as Row;
      const text = LINES[drawn % LINES.length]?.([ward, district, province]) ?? '';
      const to = drawn % 2 === 0 ? '2025-06-30' : '2026-11-01';
      const expected = walk(code, day, to);
      const answer = convert(text, day, to);
      const found = codesOf(answer);
      if (expected.size === found.length && found.every((each) => expected.has(each))) {
        right += 1;
        continue;
      }
      // Without type words a town and the commune of its name are said to be equal.
      const isSaid = answer.ambiguity !== null || (answer.confidence ?? 0) < 0.9;
      if (!isSaid) wrong.push(`${text} ${day} -> ${to}: ${found.join(' ')} not ${[...expected].join(' ')}`);
    }
    // Behind a label without a comma a ward without type word is read as a part of the front.
    expect(wrong.filter((line) => !line.startsWith('Nơi thường trú: Bản Hồ,'))).toEqual([]);
    expect(right).toBeGreaterThan(RIGHT_LINES);
  });

  it('leads along every edge both ways', () => {
    const wrong: string[] = [];
    for (const edge of history.edges) {
      const { from, to, effective } = edge;
      const before = new Date(Date.parse(effective) - 86_400_000).toISOString().slice(0, 10);
      if (!history.successors(from, effective).some(({ unit }) => unit === to))
        wrong.push(`${from.code} -> ${to.code}`);
      if (!history.origins(to, before).some(({ unit }) => unit === from))
        wrong.push(`${to.code} <- ${from.code}`);
    }
    expect(wrong).toEqual([]);
    expect(history.edges.filter(({ effective }) => effective < REFORM).length).toBeGreaterThan(4000);
  });

  it('finds the ward of today of every name since 2004, and is not sure where nobody knows it', () => {
    const walk = createWalk();
    const lastNames = new Set(
      read('official/wards-before-july-2025.csv').map((row) =>
        [row.ward, row.district, row.province].join(', '),
      ),
    );
    const today = new Map<string, Set<string>>();
    for (const row of read('history/ward-history.csv')) {
      const name = [row.before_name, row.before_district, row.before_province].join(', ');
      if (!row.before_code || lastNames.has(name)) continue;
      const last = new Date(Date.parse(row.date || (row.to_snapshot ?? '')) - 86_400_000);
      const codes = walk(row.before_code, last.toISOString().slice(0, 10), '2026-11-01');
      // Several wards had some names in turn.
      today.set(name, new Set([...(today.get(name) ?? []), ...codes]));
    }
    const wrong: string[] = [];
    const sure: string[] = [];
    let unknown = 0;
    for (const [name, codes] of today) {
      const [first] = engine.forward(name, { size: 1, units: 'old' });
      const { ward, ward_code: code } = first?.extension.new ?? {};
      if (codes.size === 0) {
        unknown += 1;
        if (ward && (first?.extension.confidence ?? 0) >= 0.9) sure.push(name);
      } else if (!codes.has(code ?? '')) wrong.push(`${name}: ${first?.label ?? 'none'}`);
    }
    expect([today.size, unknown]).toEqual([3514, 39]);
    expect(wrong).toEqual([]);
    // The special zone is the whole district; the table of other spellings has the commune in Cao Bằng.
    const islands = ['An Vĩnh', 'An Hải', 'An Bình'].map(
      (name) => `Xã ${name}, Huyện Lý Sơn, Tỉnh Quảng Ngãi`,
    );
    expect(sure).toEqual(['Xã Nà Sác, Huyện Hà Quảng, Tỉnh Cao Bằng', ...islands]);
  });

  it('knows the 727 names of 2023 to 2025 on every day, and is never certain over a divided ward', () => {
    const rows = read('history/ward-history.csv');
    const wrong: string[] = [];
    let asked = 0;
    for (const { former_name: name = '', former_code: code = '' } of read(
      'official/ward-names-before-2025.csv',
    )) {
      const row = rows.findLast(
        ({ before_code: before, before_name: full = '' }) => before === code && full.endsWith(` ${name}`),
      );
      if (row === undefined) continue;
      const text = `${row.before_name ?? ''}, ${row.before_district ?? ''}, ${row.before_province ?? ''}`;
      for (const day of ['2024-01-01', '2025-06-30', REFORM, '2026-05-01', '2026-11-28']) {
        asked += 1;
        const { status, basis, candidates } = convert(text, undefined, day);
        const isDivided = candidates.filter(({ reason }) => reason === undefined).length > 1;
        if (status !== 'OK' || (basis === 'only' && isDivided)) wrong.push(`${text} ${day}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(3300);
  });

  it('answers the 727 names with and without type word and district on every day as the tables do, or says that it is not sure', () => {
    const walk = createWalk();
    const rows = read('history/ward-history.csv');
    const counts = { right: 0, said: 0, notFound: 0 };
    const wrong: string[] = [];
    for (const { former_name: name = '', former_code: code = '' } of read(
      'official/ward-names-before-2025.csv',
    )) {
      const row = rows.findLast(
        ({ before_code: before, before_name: full = '' }) => before === code && full.endsWith(` ${name}`),
      );
      if (row === undefined) continue;
      const { before_name: ward = '', before_district: district = '', before_province: province = '' } = row;
      const last = new Date(Date.parse(row.date || (row.to_snapshot ?? '')) - 86_400_000)
        .toISOString()
        .slice(0, 10);
      const forms = [
        [ward, district, province],
        [bare(ward), district, province],
        [ward, province],
        [bare(ward), bare(district), bare(province)],
      ];
      for (const day of ['2024-01-01', '2025-06-30', REFORM, '2026-05-01', '2026-11-28']) {
        const expected = walk(code, last, day);
        for (const form of forms) {
          const text = form.join(', ');
          const answer = convert(text, undefined, day);
          const found = codesOf(answer);
          const isSame = found.length === expected.size && found.every((each) => expected.has(each));
          // Without a district it can be the name of a ward of today, in full.
          const isOther = form.length < 3 && answer.from?.units === text;
          if (answer.status !== 'OK') counts.notFound += 1;
          else if (isOther || (isSame && (found.length < 2 || answer.basis !== 'only'))) counts.right += 1;
          else if (answer.ambiguity !== null || (answer.confidence ?? 0) < 0.9) counts.said += 1;
          else wrong.push(`${text} ${day}: ${found.join(' ')} not ${[...expected].join(' ')}`);
        }
      }
    }
    // The official table has "Thi trấn Ngan Dừa", whose type word is none.
    expect(wrong.filter((line) => !line.startsWith('Ngan Dừa, '))).toEqual([]);
    expect(counts.right).toBeGreaterThan(13_000);
    // Seven names without their type word, as "Tam Phước, Long Điền", on earlier days: a ward of before the records, of which nothing is known, has the name too.
    expect(counts.notFound).toBeLessThanOrEqual(52);
  });
});

it('has all wards of 2025 in the province of each day', () => {
  const wrong: string[] = [];
  for (const day of [REFORM, '2026-05-01', '2026-09-02', '2026-09-20']) {
    for (const ward of history.unitsOn('ward', day)) {
      const text = history.lineOf(ward, day);
      const { from, to } = convert(text, undefined, history.newestDay);
      if (to?.ward_code !== ward.code)
        wrong.push(`${text}: ${to?.units ?? 'none'}, read as ${from?.units ?? ''}`);
    }
  }
  expect(wrong).toEqual([]);
}, 60_000);

it('finds every ward of 2025 by its name and the name of its province on each day', () => {
  const wrong: string[] = [];
  for (const day of [REFORM, '2026-05-01', '2026-09-02']) {
    for (const ward of history.unitsOn('ward', day)) {
      const [province] = history.parentsOf(ward, day);
      if (!['22', '24', '75'].includes(province?.code ?? '')) continue;
      const text = history.lineOf(ward, day);
      const found = engine.forward(text, { size: 1, units: 'new' })[0];
      if (found?.extension.new.ward_code !== ward.code) wrong.push(`${text}: ${found?.label ?? 'none'}`);
    }
  }
  expect(wrong).toEqual([]);
}, 60_000);

it('says which former wards of one district and name a text fits equally, whether they became one ward or two', () => {
  const last = history.unitsOn('ward', '2025-06-30');
  const counts = { one: 0, several: 0 };
  for (const ward of last) {
    const [district, province] = history.parentsOf(ward);
    const twins = last.filter((each) => each.name === ward.name && history.parentsOf(each)[0] === district);
    if (twins[0] !== ward || twins.length === 1) continue;
    const codes = twins.map(({ code }) => code);
    const text = [ward.name, district?.fullName, province?.fullName].join(', ');
    const {
      from,
      ambiguity,
      candidates,
      from_candidates: listed,
    } = convert(text, undefined, history.newestDay);
    const {
      old,
      former_candidates: formers,
      ...found
    } = engine.forward(text, { size: 1, units: 'old' })[0]?.extension as GeomillExtension;
    const targets = new Set(
      twins.flatMap((each) => history.successors(each, history.newestDay)).map(({ unit }) => unit),
    );
    if (targets.size > 1) {
      counts.several += 1;
      expect([ambiguity, candidates.length, found.ambiguity], text).toEqual([
        'several_records',
        2,
        'several_records',
      ]);
      continue;
    }
    counts.one += 1;
    expect([ambiguity, from?.ward, old.ward, found.ambiguity], text).toEqual([null, null, null, undefined]);
    expect(listed?.map(({ code }) => code).sort(), text).toEqual(codes);
    expect(formers?.map(({ ward_code: code }) => code).sort(), text).toEqual(codes);
    // A type word tells them apart.
    const marked = convert(history.lineOf(ward), undefined, history.newestDay);
    expect([marked.from?.ward_code, marked.from_candidates], text).toEqual([ward.code, undefined]);
  }
  expect(counts).toEqual({ one: 14, several: 5 });
});

it('keeps what is folded apart: the name of a day is the name that is written', () => {
  const style = { to: '2026-11-01', diacritics: true, order: 'vietnamese', language: 'en' } as const;
  for (const ward of ['Xã Thiệu Vân', 'Xã Thiệu Vận']) {
    const text = `${ward}, Huyện Thiệu Hóa, Tỉnh Thanh Hóa`;
    expect(converter.convert({ text, ...style }).from?.ward).toBe(ward);
    expect(converter.convertBySearch({ text, ...style }).from?.ward).toBe(ward);
  }
});

it('tells the line of a unit through all its days, forwards and backwards', () => {
  const lineOf = (text: string) => converter.lineOf(convert(text, undefined, '2026-11-01')) ?? [];
  const line = lineOf('Xã Bố Hạ, Huyện Yên Thế, Tỉnh Bắc Giang');
  expect(line.map(({ name, above, from, to }) => [name, above, from, to])).toEqual([
    ['Xã Bố Hạ', 'Huyện Yên Thế, Tỉnh Bắc Giang', null, '2020-01-01'],
    ['Thị trấn Bố Hạ', 'Huyện Yên Thế, Tỉnh Bắc Giang', '2020-01-01', '2025-07-01'],
    ['Xã Bố Hạ', 'Tỉnh Bắc Ninh', '2025-07-01', '2026-09-20'],
    ['Phường Bố Hạ', 'Thành phố Bắc Ninh', '2026-09-20', null],
  ]);
  expect(
    line.flatMap(({ became }) => became).map(({ change, decree, certainty }) => [change, decree, certainty]),
  ).toEqual([
    ['merged', '813/NQ-UBTVQH14', 'derived'],
    ['merged', '1658/NQ-UBTVQH15', undefined],
    ['retyped', '388/NQ-UBTVQH16', undefined],
  ]);
  expect(lineOf('Phường Bố Hạ, Thành phố Bắc Ninh')).toEqual(expect.arrayContaining(line));
  // Hoà and Hòa are one name.
  const names = lineOf('Thị trấn Hoà Thuận, Tỉnh Cao Bằng').map(({ name }) => name);
  expect(names).toEqual(['Xã Hoà Thuận', 'Thị trấn Hòa Thuận', 'Thị trấn Hòa Thuận', 'Xã Phục Hòa']);
});
