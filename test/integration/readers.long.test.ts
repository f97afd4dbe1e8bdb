import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTPUT_FORMATS } from '../../src/formats/outputs.ts';
import { jobNames } from '../../src/runtime/load-job.ts';
import type { Manifest } from '../../src/run/pipeline/journal/manifest.ts';
import { geomill } from './cli-harness.ts';

const run = promisify(execFile);
/** The interpreter of Debian, which has its packages; another python3 may come first in the path. */
const PYTHON = '/usr/bin/python3';
const isInstalled = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  );
const hasGeopandas = await isInstalled(PYTHON, '-c', 'import geopandas');
const hasGdal = await isInstalled('ogrinfo', '--version');
const isCi = process.env.CI === 'true';

/**
 * Formats that these readers are given. Parquet and workbooks are compared cell by cell in
 * test/golden; the other compressed texts hold the bytes of the plain ones. These inputs are no workbook to fill.
 */
const READ = Object.keys(OUTPUT_FORMATS).filter(
  (name) => !/^(?:parquet|xlsx|workbook|geojson\w*\.gz|excel\.gz)$/.test(name),
);

/** The input of each job in jobs/, and the stage whose status says that a row has no position. */
const INPUTS: Readonly<Record<string, string>> = {
  geocode: 'fixtures/addresses.csv',
  reverse: 'fixtures/points.csv',
  nearby: 'fixtures/points.csv',
  forcode: 'fixtures/points.csv',
  'forcode-decode': 'forcode/points.csv',
  route: 'fixtures/deliveries.csv',
  convert: 'fixtures/deliveries.csv',
  imagery: 'fixtures/street/houses.csv',
};
const GIVES_POSITION: Readonly<Record<string, string>> = {
  geocode: 'geocode_status',
  'forcode-decode': 'forcode_status',
};

/** A file of a run, with what every reader must find in it. */
interface Written {
  job: string;
  output: string;
  path: string;
  rows: number;
  columns: readonly string[];
  nulls: number;
  /** West, south, east and north of the positions in the table. */
  bounds: readonly number[];
  kind: 'Point' | 'LineString';
}

let folder: string;
const files: Written[] = [];
const ofFormat = (...outputs: string[]) => files.filter(({ output }) => outputs.includes(output));

function boundsOf(table: readonly Record<string, string>[], prefix: string): number[] {
  const located = table.filter((row) => row[`${prefix}lat`] !== '');
  const lons = located.map((row) => Number(row[`${prefix}lon`]));
  const lats = located.map((row) => Number(row[`${prefix}lat`]));
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

async function runJob(job: string, input: string): Promise<void> {
  const output = join(folder, job);
  const dataset = job === 'imagery' ? ['--dataset', join(folder, 'street-dataset')] : [];
  const outputs = `outputs=${READ.join(',')}`;
  const { exitCode, stderr } = await geomill(
    ['run', '--yes', job, '--input', input, '--output', output, '--workers', '1', '--set', outputs].concat(
      dataset,
    ),
  );
  expect([exitCode, stderr]).toEqual([0, expect.anything()]);
  const manifest = JSON.parse(await readFile(join(output, 'manifest.json'), 'utf8')) as Manifest;
  const table = parse<Record<string, string>>(
    await readFile(join(output, manifest.files.csv?.name ?? ''), 'utf8'),
    { columns: true },
  );
  expect(table).toHaveLength(manifest.counts.results);
  const status = GIVES_POSITION[job];
  const nulls = status === undefined ? 0 : table.filter((row) => row[status] !== 'ok').length;
  const columns = Object.keys(table[0] ?? {});
  const bounds = boundsOf(table, status?.replace(/status$/, '') ?? '');
  const tours = new Set(table.map((row) => `${row.route} ${row.route_tour}`)).size;
  const inTours = table.filter((row) => row.route_status === 'ok').length;
  const visits = inTours + 2 * tours;
  for (const [name, { name: file }] of Object.entries(manifest.files)) {
    if (['rejects', 'gpx', 'links', 'plan'].includes(name)) continue;
    const path = join(output, file);
    const common = { job, output: name, path, nulls, bounds, kind: 'Point' as const };
    if (name === 'routes') files.push({ ...common, rows: tours, columns: [], nulls: 0, kind: 'LineString' });
    else if (name === 'stops') files.push({ ...common, rows: visits, columns: [] });
    else if (name === 'left') files.push({ ...common, rows: table.length - inTours, columns: [] });
    else files.push({ ...common, rows: table.length, columns });
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-readers-'));
  const items = ['--imagery', 'fixtures/street/items.ndjson', '--out', join(folder, 'street-dataset')];
  expect((await geomill(['dataset', 'build', ...items, '--quiet'])).exitCode).toBe(0);
  const order = Object.keys(INPUTS);
  for (const job of order) {
    const input = INPUTS[job] as string;
    await runJob(job, input.startsWith('fixtures/') ? input : join(folder, input));
  }
}, 600_000);
afterAll(() => rm(folder, { recursive: true }));

it('the readers are installed where the tests of every commit run', ({ skip }) => {
  const missing = [...(hasGeopandas ? [] : ['python3-geopandas']), ...(hasGdal ? [] : ['gdal-bin'])];
  if (missing.length > 0 && !isCi) skip(`missing: apt-get install ${missing.join(' ')}`);
  expect(missing).toEqual([]);
});

it('every job of jobs/ is run, and writes every format', async () => {
  expect(Object.keys(INPUTS).sort()).toEqual((await jobNames('jobs')).sort());
  expect(files).toHaveLength(Object.keys(INPUTS).length * READ.length + 3);
  // Every row of the deliveries is in a tour.
  expect(files.filter(({ rows }) => rows === 0).map(({ output }) => output)).toEqual(['left']);
});

/** Columns that are numbers in every format that has types. */
const NUMBERS = /_(?:lat|lon|confidence|meters|seconds|count|tour|stop)$/;
/** Codes with leading zeros: texts in every format that has types. */
const CODES = /_(?:ward_code|province_code)_new$/;

describe.skipIf(!hasGeopandas)('geopandas', () => {
  it('reads rows, columns, types, geometries and the reference system', async () => {
    const paths = files.map(({ path }) => path);
    const { stdout } = await run(PYTHON, ['test/support/read-with-geopandas.py', ...paths], {
      maxBuffer: 1 << 26,
    });
    const found = JSON.parse(stdout) as Record<string, Record<string, unknown>>;
    for (const { path, output, rows, columns, nulls, bounds, kind } of files) {
      const table = found[path] ?? {};
      expect([path, table.rows]).toEqual([path, rows]);
      if (columns.length > 0) expect(table.columns).toEqual(columns);
      if (!output.startsWith('geojson') && output !== 'routes') continue;
      const wanted = { crs: 4326, nulls, kinds: [kind], invalid: 0 };
      expect({ path, ...table }).toMatchObject({ path, ...wanted });
      const near = bounds.map((value) => expect.closeTo(value, 5) as number);
      if (kind === 'Point') expect([path, ...(table.bounds as number[])]).toEqual([path, ...near]);
      const numbers = table.numbers as string[];
      expect(numbers.filter((name) => CODES.test(name))).toEqual([]);
      if (path.includes('/geocode/')) expect(numbers).toContain('geocode_confidence');
    }
  });
});

describe.skipIf(!hasGdal)('GDAL', () => {
  const summary = async (path: string) => {
    const name = path.endsWith('.gz') ? `/vsigzip/${path}` : path;
    return (await run('ogrinfo', ['-ro', '-so', '-al', name], { maxBuffer: 1 << 24 })).stdout;
  };

  it('reads rows, geometries, types and the reference system of GeoJSON in all its forms', async () => {
    const read = ofFormat('geojson', 'geojsonl', 'geojsons', 'routes');
    expect(read).toHaveLength(Object.keys(INPUTS).length * 3 + 1);
    for (const { path, rows, columns, kind } of read) {
      const text = await summary(path);
      expect([path, /Feature Count: (\d+)/.exec(text)?.[1]]).toEqual([path, String(rows)]);
      expect(text).toMatch(kind === 'Point' ? /^Geometry: Point/m : /^Geometry: Line String/m);
      expect(text).toContain('ID["EPSG",4326]');
      const fields = new Map(
        [...text.matchAll(/^(.+): (Integer|Integer64|Real|String)(?:\(.*\))? \(/gm)].map(
          ([, name = '', type = '']) => [name, type],
        ),
      );
      for (const column of columns.filter((name) => CODES.test(name)))
        expect([path, column, fields.get(column)]).toEqual([path, column, 'String']);
      for (const column of columns.filter((name) => /^geocode_(?:lat|lon|confidence)$/.test(name)))
        expect([path, column, fields.get(column)]).toEqual([path, column, 'Real']);
    }
  });

  it('reads the tables, with every column', async () => {
    for (const { path, rows, columns } of ofFormat('csv', 'csv.gz', 'excel', 'stops')) {
      const text = await summary(path);
      expect([path, /Feature Count: (\d+)/.exec(text)?.[1]]).toEqual([path, String(rows)]);
      for (const column of columns) expect(text).toContain(`\n${column}: `);
    }
  });
});

describe('DuckDB', () => {
  async function query(sql: string) {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const reader = await connection.runAndReadAll(sql);
    return { names: reader.columnNames(), types: reader.columnTypes().map(String), rows: reader.getRows() };
  }
  const quoted = (path: string) => `'${path.replaceAll("'", "''")}'`;

  it('reads the tables, with every column, and numbers as numbers', async () => {
    for (const { path, rows, columns } of ofFormat('csv', 'csv.gz', 'excel', 'stops')) {
      const table = await query(`select * from read_csv(${quoted(path)}, sample_size = -1)`);
      expect([path, table.rows.length]).toEqual([path, rows]);
      if (columns.length > 0) expect(table.names).toEqual(columns);
      for (const [at, name] of table.names.entries()) {
        const isEmpty = table.rows.every((row) => row[at] === null);
        const isNumber = /^(?:BIGINT|DOUBLE)$/.test(table.types[at] ?? '');
        if (NUMBERS.test(name) && !isEmpty) expect([path, name, isNumber]).toEqual([path, name, true]);
      }
    }
  });

  it('reads the lines of JSON, with types that keep codes', async () => {
    for (const { path, rows, columns } of ofFormat('ndjson', 'ndjson.gz')) {
      const table = await query(
        `select * from read_json(${quoted(path)}, format = 'newline_delimited', sample_size = -1)`,
      );
      expect([path, table.rows.length]).toEqual([path, rows]);
      expect(table.names).toEqual(columns);
      for (const [at, name] of table.names.entries())
        if (CODES.test(name)) expect([path, name, table.types[at]]).toEqual([path, name, 'VARCHAR']);
    }
  });

  it('reads the features of GeoJSON', async () => {
    for (const { path, rows, nulls } of ofFormat('geojsonl')) {
      const { rows: found } = await query(
        `select count(*)::int, count(*) filter (where geometry is null)::int from read_json(${quoted(path)}, format = 'newline_delimited', sample_size = -1)`,
      );
      expect([path, ...(found[0] as number[])]).toEqual([path, rows, nulls]);
    }
    for (const { path, rows } of ofFormat('geojson', 'routes')) {
      const { rows: found } = await query(
        `select len(features)::int from read_json(${quoted(path)}, maximum_object_size = 100000000)`,
      );
      expect([path, found[0]?.[0]]).toEqual([path, rows]);
    }
  });
});
