import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill } from './cli-harness.ts';

const execute = promisify(execFile);
/** The interpreter of Debian, which has its packages; another python3 may come first in the path. */
const PYTHON = '/usr/bin/python3';
const hasPackages = await execute(PYTHON, ['-c', 'import geopandas, matplotlib']).then(
  () => true,
  () => false,
);
const isCi = process.env.CI === 'true';

/** A ward: code, name, province, addresses. */
type WardCount = [string, string, string, number];

let folder: string;
let run: string;
let expected: WardCount[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-notebook-'));
  run = join(folder, 'addresses');
  const args = [
    'run',
    'geocode',
    '--input',
    'fixtures/addresses.csv',
    '--output',
    run,
    '--quiet',
    '--no-report',
  ];
  expect(await geomill(args)).toMatchObject({ exitCode: 0 });
  expected = countWards(await readFile(join(run, 'addresses.csv'), 'utf8'));
  expect(expected.length).toBeGreaterThan(100);
});
afterAll(() => rm(folder, { recursive: true }));

/** Counts the rows of each ward, the largest first. */
function countWards(csv: string): WardCount[] {
  const wards = new Map<string, WardCount>();
  for (const row of parse<Record<string, string>>(csv, { columns: true })) {
    const code = row.geocode_ward_code_new ?? '';
    if (code === '') continue;
    const ward = wards.get(code) ?? [code, row.geocode_ward_new ?? '', row.geocode_province_new ?? '', 0];
    ward[3] += 1;
    wards.set(code, ward);
  }
  return [...wards.values()].sort(([a, , , x], [b, , , y]) => y - x || (a < b ? -1 : 1));
}

describe('docs/notebook.ipynb', () => {
  it('can be executed where the tests of every commit run', ({ skip }) => {
    if (!hasPackages && !isCi)
      skip('packages are missing: apt-get install python3-geopandas python3-matplotlib');
    expect(hasPackages).toBe(true);
  });

  it('is stored without outputs', async () => {
    const { cells } = JSON.parse(await readFile('docs/notebook.ipynb', 'utf8')) as {
      cells: { outputs?: unknown[]; execution_count?: unknown }[];
    };
    expect(cells.length).toBeGreaterThan(5);
    expect(cells.every((cell) => (cell.outputs ?? []).length === 0)).toBe(true);
    expect(cells.every((cell) => (cell.execution_count ?? null) === null)).toBe(true);
  });

  it.skipIf(!hasPackages)(
    'counts the wards and draws the map',
    async () => {
      const { stdout } = await execute(PYTHON, ['test/support/run-notebook.py', 'docs/notebook.ipynb'], {
        env: {
          PATH: '/usr/bin',
          RUN: run,
          MPLBACKEND: 'Agg',
          MPLCONFIGDIR: folder,
          PYTHONWARNINGS: 'ignore',
        },
      });
      expect(JSON.parse(stdout)).toEqual(expected);
      expect((await stat(join(run, 'map.png'))).size).toBeGreaterThan(10_000);
    },
    120_000,
  );
});

describe('docs/examples/ward-counts.sql', () => {
  it('counts the wards and writes them as GeoJSON', async () => {
    const map = join(folder, 'ward-counts.geojsonl');
    const script = await readFile('docs/examples/ward-counts.sql', 'utf8');
    expect(script).toContain("TO 'ward-counts.geojsonl'");
    const results = await runSql(script.replace("TO 'ward-counts.geojsonl'", `TO '${map}'`));
    const [counts] = results.filter(([row]) => row?.length === 4 && /^\d{5}$/.test(String(row[0])));
    expect(
      counts?.map(([code, ward, province, addresses]) => [code, ward, province, Number(addresses)]),
    ).toEqual(expected);
    const features = (await readFile(map, 'utf8')).trimEnd().split('\n');
    const found = features.map((line) => JSON.parse(line) as MapPoint);
    expect(found.map(({ properties }) => [properties.ward_code, properties.addresses])).toEqual(
      expected.map(([code, , , addresses]) => [code, addresses]).sort(([a], [b]) => (a! < b! ? -1 : 1)),
    );
    for (const { geometry } of found) {
      expect(geometry.coordinates[0]).toBeGreaterThan(102);
      expect(geometry.coordinates[1]).toBeLessThan(24);
    }
  });
});

interface MapPoint {
  geometry: { coordinates: [number, number] };
  properties: { ward_code: string; addresses: number };
}

/** Runs the statements of a script over the run, and returns the rows of each. */
async function runSql(script: string): Promise<unknown[][][]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(`SET VARIABLE run = '${run}'`);
    const statements = await connection.extractStatements(script);
    const results: unknown[][][] = [];
    for (let at = 0; at < statements.count; at += 1) {
      const reader = await (await statements.prepare(at)).runAndReadAll();
      results.push(reader.getRowsJson());
    }
    return results;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
