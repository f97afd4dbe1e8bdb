import { type AsyncBuffer, type FileMetaData, parquetMetadata, parquetRead } from 'hyparquet';
import { collectBytes } from '../peek-blocks.ts';
import { flattenFeature } from '../geojson-flatten.ts';
import type { RewriteBinary } from '../input-format.ts';
import { toJsonText } from '../json-text.ts';
import { PARSERS, type TableColumn, tableColumns } from './table-columns.ts';
import { compressors } from 'hyparquet-compressors';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { message, type MessageValue } from '../../base/messages/message.ts';
import { inputBad } from '../input-bad.ts';

/** The file is in memory, because its index is at its end. */
const FILE_MB_MAX = 512;

/**
 * Rewrites a Parquet file as NDJSON. Source: Apache Parquet format 2.11, GeoParquet 1.1.0.
 *
 * Shape: numbers, text and booleans as they are, dates and times as ISO 8601, lists and structs as JSON, other bytes as Base64; null is absent.
 * Points of the primary geometry become `lon` and `lat`, as those of GeoJSON; its covering column is left out.
 * Errors: INPUT_BAD if it is damaged, encrypted, in another coordinate system than WGS84, or larger than the limit.
 * Cost: memory for the file and 50,000 rows.
 */
export const spoolParquet: RewriteBinary = async (blocks, collector, write) => {
  const bytes = await collectBytes(blocks, FILE_MB_MAX, message('input.adviceSplitParquet'));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const metadata = await orDamaged(() => parquetMetadata(file));
  const columns = tableColumns(metadata);
  const known = new Set<string>();
  for (const { name, role } of columns) {
    if (role === 'value') collector.add(`{${JSON.stringify(name)}:null}`);
  }
  for await (const rows of readSlices(file, metadata)) {
    const lines = rows.map((row) => encodeRow(row, columns));
    // The geometry may add members that no column is named after.
    for (const line of columns.some(({ role }) => role === 'geometry') ? lines : []) {
      const names = Object.keys(JSON.parse(line) as object).filter((name) => !known.has(name));
      for (const name of names) known.add(name);
      if (names.length > 0) collector.add(line);
    }
    await write(Buffer.from(lines.map((line) => `${line}\n`).join('')));
  }
};

function encodeRow(row: readonly unknown[], columns: readonly TableColumn[]): string {
  const members: string[] = [];
  let geometry = 'null';
  columns.forEach(({ name, role, convert }, at) => {
    const value = row[at];
    if (value === null || value === undefined) return;
    if (role === 'geometry') geometry = isInColumns(value, row, columns) ? 'null' : JSON.stringify(value);
    else if (role === 'value') members.push(`${JSON.stringify(name)}:${toJsonText(convert(value))}`);
  });
  const properties = `{${members.join(',')}}`;
  if (!columns.some(({ role }) => role === 'geometry')) return properties;
  return flattenFeature(`{"type":"Feature","geometry":${geometry},"properties":${properties}}`);
}

/** Reports whether a geometry is the point of the columns `lon` and `lat`, as in files of our own. */
function isInColumns(geometry: unknown, row: readonly unknown[], columns: readonly TableColumn[]): boolean {
  const valueOf = (wanted: string) => row[columns.findIndex(({ name }) => name === wanted)];
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: readonly unknown[] };
  return type === 'Point' && coordinates?.[0] === valueOf('lon') && coordinates?.[1] === valueOf('lat');
}

/** Rows that are decoded at once: groups may have millions. */
const SLICE_ROWS = 50_000;

/** Reads the rows of a file, some at a time. Shape: arrays in the order of the columns. Errors: INPUT_BAD if it is damaged or encrypted. */
async function* readSlices(file: AsyncBuffer, metadata: FileMetaData): AsyncGenerator<unknown[][]> {
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    for (let rowStart = groupStart; rowStart < groupEnd; rowStart += SLICE_ROWS) {
      const rowEnd = Math.min(rowStart + SLICE_ROWS, groupEnd);
      let rows: unknown[][] = [];
      const onComplete = (found: unknown[][]) => {
        rows = found;
      };
      const options = { file, metadata, rowStart, rowEnd, compressors, parsers: PARSERS };
      await orDamaged(() => parquetRead({ ...options, useOffsetIndex: true, onComplete }));
      if (rows.length !== rowEnd - rowStart)
        throw damaged(message('parquet.rowsMissing', { first: rowStart + 1, last: rowEnd }));
      yield rows;
    }
    groupStart = groupEnd;
  }
}

/** Calls a function of the reader. Errors: INPUT_BAD in place of what it throws. */
async function orDamaged<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof GeomillError) throw error;
    throw damaged((error as Error).message, error);
  }
}

function damaged(fault: MessageValue, cause?: unknown) {
  return inputBad(message('parquet.notReadable', { fault }), {}, cause);
}
