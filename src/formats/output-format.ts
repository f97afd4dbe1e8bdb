import type { OutputColumn, OutputRow } from './record.ts';

/** Describes a format that results can be written in. */
export interface OutputFormat {
  readonly name: OutputFormatName;
  /** What comes after the input's name in the file's name, with its dot. */
  readonly extension: string;
  open(columns: readonly OutputColumn[]): RowWriter;
}

/**
 * Turns rows into text, which the sink writes as UTF-8.
 *
 * Shape: a file is `head`, then what `encode` returns for each chunk of rows, with `separator` between any two that are not empty, then `tail`.
 * Guarantee: the file's bytes do not depend on how the rows were cut into chunks; `encode` of no rows is empty.
 */
export interface RowWriter {
  readonly head: string;
  readonly tail: string;
  readonly separator: string;
  encode(rows: readonly OutputRow[]): string;
}

/** Returns a writer for formats that are nothing but their rows: no head, no tail, nothing in between. */
export function createPlainWriter(write: (row: OutputRow) => string): RowWriter {
  return { head: '', tail: '', separator: '', encode: (rows) => rows.map(write).join('') };
}

/** Names the formats that results can be written in. */
export type OutputFormatName = 'csv' | 'ndjson' | 'geojson' | 'geojsonl' | 'excel';
