import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { openDuckDb } from '../support/duckdb.ts';
import { effort } from '../support/effort.ts';
import { readInput } from '../support/formats.ts';
import { makeDerived } from '../support/make-derived.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-parquet-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes the result of a query with DuckDB. */
async function writeWithDuckDb(query: string, options = ''): Promise<Buffer> {
  const path = join(folder, 'table.parquet');
  const connection = await (await openDuckDb()).connect();
  await connection.run(`copy (${query}) to '${path}' (format parquet${options})`);
  connection.closeSync();
  return readFile(path);
}

async function read(bytes: Uint8Array) {
  const { layout, good, bad } = await readInput(bytes, 'table.parquet');
  expect(bad).toEqual([]);
  return { columns: layout.columns, rows: good.map(({ cells }) => cells) };
}

describe('a Parquet file of DuckDB', () => {
  it('is read with its types', async () => {
    const query = `select '007' as code, 12345678901234567::bigint as id, 10.1::float as f, 106.7::double as d, true as b,
      date '2024-03-05' as day, timestamp '2024-03-05 14:30:00' as t, timestamptz '2024-03-05 14:30:00+07' as tz,
      12.50::decimal(8,2) as price, [1, 2] as list, {'a': 'Huế'} as struct, null::varchar as nothing, '1 Lê Lợi' as "địa chỉ"`;
    const { columns, rows } = await read(await writeWithDuckDb(query));
    expect(Object.fromEntries(columns.map((name, at) => [name, rows[0]?.[at]]))).toEqual({
      code: '007',
      id: '12345678901234567',
      f: 10.1,
      d: 106.7,
      b: true,
      day: '2024-03-05',
      t: '2024-03-05T14:30:00',
      tz: '2024-03-05T07:30:00Z',
      price: 12.5,
      list: [1, 2],
      struct: { a: 'Huế' },
      nothing: undefined,
      'địa chỉ': '1 Lê Lợi',
    });
  });

  it.each(['uncompressed', 'snappy', 'zstd', 'gzip', 'brotli', 'lz4_raw'])(
    'is read in slices with %s',
    async (codec) => {
      // More rows than a slice. How a codec is inflated does not depend on their number.
      const count = codec === 'snappy' ? 60_000 : effort(2000, 60_000, import.meta.filename);
      const query = `select i as id, 'số nhà ' || i as address from range(${count}) t(i)`;
      const { rows } = await read(
        await writeWithDuckDb(query, `, compression ${codec}, row_group_size 100000`),
      );
      expect(rows).toHaveLength(count);
      expect(rows.every(([id, address], at) => id === at && address === `số nhà ${at}`)).toBe(true);
    },
    60_000,
  );
});

describe('GeoParquet', () => {
  it('of our own gives the rows that it was made from, with lon and lat', async () => {
    const bytes = await makeDerived(
      'parquet',
      ['code', 'n'],
      [
        { values: ['007', 1.5], position: { lat: 10.77, lon: 106.7 } },
        { values: ['008', null], position: null },
      ],
    );
    const { columns, rows } = await read(bytes);
    expect(columns).toEqual(['code', 'n', 'lon', 'lat']);
    expect(rows).toEqual([
      ['007', 1.5, 106.7, 10.77],
      ['008', undefined, undefined, undefined],
    ]);
  });
});

describe('a Parquet file that cannot be read', () => {
  it('is refused with what to do', async () => {
    const bytes = await writeWithDuckDb('select 1 as a');
    for (const damaged of [
      bytes.subarray(0, bytes.length - 5),
      Buffer.from(bytes).fill(0x55, 4, 20),
      Buffer.from('PAR1'),
    ]) {
      const error: unknown = await readInput(damaged, 'x.parquet').catch((thrown: unknown) => thrown);
      expect(isGeomillError(error, 'INPUT_BAD')).toBe(true);
      expect((error as Error).message).toMatch(/truncated, damaged or encrypted/);
    }
  });

  it('has its rows, or is refused, whichever byte is another', { timeout: 120_000 }, async () => {
    const bytes = await writeWithDuckDb(
      `select i as id, 'số nhà ' || i as address from range(40) t(i)`,
      ', compression snappy',
    );
    let refused = 0;
    const step = effort(7, 1, import.meta.filename);
    for (let at = 0; at < bytes.length; at += step) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      const error: unknown = await readInput(damaged, 'x.parquet').then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error === undefined) continue;
      refused += 1;
      expect(isGeomillError(error, 'INPUT_BAD'), `byte ${at}: ${(error as Error).message}`).toBe(true);
    }
    expect(refused).toBeGreaterThan(10);
  });
});
