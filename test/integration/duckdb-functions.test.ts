import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDuckDb } from '../support/duckdb.ts';
import { effort } from '../support/effort.ts';
import { geomill } from '../support/geomill-process.ts';

const ROWS = Number(effort('400', '10000'));

let folder: string;
let connection: DuckDBConnection;
let stop: () => Promise<unknown>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-sql-'));
  const door = (await import(new URL('../../docs/examples/duckdb.mjs', import.meta.url).href)) as {
    addFunctions: (connection: DuckDBConnection) => Promise<() => Promise<unknown>>;
  };
  connection = await (await openDuckDb()).connect();
  stop = await door.addFunctions(connection);
});
afterAll(async () => {
  await stop();
  connection.closeSync();
  await rm(folder, { recursive: true });
});

const query = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();

it('geocode in SQL over a Parquet file has the values of the command', async () => {
  const [, ...lines] = (await readFile('fixtures/addresses.csv', 'utf8')).trim().split('\n');
  const input = join(folder, 'customers.csv');
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const [, address = ''] = /^[^,]*,(.*)$/.exec(lines[at % lines.length] ?? '') ?? [];
    return `${at},${address}`;
  });
  await writeFile(input, `id,name,address\n${rows.join('\n')}\n`);
  const output = join(folder, 'run');
  const ended = await geomill([
    'run',
    'geocode',
    '--input',
    input,
    '--output',
    output,
    '--yes',
    '--no-report',
  ]);
  expect(ended.code, ended.stderr).toBe(0);
  const parquet = join(folder, 'customers.parquet');
  await query(`copy (select * from '${input}') to '${parquet}' (format parquet)`);
  const differing = await query(`
    with answered as (select id, geocode(address) as found from '${parquet}')
    select id, found.label, geocode_label from answered join '${join(output, 'customers.csv')}' using (id)
    where found.status is distinct from geocode_status or found.label is distinct from geocode_label
      or found.ward is distinct from geocode_ward_new or abs(found.lat - geocode_lat) > 0`);
  expect(differing).toEqual([]);
  const [counts] = await query(
    `select count(*)::int as rows, count(geocode(address).ward)::int as wards from '${parquet}'`,
  );
  expect(counts).toMatchObject({ rows: ROWS });
  expect(Number(counts?.wards)).toBeGreaterThan(ROWS * 0.9);
}, 600_000);

it('reverse, forcode and convert answer in SQL, and a null has no answer', async () => {
  const [row] = await query(`select
    reverse(10.777, 106.6953).ward as ward, forcode(21.0285, 105.8542, 13) as code, forcode(21.0285, null, 13) as nothing,
    convert('Phường Bến Nghé, Quận 1, TP HCM', '').ward as today,
    convert('Phường Sài Gòn, TP HCM', '2025-06-30').status as before, geocode(null) as unknown`);
  const forcode = await geomill(['forcode', 'encode', '21.0285', '105.8542', '--resolution', '13']);
  expect(row).toEqual({
    ward: expect.stringContaining('Phường') as string,
    code: forcode.stdout.trim(),
    nothing: null,
    today: 'Phường Sài Gòn',
    before: 'ambiguous',
    unknown: null,
  });
});

it('what the server refuses ends the query with its message', async () => {
  await expect(query(`select forcode(21.0285, 105.8542, 99)`)).rejects.toThrow(/resolution/);
});
