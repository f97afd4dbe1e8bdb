import { gzipSync } from 'node:zlib';
import { csvOutput } from '../../src/formats/csv-write.ts';
import { geojsonOutput } from '../../src/formats/geojson-write.ts';
import { ndjsonOutput } from '../../src/formats/ndjson-write.ts';
import { parquetOutput } from '../../src/formats/parquet-make.ts';
import type { OutputColumn, OutputRow } from '../../src/formats/record.ts';
import { xlsxOutput } from '../../src/formats/xlsx-make.ts';

/** One table as a file of every format that a job reads, by the ending of its name. */
export async function tableFiles(
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<Record<string, Buffer>> {
  const columns = names.map((name): OutputColumn => ({ name, type: 'any' }));
  const written: OutputRow[] = rows.map((values) => ({ values, position: null }));
  const text = (format: typeof csvOutput) => {
    const writer = format.open(columns);
    return Buffer.from(writer.head + writer.encode(written) + writer.tail);
  };
  const [csv, ndjson, geojson] = [csvOutput, ndjsonOutput, geojsonOutput].map(text) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const made = async (format: typeof xlsxOutput) => {
    const blocks: Uint8Array[] = [];
    async function* open() {
      yield geojson;
    }
    for await (const block of format.make({ columns, open })) blocks.push(Buffer.from(block));
    return Buffer.concat(blocks);
  };
  return {
    csv,
    'csv.gz': gzipSync(csv),
    ndjson,
    json: Buffer.from(
      JSON.stringify(
        ndjson
          .toString()
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      ),
    ),
    geojson,
    'geojson.gz': gzipSync(geojson),
    xlsx: await made(xlsxOutput),
    parquet: await made(parquetOutput),
  };
}

/** The endings of {@link tableFiles}. */
export const TABLE_ENDINGS = ['csv', 'csv.gz', 'ndjson', 'json', 'geojson', 'geojson.gz', 'xlsx', 'parquet'];
