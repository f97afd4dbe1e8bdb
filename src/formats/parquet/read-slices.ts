import { parquetRead, type AsyncBuffer, type FileMetaData } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { inputBad } from '../input-bad.ts';
import { PARSERS } from './table-columns.ts';

/** Rows that are decoded at once: groups may have millions. */
const SLICE_ROWS = 50_000;
/** Rows of a group that are decoded at once for the sake of some columns: each further slice of a group decodes its pages anew. */
const GROUP_ROWS = 250_000;

/**
 * Reads the rows of a Parquet file, some at a time.
 *
 * Shape: arrays in the order of the columns; objects with the members `columns` if these are given, with bytes that are not said to be text as they are.
 * Errors: INPUT_BAD if it is damaged or encrypted.
 */
export async function* readSlices<Row>(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns?: string[],
): AsyncGenerator<Row[]> {
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    const step = columns === undefined ? SLICE_ROWS : GROUP_ROWS;
    for (let start = groupStart; start < groupEnd; start += step) {
      const rowEnd = Math.min(start + step, groupEnd);
      let rows: unknown[] = [];
      const onComplete = (found: unknown[]) => {
        rows = found;
      };
      const options = { file, metadata, rowStart: start, rowEnd, compressors, parsers: PARSERS };
      await orDamaged(() =>
        columns === undefined
          ? parquetRead({ ...options, useOffsetIndex: true, onComplete })
          : parquetRead({
              ...options,
              useOffsetIndex: true,
              columns,
              utf8: false,
              rowFormat: 'object',
              onComplete,
            }),
      );
      if (rows.length !== rowEnd - start) throw damaged(`rows ${start + 1} to ${rowEnd} are missing`);
      yield rows as Row[];
    }
    groupStart = groupEnd;
  }
}

/** Calls a function of the reader. Errors: INPUT_BAD in place of what it throws. */
export async function orDamaged<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof GeomillError) throw error;
    throw damaged((error as Error).message, error);
  }
}

function damaged(what: string, cause?: unknown) {
  return inputBad(
    `The Parquet file cannot be read (${what}). It is truncated, damaged or encrypted: download or copy it again.`,
    {},
    cause,
  );
}
