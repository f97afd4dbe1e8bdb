import { parquetMetadata, parquetReadObjects, type ColumnMetaData } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { describe, expect, it } from 'vitest';
import { makeDerived } from '../../../test/support/make-derived.ts';
import { isGeomillError } from '../../base/errors/geomill-error.ts';
import { toJsonText } from '../json-text.ts';
import type { OutputColumn, OutputRow } from '../record.ts';

const column = (name: string, type: OutputColumn['type'] = 'any'): OutputColumn => ({ name, type });
const row = (values: unknown[], position: OutputRow['position'] = null): OutputRow => ({ values, position });

async function write(columns: OutputColumn[], rows: OutputRow[]) {
  const bytes = await makeDerived('parquet', columns, rows);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const metadata = parquetMetadata(file);
  const options = { file, metadata, compressors };
  const chunks = (name: string) =>
    metadata.row_groups.map(({ columns: list }) => {
      const found = list.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === name);
      return found?.meta_data as ColumnMetaData;
    });
  return { bytes, metadata, chunks, read: () => parquetReadObjects(options) };
}

const HOSTILE = [
  ...['', '"', '\\"', '\u0000', 'a\nb', '\u2028', 'ế😀', 'null', '{}', '007', '=1+1'],
  ...[0, 1e21, 0.1 + 0.2, -1.5, 2 ** 53 - 1, 12345678901234567890n, true, false],
  ...[null, [], {}, { a: ['ế', '}"'], b: 1e300 }, [1, [2, 99999999999999999n]]],
];

describe('GeoParquet', () => {
  it('has every value in the type of its column', async () => {
    const columns = [
      column('any'),
      column('text', 'string'),
      column('number', 'number'),
      column('whole', 'integer'),
      column('truth', 'boolean'),
      column('empty'),
    ];
    const rows = HOSTILE.map((value, at) =>
      row(
        [
          value,
          typeof value === 'string' ? value : null,
          typeof value === 'number' ? value : null,
          Number.isSafeInteger(value) ? value : null,
          typeof value === 'boolean' ? value : null,
          null,
        ],
        at % 3 === 0 ? null : { lat: at / 7, lon: -at / 3 },
      ),
    );
    const { read } = await write(columns, rows);
    const found = await read();
    expect(found).toHaveLength(HOSTILE.length);
    HOSTILE.forEach((value, at) => {
      const { geometry, bbox, lon, lat, ...values } = found[at] as Record<string, unknown>;
      // A bigint in a list is written as a number, which rounds it; a whole number beyond 2^53 is read as the text of its digits.
      const text = toJsonText(value).replace(
        /"?\b99999999999999999\b"?|100000000000000000/,
        '"100000000000000000"',
      );
      expect([at, values]).toEqual([
        at,
        {
          any: value === null ? null : typeof value === 'string' ? value : text,
          text: typeof value === 'string' ? value : null,
          number: typeof value === 'number' ? value : null,
          whole: Number.isSafeInteger(value) ? BigInt(value as number) : null,
          truth: typeof value === 'boolean' ? value : null,
          empty: null,
        },
      ]);
      const place = rows[at]?.position && {
        lat: Math.round((at / 7) * 1e7) / 1e7,
        lon: Math.round((-at / 3) * 1e7) / 1e7,
      };
      expect([lon, lat]).toEqual(place ? [place.lon, place.lat] : [null, null]);
      expect(geometry).toEqual(place && { type: 'Point', coordinates: [place.lon, place.lat] });
      expect(bbox).toEqual(
        place ? { xmin: place.lon, ymin: place.lat, xmax: place.lon, ymax: place.lat } : undefined,
      );
    });
  });

  it('has several groups, a dictionary where it pays, and the ranges of numbers', async () => {
    const count = 45_000;
    const rows = Array.from({ length: count }, (_, at) =>
      row([`id ${at}`, at % 5 === 0 ? null : `status ${at % 7}`, at, at % 2 === 0], {
        lat: at % 3,
        lon: at / 1e4,
      }),
    );
    const columns = [
      column('id', 'string'),
      column('status', 'string'),
      column('n', 'integer'),
      column('even', 'boolean'),
    ];
    const { metadata, chunks, read } = await write(columns, rows);
    expect(metadata.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([20_000, 20_000, 5000]);
    expect(Number(metadata.num_rows)).toBe(count);
    const encodings = (name: string) => chunks(name).map((chunk) => chunk.encodings.at(-1));
    expect(encodings('id')).toEqual(['PLAIN', 'PLAIN', 'PLAIN']);
    expect(encodings('status')).toEqual(['RLE_DICTIONARY', 'RLE_DICTIONARY', 'RLE_DICTIONARY']);
    expect(encodings('even')).toEqual(['RLE', 'RLE', 'RLE']);
    const ranges = (name: string) =>
      chunks(name).map(({ statistics }) => [
        statistics?.min_value,
        statistics?.max_value,
        statistics?.null_count,
      ]);
    expect(ranges('n')).toEqual([
      [0n, 19_999n, 0n],
      [20_000n, 39_999n, 0n],
      [40_000n, 44_999n, 0n],
    ]);
    expect(ranges('even')).toEqual(new Array(3).fill([false, true, 0n]));
    expect(ranges('bbox.ymax')).toEqual(new Array(3).fill([-0, 2, 0n]));
    expect(chunks('status').map(({ statistics }) => statistics)).toEqual(new Array(3).fill(undefined));
    const geo = JSON.parse(
      metadata.key_value_metadata?.find(({ key }) => key === 'geo')?.value ?? '',
    ) as object;
    expect(geo).toMatchObject({
      columns: { geometry: { bbox: [0, 0, 4.4999, 2], geometry_types: ['Point'] } },
    });
    const found = await read();
    const wrong = found.findIndex(
      (values, at) =>
        values.id !== `id ${at}` ||
        values.status !== (at % 5 === 0 ? null : `status ${at % 7}`) ||
        values.n !== BigInt(at) ||
        values.even !== (at % 2 === 0) ||
        values.lon !== at / 1e4,
    );
    expect([found.length, wrong]).toEqual([count, -1]);
  });

  it('has several pages, and groups by size, where texts are long', async () => {
    const texts = Array.from(
      { length: 70 },
      (_, at) => `${at} ${'x'.repeat(at === 7 ? 3_000_000 : 300_000)}`,
    );
    const { metadata, chunks, read } = await write(
      [column('text')],
      texts.map((text) => row([text])),
    );
    expect(metadata.row_groups.length).toBeGreaterThan(1);
    const [first] = metadata.row_groups[0]?.columns ?? [];
    expect(first?.offset_index_length).toBeGreaterThan(0);
    expect(chunks('text').every(({ encodings }) => encodings.join() === 'PLAIN')).toBe(true);
    expect((await read()).every(({ text }, at) => text === texts[at])).toBe(true);
  });

  it('has smaller groups where rows are wide, and the same bytes for the same rows', async () => {
    const columns = Array.from({ length: 996 }, (_, at) => column(`c${at}`, 'integer'));
    const rows = Array.from({ length: 300 }, (_, at) => row([at, ...new Array<null>(995).fill(null)]));
    const { bytes, metadata, read } = await write(columns, rows);
    expect(metadata.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([300]);
    const more = await write(columns, [...rows, ...rows]);
    expect(more.metadata.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([300, 300]);
    expect((await read()).map(({ c0 }) => Number(c0))).toEqual(rows.map((_, at) => at));
    expect((await write(columns, rows)).bytes).toEqual(bytes);
  });

  it('has no row where the results have none', async () => {
    const { metadata, read } = await write([column('a'), column('b', 'number')], []);
    expect([Number(metadata.num_rows), metadata.row_groups]).toEqual([0, []]);
    expect(await read()).toEqual([]);
  });

  it('does not store a value of another type than its column declares', async () => {
    for (const [type, value] of [
      ['number', 'x'],
      ['integer', 1.5],
      ['integer', 2 ** 53],
      ['boolean', 1],
      ['number', true],
    ] as const) {
      const error: unknown = await write([column('n', type)], [row([value])]).catch(
        (thrown: unknown) => thrown,
      );
      expect([type, isGeomillError(error, 'INTERNAL')]).toEqual([type, true]);
      expect((error as Error).message).toMatch(/the column n holds .*, which is not of its type/);
    }
  });
});
