import { readCsvRows } from './csv-read.ts';
import { readNdjsonRows } from './ndjson-read.ts';
import type { BadRow, Chunk, InputLayout, InputRow } from './record.ts';

/** Reads the records of a chunk. Guarantee: one result for each frame, in order; never throws, whatever the bytes. */
export type RowReader = (chunk: Pick<Chunk, 'bytes' | 'frames'>) => (InputRow | BadRow)[];

/** Returns the reader for an input that is plain UTF-8 text (see `needsSpool`); `columns` must be the exact ones. */
export function createRowReader(layout: Pick<InputLayout, 'format' | 'delimiter' | 'columns'>): RowReader {
  return layout.format === 'csv'
    ? (chunk) => readCsvRows(chunk, layout.delimiter, layout.columns.length)
    : (chunk) => readNdjsonRows(chunk, layout.columns);
}
