import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportUnits } from '../../src/dataset/export/export-units.ts';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import type { UnitHistory } from '../../src/engine/gazetteer/units/unit-history.ts';
import { createEngine } from '../../src/engine/geocoder/engine.ts';

const STARTER = 'fixtures/starter';
const BEFORE = '2025-06-30';
const NEWEST = '2026-09-20';
/** Pairs of days: the wards of the first one become those of the second. */
const DIRECTIONS = [
  [BEFORE, NEWEST],
  [NEWEST, BEFORE],
] as const;

const execute = promisify(execFile);
/** The interpreter of Debian, which has its packages; another python3 may come first in the path. */
const PYTHON = '/usr/bin/python3';
const hasPandas = await execute(PYTHON, ['-c', 'import pandas']).then(
  () => true,
  () => false,
);

/** A conversion of a name: basis, then code and share of each ward, the likeliest first. */
type Converted = [basis: string, wards: [code: string, share: number][]];

const page = await readFile('docs/UNITS.md', 'utf8');
const codeOf = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );

let folder: string;
let connection: DuckDBConnection;
const expected = new Map<string, Map<string, Converted>>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-units-'));
  for (const format of ['parquet', 'csv'] as const)
    await exportUnits({ datasetDir: STARTER, outDir: join(folder, format), format, withoutOutlines: true });
  const dataset = openDataset(await loadDataset(STARTER));
  const history = dataset.admin.history as UnitHistory;
  const converter = createEngine(dataset).converter();
  for (const [from, to] of DIRECTIONS) {
    const found = new Map<string, Converted>();
    for (const ward of history.unitsOn('ward', from)) {
      const text = history.lineOf(ward);
      const given = converter.convert({ text, to, diacritics: true, order: 'vietnamese', language: 'en' });
      const { to: side, basis, candidates, ambiguity } = given;
      expect([text, ambiguity !== null]).toEqual([text, basis === 'estimate']);
      // Islands without wards were districts.
      const only = side?.ward_code ?? side?.district_code ?? '';
      const wards = candidates.map(({ code, share }): [string, number] => [code, share]);
      found.set(text, [basis ?? '', wards.length > 0 ? wards : [[only, 1]]]);
    }
    expected.set(from, found);
  }
  connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
}, 120_000);
afterAll(async () => {
  connection.closeSync();
  await rm(folder, { recursive: true });
});

/** A row of `converted_wards`. */
type Row = [name: string, n: number | string, code: string, share: number, basis: string];

/** Compares the conversions of a program with those of the engine; shares of the engine have three decimals. */
function expectSame(rows: readonly Row[], from: string): void {
  const found = new Map<string, Converted>();
  for (const [name, n, code, share, basis] of rows.toSorted((a, b) => Number(a[1]) - Number(b[1]))) {
    const [, wards] = found.get(name) ?? [basis, []];
    expect([name, wards.length + 1]).toEqual([name, Number(n)]);
    found.set(name, [basis, [...wards, [code, share]]]);
  }
  const wrong: string[] = [];
  for (const [name, [basis, wards]] of expected.get(from) as Map<string, Converted>) {
    const [foundBasis, foundWards] = found.get(name) ?? ['none', []];
    const isSame =
      foundBasis === basis &&
      foundWards.length === wards.length &&
      wards.every(([code, share], at) => {
        const [foundCode, foundShare] = foundWards[at] as [string, number];
        return code === foundCode && Math.abs(share - foundShare) < 0.000_51;
      });
    if (!isSame) wrong.push(`${name}: ${foundBasis} ${foundWards.join(' ')} for ${basis} ${wards.join(' ')}`);
  }
  expect(wrong).toEqual([]);
  expect(found.size).toBe(expected.get(from)?.size);
}

it('all names in full are those of the day', () => {
  expect(DIRECTIONS.map(([from]) => expected.get(from)?.size)).toEqual([10_033, 3321]);
});

describe('the DuckDB code of docs/UNITS.md', () => {
  const query = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
  /** Rows of each query of the page. */
  const shown: unknown[][][] = [];

  it('runs as it is written', async () => {
    for (const block of codeOf('sql')) {
      const statements = await connection.extractStatements(
        block.replaceAll('output/units/', `${join(folder, 'parquet')}/`),
      );
      for (let at = 0; at < statements.count; at += 1) {
        const rows = (await (await statements.prepare(at)).runAndReadAll()).getRowsJson();
        if (rows.length > 0 && (rows[0]?.length ?? 0) > 1) shown.push(rows);
      }
    }
    const saiGon = ['1', 'Phường Sài Gòn, Thành phố Hồ Chí Minh', '26740', 1, 'only'];
    const inTable = [
      [1, ...saiGon.slice(1, 3), 'only'],
      [2, 'Phường Nam Định, Tỉnh Ninh Bình', '13669', 'only'],
    ];
    const [forth, back, byCode, ...tables] = shown;
    expect([forth, byCode, ...tables]).toEqual([[saiGon], [saiGon], inTable, inTable]);
    expect(back?.map(([, , code]) => code)).toEqual(['26740', '26737', '26746']);
  }, 60_000);

  it.each(DIRECTIONS)(
    'gives the wards of the engine for all wards of %s',
    async (from, to) => {
      const rows = await query(
        `SELECT name, n, ward_code, share, basis FROM converted_wards(DATE '${to}') WHERE valid_from <= DATE '${from}' AND DATE '${from}' < valid_to AND code SIMILAR TO '\\d{5}'`,
      );
      expectSame(rows as Row[], from);
    },
    60_000,
  );

  it('has one unit for each name, and one for each code on a day', async () => {
    const repeated = (columns: string) =>
      query(`SELECT ${columns} FROM unit_lines GROUP BY ALL HAVING count(DISTINCT unit_id) > 1`);
    expect(await repeated('line')).toEqual([]);
    expect(await repeated('code, valid_from')).toEqual([]);
  });
});

describe('the pandas code of docs/UNITS.md', () => {
  it('can be run where the tests of every commit run', ({ skip }) => {
    if (!hasPandas && process.env.CI !== 'true')
      skip('a package is missing: apt-get install python3-geopandas');
    expect(hasPandas).toBe(true);
  });

  it.skipIf(!hasPandas)(
    'gives the wards of the engine for all wards of both days',
    async () => {
      const program = codeOf('python').join('\n').replaceAll('output/units-csv', join(folder, 'csv'));
      const questions = `
import json
answers = {"examples": [by_name[["id", "ward_code"]].values.tolist(), by_code[["id", "ward_code"]].values.tolist()]}
for day, to in ${JSON.stringify(DIRECTIONS)}:
    table = converted_wards(to)
    table = table[(table.valid_from <= day) & (day < table.valid_to) & (table.code.str.len() == 5)]
    answers[day] = table[["name", "n", "ward_code", "share", "basis"]].values.tolist()
print(json.dumps(answers))
`;
      const { stdout } = await execute(PYTHON, ['-c', program + questions], { maxBuffer: 1 << 26 });
      const answers = JSON.parse(stdout) as Record<string, Row[]>;
      expect(answers.examples).toEqual([
        [
          [1, '26740'],
          [2, '13669'],
        ],
        [
          [1, '26740'],
          [2, '13669'],
        ],
      ]);
      for (const [from] of DIRECTIONS) expectSame(answers[from] ?? [], from);
    },
    120_000,
  );
});
