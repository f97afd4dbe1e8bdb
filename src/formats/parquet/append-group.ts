import type { ColumnChunk, OffsetIndex, ParquetType, Statistics } from 'hyparquet';
import type { ParquetWriter } from 'hyparquet-writer';
import type { EncodedColumn } from './encode-column.ts';
import type { ValueType } from './plain-values.ts';

/** A column at the bottom of the schema. Shape: `cell` is the number of the column whose values it has; several may have the same. */
export interface Leaf {
  path: string[];
  cell: number;
}

/** How the values of each type are stored. */
export const PHYSICAL_TYPES: Readonly<Record<ValueType, ParquetType>> = {
  string: 'BYTE_ARRAY',
  point: 'BYTE_ARRAY',
  polygons: 'BYTE_ARRAY',
  number: 'DOUBLE',
  integer: 'INT64',
  boolean: 'BOOLEAN',
};

/** Writes a row group behind those of a file. Shape: `leaves` in the order of the schema. */
export function appendGroup(
  file: ParquetWriter,
  leaves: readonly Leaf[],
  encoded: readonly EncodedColumn[],
  types: readonly ValueType[],
): void {
  const start = file.writer.offset;
  const rows = BigInt(encoded[0]?.rows ?? 0);
  const columns = leaves.map(({ path, cell }) =>
    appendChunk(file, path, encoded[cell] as EncodedColumn, types[cell] as ValueType),
  );
  file.num_rows += rows;
  file.row_groups.push({
    columns,
    num_rows: rows,
    total_byte_size: columns.reduce(
      (sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n),
      0n,
    ),
    total_compressed_size: BigInt(file.writer.offset - start),
  });
}

function appendChunk(
  file: ParquetWriter,
  path: string[],
  column: EncodedColumn,
  type: ValueType,
): ColumnChunk {
  const { bytes, rows, encoding, dictionaryBytes, uncompressedBytes, pages } = column;
  const start = file.writer.offset;
  file.writer.appendBytes(bytes);
  const hasDictionary = dictionaryBytes > 0;
  const chunk: ColumnChunk = {
    file_offset: BigInt(start),
    meta_data: {
      type: PHYSICAL_TYPES[type],
      encodings: hasDictionary ? ['PLAIN', encoding] : [encoding],
      path_in_schema: path,
      codec: 'SNAPPY',
      num_values: BigInt(rows),
      total_compressed_size: BigInt(bytes.length),
      total_uncompressed_size: BigInt(uncompressedBytes),
      data_page_offset: BigInt(start + dictionaryBytes),
      ...(hasDictionary && { dictionary_page_offset: BigInt(start) }),
      ...(PHYSICAL_TYPES[type] !== 'BYTE_ARRAY' && { statistics: statisticsOf(column, type) }),
    },
  };
  // Readers find rows in it; of one page they know all without.
  if (pages.length > 1) file.pendingIndexes.push({ chunk, offsetIndex: offsetIndex(column, start) });
  return chunk;
}

/**
 * Returns the least and the greatest value, with which readers skip groups.
 *
 * Shape: of texts and geometries there are none, since comparing them takes long and lets readers skip hardly anything. Zero has the sign that makes
 * the range wider. Source: Apache Parquet format 2.11.
 */
function statisticsOf({ nulls, values: { least, greatest } }: EncodedColumn, type: ValueType): Statistics {
  const statistics: Statistics & { nan_count?: bigint } = { null_count: BigInt(nulls) };
  if (least !== undefined) statistics.min_value = least === 0 ? -0 : least;
  if (greatest !== undefined) statistics.max_value = greatest === 0 ? 0 : greatest;
  if (type === 'number') statistics.nan_count = 0n;
  return statistics;
}

function offsetIndex({ pages }: EncodedColumn, start: number): OffsetIndex {
  return {
    page_locations: pages.map(({ offset, bytes, firstRow }) => ({
      offset: BigInt(start + offset),
      compressed_page_size: bytes,
      first_row_index: BigInt(firstRow),
    })),
  };
}
