import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import type { UnitHistory } from '../../src/engine/gazetteer/units/unit-history.ts';
import { createEngine } from '../../src/engine/geocoder/engine.ts';

const CONVERSIONS = 'fixtures/units/conversions.parquet';
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

const page = await readFile('docs/UNITS.md', 'utf8');
const codeOf = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
});
afterAll(() => connection.closeSync());

const query = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();

/** A conversion of a name: basis, then code and share of each ward, the likeliest first. */
type Converted = [basis: string, wards: [code: string, share: number][]];

describe(CONVERSIONS, () => {
  it('has the wards of the engine for the names of all wards, and one row n = 1 for each name', async () => {
    const dataset = openDataset(await loadDataset('fixtures/starter'));
    const history = dataset.admin.history as UnitHistory;
    const converter = createEngine(dataset).converter();
    for (const [from, to] of DIRECTIONS) {
      const rows = await query(
        `SELECT name, basis, list([to_code, share::VARCHAR] ORDER BY n) FROM '${CONVERSIONS}'
         WHERE level = 'ward' AND to_day = '${to}' AND valid_from <= '${from}' AND '${from}' < valid_to GROUP BY ALL`,
      );
      const found = new Map(
        (rows as [string, string, [string, string][]][]).map(([name, basis, wards]) => [
          name,
          [basis, wards.map(([code, share]) => [code, Number(Number(share).toFixed(3))])] as Converted,
        ]),
      );
      const units = history.unitsOn('ward', from);
      const wrong = units.flatMap((ward) => {
        const text = history.lineOf(ward);
        const given = converter.convert({ text, to, diacritics: true, order: 'vietnamese', language: 'en' });
        // Islands without wards were districts.
        const only = given.to?.ward_code ?? given.to?.district_code ?? '';
        const wards = given.candidates.map(({ code, share }): [string, number] => [code, share]);
        const expected: Converted = [given.basis ?? '', wards.length > 0 ? wards : [[only, 1]]];
        const isSame = JSON.stringify(found.get(text)) === JSON.stringify(expected);
        return isSame ? [] : [[text, found.get(text), expected]];
      });
      expect(wrong).toEqual([]);
      expect(units.length).toBe(from === BEFORE ? 10_035 : 3321);
    }
    const repeated = `SELECT name FROM '${CONVERSIONS}' WHERE n = 1 GROUP BY name, to_day HAVING count(*) > 1`;
    expect(await query(repeated)).toEqual([]);
  }, 120_000);
});

describe('docs/UNITS.md', () => {
  it('has code for DuckDB that runs as it is written', async () => {
    const shown: unknown[][][] = [];
    for (const block of codeOf('sql')) {
      const statements = await connection.extractStatements(block);
      for (let at = 0; at < statements.count; at += 1) {
        const rows = (await (await statements.prepare(at)).runAndReadAll()).getRowsJson();
        if ((rows[0]?.length ?? 0) > 1) shown.push(rows);
      }
    }
    const inTable = [
      [1, 'Phường Sài Gòn, Thành phố Hồ Chí Minh', '26740', 'only'],
      [2, 'Phường Nam Định, Tỉnh Ninh Bình', '13669', 'only'],
    ];
    const [forth, back, ...tables] = shown;
    expect(forth).toEqual([[1, 'Phường Sài Gòn, Thành phố Hồ Chí Minh', '26740', 1, 'only']]);
    expect(back?.map(([, , code]) => code)).toEqual(['26740', '26737', '26746']);
    expect(tables).toEqual([inTable, inTable]);
  });

  it('has code for pandas that can be run where the tests of every commit run', ({ skip }) => {
    if (!hasPandas && process.env.CI !== 'true')
      skip('a package is missing: apt-get install python3-geopandas');
    expect(hasPandas).toBe(true);
  });

  it.skipIf(!hasPandas)('has code for pandas that gives the same', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'geomill-units-'));
    try {
      // Debian has no pyarrow, with which pandas reads Parquet: the table is given to it as CSV.
      const csv = join(folder, 'conversions.csv');
      await connection.run(`COPY (FROM '${CONVERSIONS}') TO '${csv}'`);
      const [code = ''] = codeOf('python');
      const program = `${code.replace(
        `pd.read_parquet("${CONVERSIONS}")`,
        `pd.read_csv("${csv}", dtype={"code": str, "to_code": str})`,
      )}
print(by_name[["id", "to_code"]].values.tolist(), by_code[["id", "to_code"]].values.tolist())`;
      const { stdout } = await execute(PYTHON, ['-c', program]);
      const converted = "[[1, '26740'], [2, '13669']]";
      expect(stdout.trim()).toBe(`${converted} ${converted}`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('fixtures/units/outlines.parquet', () => {
  it('has a boundary for each unit in force', async () => {
    const rows = await query(
      `SELECT level, count(*), count(DISTINCT code), bool_and(geometry::VARCHAR LIKE 'MULTIPOLYGON (((%')
       FROM 'fixtures/units/outlines.parquet' GROUP BY level ORDER BY level`,
    );
    expect(rows).toEqual([
      ['province', '34', '34', true],
      ['ward', '3321', '3321', true],
    ]);
  });
});
