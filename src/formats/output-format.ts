import type { OutputColumn, OutputRow } from './record.ts';

/** Describes a format that results can be written in. */
export interface OutputFormat {
  readonly name: OutputFormatName;
  /** What comes after the input's name in the file's name, with its dot. */
  readonly extension: string;
  open(columns: readonly OutputColumn[]): RowWriter;
}

/**
 * Turns rows into bytes.
 *
 * Shape: a file is `head`, then what `encode` returns for each chunk of rows, with `separator` between any two that are not empty, then `tail`.
 * Guarantee: the file's bytes do not depend on how the rows were cut into chunks; `encode` of no rows is empty.
 */
export interface RowWriter {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly separator: Uint8Array;
  encode(rows: readonly OutputRow[]): Uint8Array;
}

/** Names the formats that results can be written in. */
export type OutputFormatName = 'csv' | 'ndjson' | 'geojson' | 'geojsonl' | 'excel';
