import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATEGORIES, categoryImportance } from '../../src/engine/gazetteer/categories/categories.ts';
import { openDuckDb } from '../support/duckdb.ts';
import { gersIdOf, writeOverturePlaces } from '../support/overture-places.ts';
import { geomill, type CliResult } from './cli-harness.ts';

const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true });
const build = (out: string, ...args: string[]) =>
  geomill(['dataset', 'build', '--out', at(out), '--from', 'none', ...args]);
const at = (name: string) => join(folder, name);
let folder: string;
let table: Map<string, Record<string, string>>;
let built: CliResult;

/** Rows of Overture that differ from the generated ones, by number: column, and its value in SQL. */
const CHANGED: readonly [number: number, column: string, value: string][] = [
  [0, 'geometry', 'null'],
  [1, 'operating_status', `'permanently_closed'`],
  [2, 'confidence', '0'],
  [3, 'names', 'null'],
  [
    4,
    'addresses',
    `[{'freeform': 'Phnom Penh', 'locality': null, 'postcode': null, 'region': null, 'country': 'KH'}]`,
  ],
  [5, 'confidence', 'null'],
  [6, 'confidence', '1'],
  [7, 'taxonomy', `{'primary': 'no_such', 'hierarchy': ['no_such'], 'alternates': null}`],
  [
    8,
    'taxonomy',
    `{'primary': 'endodontics', 'hierarchy': ['dental_clinic', 'endodontics'], 'alternates': ['bar', 'x']}`,
  ],
  [9, 'taxonomy', `{'primary': 'ethiopian_restaurant', 'hierarchy': null, 'alternates': null}`],
  [10, 'names', `{'primary': 'A;B|C', 'common': map{'en': 'd;e'}, 'rules': null}`],
  [
    11,
    'addresses',
    `[{'freeform': '12 Lý Tự Trọng, Quận 1', 'locality': 'Quận 1', 'postcode': '70000', 'region': 'VN-SG', 'country': 'VN'}]`,
  ],
  [12, 'addresses', 'null'],
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-overture-'));
  const changed = (column: string) => {
    const cases = CHANGED.filter(([, of]) => of === column);
    return `case ${cases.map(([number, , value]) => `when n = ${number} then ${value}`).join(' ')} else ${column} end as ${column}`;
  };
  const columns = [...new Set(CHANGED.map(([, column]) => column))];
  await writeOverturePlaces(at('part-0.parquet'), {
    count: 300,
    query: `select * exclude n replace (${columns.map(changed).join(', ')},
      case when n in (7, 9) then null else basic_category end as basic_category)
      from (select *, row_number() over () - 1 as n from places)`,
  });
  // Ten places of the first file again.
  await writeOverturePlaces(at('part-1.parquet'), { from: 290, count: 110 });
  const connection = await (await openDuckDb()).connect();
  try {
    await connection.run(
      `SET VARIABLE places = '${at('part-*.parquet')}'; SET VARIABLE written = '${at('places.csv')}'`,
    );
    await connection.run(await readFile('docs/examples/overture-places.sql', 'utf8'));
  } finally {
    connection.closeSync();
  }
  const rows = rowsOf(await readFile(at('places.csv'), 'utf8'));
  table = new Map(rows.map((row) => [row.gers_id!, row]));
  built = await build('places', '--places', at('places.csv'), '--json');
  expect(built.exitCode, built.stderr).toBe(0);
});
afterAll(() => rm(folder, { recursive: true }));

async function ask(operation: string, ...parameters: string[]): Promise<{ id: string; name: string }[]> {
  const args = ['ask', operation, ...parameters, '--dataset', at('places')];
  const { exitCode, stdout, stderr } = await geomill(args);
  expect(exitCode, stderr).toBe(0);
  const { features } = JSON.parse(stdout) as { features: { properties: { id: string; name: string } }[] };
  return features.map(({ properties: { id, name } }) => ({ id, name }));
}

describe('docs/examples/overture-places.sql', () => {
  const place = (number: number) => table.get(gersIdOf(number));

  it('leaves out places without position or name, closed ones and those abroad', () => {
    for (let number = 0; number < 5; number += 1) expect(place(number)).toBeUndefined();
    expect(table.size).toBe(400 - 5);
  });

  it('writes names, categories, importance, position, address and contacts', () => {
    expect(place(50)).toEqual({
      gers_id: gersIdOf(50),
      name: 'Quán Thử 50',
      other_names: 'Test Place 50',
      category: 'cafe|market',
      importance: String(Math.round(categoryImportance('cafe') * 0.9)),
      ...{ lat: '10.72', lon: '106.6225', address: '51 Đường Thử 10, Ho Chi Minh City', postcode: '' },
      ...{ phone: '+84900000050', website: '' },
    });
    expect(place(10)).toMatchObject({ name: 'A;B|C', other_names: 'd e' });
    expect(place(11)).toMatchObject({ address: '12 Lý Tự Trọng, Quận 1', postcode: '70000' });
    expect(place(12)).toMatchObject({ address: '', postcode: '' });
  });

  it('gives a place the nearest category above it, and an importance by its confidence', () => {
    expect([7, 8, 9].map((number) => place(number)?.category)).toEqual(['', 'dentist|bar', 'restaurant']);
    const bank = categoryImportance('bank');
    expect(place(6)).toMatchObject({ category: 'bank', importance: String(bank) });
    const dentist = categoryImportance('dentist');
    expect(place(5)).toMatchObject({ category: 'dentist', importance: String(Math.round(dentist * 0.75)) });
  });

  it('joins a table that has every category of Geomill, with its importance', async () => {
    const rows = rowsOf(await readFile('docs/examples/overture-categories.csv', 'utf8'));
    const names = rows.map(({ overture }) => overture);
    expect(new Set(names).size).toBe(names.length);
    for (const { slug } of CATEGORIES) expect(names).toContain(slug);
    for (const { category = '', importance } of rows)
      expect([category, Number(importance)]).toEqual([category, categoryImportance(category)]);
  });
});

describe('geomill dataset build --places with GERS ids', () => {
  it('takes each place once', () => {
    const { sources, counts } = JSON.parse(built.stdout) as {
      sources: { read: { rows: number }; skipped: object }[];
      counts: { pois: number };
    };
    expect(sources).toMatchObject([{ read: { rows: 405 }, used: { rows: 405 }, skipped: {}, remarks: {} }]);
    expect(counts.pois).toBe(table.size);
  });

  it('gives GERS ids back as place ids: of an address, of places nearby, and of the place itself', async () => {
    const [found] = await ask('geocodeForward', 'text=Quán Thử 101, Hà Nội');
    expect(found).toEqual({ id: gersIdOf(101), name: 'Quán Thử 101' });
    // Other names, in another language and as a variant, lead to the same place.
    for (const name of ['Test Place 100', 'QT100'])
      expect((await ask('geocodeForward', `text=${name}, Hồ Chí Minh`))[0]?.id).toBe(gersIdOf(100));
    const near = await ask('nearby', 'categories=bakery', 'point.lat=20.98', 'point.lon=105.783');
    expect(near.length).toBeGreaterThan(0);
    for (const { id, name } of near) expect(id).toBe(gersIdOf(Number(name.replace('Quán Thử ', ''))));
    for (const id of [gersIdOf(101), gersIdOf(101).toUpperCase()])
      expect(await ask('place', `ids=${id}`)).toEqual([{ id: gersIdOf(101), name: 'Quán Thử 101' }]);
  });

  it('says how a table is made of places of Overture', async () => {
    const advice =
      'docs/examples/overture-places.sql makes a table of them for --places: see docs/OWN-DATA.md';
    const asPlaces = await build('no', '--places', at('part-0.parquet'));
    expect(asPlaces.exitCode).toBe(65);
    expect(asPlaces.stderr).toContain(advice);
  });
});
