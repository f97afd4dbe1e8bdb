import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { effort } from '../../../../test/support/effort.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { fold } from '../../../base/text/fold.ts';
import { splitFullName } from '../../../base/text/unit-words.ts';
import { openAdminDataset } from '../../gazetteer/units/open-admin-dataset.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import { createAdminSearch, type AdminSearch } from './admin-search.ts';

/** A question and the wards in force, by index, that answer it. */
interface Question {
  text: string;
  province: number;
  wards: number[];
}

const root = new URL('../../../../', import.meta.url);
const hanoi = fileURLToPath(new URL('../shared/data/addresses/hanoi-osm-2025.csv', root));
/** Every how many former wards one is asked. */
const STEP = effort(29, 7);
const STREETS = [
  'Đường Lê Lợi',
  'Phố Huế',
  'Đường 30/4',
  'Quốc lộ 1A',
  'Đường Nguyễn Thị Minh Khai',
  'Ngõ 12 Trần Phú',
];
const SHORT: Readonly<Record<string, string>> = {
  Phường: 'P.',
  Xã: 'X.',
  'Thị trấn': 'TT.',
  Quận: 'Q.',
  Huyện: 'H.',
  'Thị xã': 'TX.',
  'Thành phố': 'TP.',
  Tỉnh: 'T.',
};

let dataset: AdminDataset;
let search: AdminSearch;

beforeAll(async () => {
  dataset = await openAdminDataset(fileURLToPath(new URL('fixtures/starter', root)));
  search = createAdminSearch(dataset);
});

const readCsv = (file: string): Record<string, string>[] =>
  parse<Record<string, string>>(readFileSync(file), { columns: true });

function shorten(fullName: string): string {
  const { type, name } = splitFullName(fullName);
  return (SHORT[type] ?? type) + name;
}

/** Leaves the type word out where the name can stand without it. */
function strip(fullName: string): string {
  const { name } = splitFullName(fullName);
  return /^\d+$/.test(name) ? fullName : name;
}

/** Swaps two neighbouring letters in the middle of a name, the same ones every time. */
function misspell(fullName: string): string {
  const { type, name } = splitFullName(fullName);
  if (name.length < 6 || /\d/.test(name)) return fullName;
  const at = Math.floor(name.length / 2);
  return `${type} ${name.slice(0, at - 1)}${name.charAt(at)}${name.charAt(at - 1)}${name.slice(at + 1)}`;
}

type Write = (ward: string, district: string, province: string, index: number) => string;

function ask(write: Write): Question[] {
  const questions: Question[] = [];
  for (let i = 0; i < dataset.formerWards.length; i += STEP) {
    const { fullName, district, province, wards } = dataset.formerWards[
      i
    ] as AdminDataset['formerWards'][number];
    const text = write(fullName, district, province, i);
    questions.push({ text, province: dataset.wards[wards[0] as number]?.province ?? -1, wards });
  }
  expect(questions.length).toBeGreaterThan(effort(400, 1000));
  return questions;
}

function shares(questions: readonly Question[]): { provinces: number; wards: number; wrong: number } {
  let provinces = 0;
  let wards = 0;
  let wrong = 0;
  for (const question of questions) {
    const match = search.search(question.text, { size: 1 })[0];
    if (match?.newUnits.province === question.province) provinces += 1;
    const found = match?.candidates?.map(({ ward }) => ward) ?? [match?.newUnits.ward];
    if (found.some((ward) => ward !== undefined && question.wards.includes(ward))) wards += 1;
    else if (match?.level === 'ward') wrong += 1;
  }
  const count = questions.length;
  return { provinces: provinces / count, wards: wards / count, wrong: wrong / count };
}

describe('former wards under noise', () => {
  const join = (...parts: string[]): string => parts.join(', ');
  const classes: [name: string, write: Write][] = [
    ['as they were', (w, d, p) => join(w, d, p)],
    ['without diacritics or commas', (w, d, p) => fold(`${w} ${d} ${p}`)],
    ['abbreviated', (w, d, p) => join(shorten(w), shorten(d), shorten(p))],
    ['from the province down', (w, d, p) => join(p, d, w)],
    ['without type words', (w, d, p) => join(strip(w), strip(d), strip(p))],
    ['behind a street', (w, d, p, i) => join(`${String(i)} ${STREETS[i % STREETS.length] ?? ''}`, w, d, p)],
    [
      'behind a street, folded, abbreviated, no commas',
      (w, d, p, i) =>
        fold(`${String(i)} ${STREETS[i % STREETS.length] ?? ''} ${shorten(w)} ${shorten(d)} ${shorten(p)}`),
    ],
    ['with two letters of the ward swapped', (w, d, p) => join(misspell(w), d, p)],
    ['without the province', (w, d) => join(w, d)],
  ];
  it.each(classes)('%s', (_name, write) => {
    const { provinces, wards, wrong } = shares(ask(write));
    expect(provinces).toBeGreaterThan(0.99);
    expect(wards).toBeGreaterThan(0.97);
    expect(wrong).toBeLessThan(0.01);
  });

  it('rather names the province than a wrong ward when the district is missing', () => {
    const { provinces, wrong } = shares(ask((w, _d, p) => `${w}, ${p}`));
    expect(provinces).toBeGreaterThan(0.99);
    expect(wrong).toBeLessThan(0.02);
  });
});

describe('wards in force under noise', () => {
  it.each<[name: string, write: (ward: string, province: string) => string]>([
    ['as they are', (w, p) => `${w}, ${p}`],
    ['from the province down, folded', (w, p) => fold(`${p}, ${w}`)],
    ['abbreviated, behind a street', (w, p) => `12/3 Phố Huế ${shorten(w)} ${shorten(p)}`],
  ])('%s', (_name, write) => {
    const questions = dataset.wards.map((ward, index) => ({
      text: write(ward.fullName, dataset.provinces[ward.province]?.fullName ?? ''),
      province: ward.province,
      wards: [index],
    }));
    const { provinces, wards } = shares(questions);
    expect(provinces).toBeGreaterThan(0.99);
    expect(wards).toBeGreaterThan(0.97);
  });
});

describe('public addresses of fixtures/', () => {
  it('finds the province of 98 % and the ward of 95 % that name it', () => {
    const addresses = readCsv(fileURLToPath(new URL('fixtures/addresses.csv', root)));
    const expected = readCsv(fileURLToPath(new URL('fixtures/addresses.expected.csv', root)));
    let provinces = 0;
    let named = 0;
    let wards = 0;
    expected.forEach((truth, i) => {
      const match = search.search(addresses[i]?.address ?? '', { size: 1 })[0];
      if (match === undefined) return;
      if (dataset.provinces[match.newUnits.province]?.code === truth.province_code) provinces += 1;
      if (truth.names_ward !== 'true') return;
      named += 1;
      if (dataset.wards[match.newUnits.ward ?? -1]?.code === truth.ward_code) wards += 1;
    });
    expect(named).toBeGreaterThan(100);
    expect(provinces / expected.length).toBeGreaterThanOrEqual(0.98);
    expect(wards / named).toBeGreaterThanOrEqual(0.95);
  });
});

describe.skipIf(!existsSync(hanoi))('real addresses of Ha Noi (needs ../shared/data)', () => {
  it('finds the province, and a district that the true ward lies in', () => {
    const districts = new Map<string, Set<string>>();
    for (const former of dataset.formerWards) {
      for (const ward of former.wards) {
        const code = dataset.wards[ward]?.code ?? '';
        districts.set(code, (districts.get(code) ?? new Set()).add(former.district));
      }
    }
    let named = 0;
    let provinces = 0;
    let answered = 0;
    let right = 0;
    for (const row of readCsv(hanoi)) {
      const match = search.search(row.address ?? '', { size: 1 })[0];
      if (/, .*(Hà Nội|Ha Noi|Hanoi)/i.test(row.address ?? '')) {
        named += 1;
        if (match !== undefined && dataset.provinces[match.newUnits.province]?.name === 'Hà Nội')
          provinces += 1;
      }
      if (match?.level !== 'district') continue;
      answered += 1;
      if (districts.get(row.pip_ward_code ?? '')?.has(match.oldUnits.district ?? '') === true) right += 1;
    }
    expect(named).toBeGreaterThan(1000);
    expect(provinces / named).toBeGreaterThan(0.99);
    // Addresses along a border often name the district across the street, so truth itself is not clean here.
    expect(right / answered).toBeGreaterThan(0.93);
  });
});
