import type { OutputColumn, OutputRow, StatedTable } from './record.ts';

/** What all formats of the results have. */
interface FormatFacts {
  readonly name: string;
  /** Follows the input's name in the file name, with its dot. */
  readonly extension: string;
  /** Media type of the file, without parameters. Source: RFC 6838. */
  readonly mediaType: string;
  /** Present if the file is a plain table with a header, whose columns its Data Package describes. Shape: `dialect` is that of CSV. Source: Data Package 2.0. */
  readonly table?: { readonly dialect?: Readonly<Record<string, string>> };
}

/** A format that rows are written in as UTF-8 text, chunk by chunk. */
export interface RowFormat extends FormatFacts {
  open(columns: readonly OutputColumn[]): RowWriter;
  /** Absent if the rows cannot be read back: they are then not asked again, and no report is made of them alone. */
  readonly reader?: RecordReader;
}

/**
 * How the records of a finished file are read back.
 *
 * Shape: `syntax` is `csv` for commas, LF and doubled quotes under a header, which may enclose line breaks, `json-lines` for one object or Feature a line;
 * `read` returns the values of a record by the names of all columns in their order, null for an empty one. The values of CSV are texts.
 */
export interface RecordReader {
  readonly syntax: 'csv' | 'json-lines';
  read(record: string, columns: readonly string[]): unknown[];
  /** Returns the position of a record; absent in formats without geometry. */
  position?(record: string): OutputRow['position'];
}

/**
 * A format that is made from the finished file of a row format.
 *
 * Shape: `from` is the name of the row format; `make` turns its file into the blocks of the new one.
 * Guarantee: equal bytes in give equal bytes out, so that the file can be made again at any time.
 */
export interface DerivedFormat extends FormatFacts {
  readonly from: string;
  /** Name of the format of the input that it fills; absent where any input will do. */
  readonly fills?: string;
  readonly make: (source: DerivedSource) => AsyncIterable<Uint8Array>;
}

/** What results were made from, for their reader. Shape: `data` names the dataset with its day, or the service, without secrets. */
export interface ResultsOrigin {
  readonly input: string;
  readonly job: string;
  readonly data: string;
}

/** The input of results, its place as the run read it, and how many of its rows were rejected. */
export interface SourceInput {
  readonly open: () => AsyncIterable<Uint8Array>;
  readonly sheet: string | undefined;
  readonly table: StatedTable | undefined;
  readonly rejected: number;
}

/** The finished file that a derived format is made from. `open` reads it from its first byte, as often as it is called. */
export interface DerivedSource {
  readonly columns: readonly OutputColumn[];
  /** Absent for a table that is not the results of a run. */
  readonly origin?: ResultsOrigin;
  /** The file that the rows were read from; absent where only the results are there. */
  readonly input?: SourceInput;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** A format of the results. */
export type OutputFormat = RowFormat | DerivedFormat;

/** Returns the name of the format that the input must have for an output; undefined where any will do. */
export const filledBy = (format: OutputFormat): string | undefined =>
  isDerivedFormat(format) ? format.fills : undefined;

/** Reports whether a format is made from the file of another one. */
export function isDerivedFormat(format: OutputFormat): format is DerivedFormat {
  return 'from' in format;
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

/** Returns a writer for formats that consist of their rows only: no head, no tail, no separator. */
export function createPlainWriter(write: (row: OutputRow) => string): RowWriter {
  return { head: '', tail: '', separator: '', encode: (rows) => rows.map(write).join('') };
}
