import { GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import type { OnBytes } from './source-blocks.ts';

/** Number of rows listed per reason. */
const ROWS_NAMED = 5;

/** Rows that could not be used for one reason. */
export interface SkippedRows {
  count: number;
  /** Numbers of the first few, 1 being the first row after the header. */
  rows: number[];
}

/**
 * Report of a file.
 *
 * Shape: `rows` were read, `used` became features; `skipped` by reason, and `remarks` on rows that were used nevertheless; `columns` is the
 * column of each field.
 */
export interface SourceReport {
  file: string;
  rows: number;
  used: number;
  skipped: Map<string, SkippedRows>;
  remarks: Map<string, SkippedRows>;
  columns: Record<string, string>;
}

/** Options of all readers of files. */
export interface SourceOptions {
  /** Columns by field, for headers that are not known: `{ number: 'SO_NHA' }`. */
  columns?: Readonly<Record<string, string>>;
  /** Prefix of keys; files of one build need different ones. */
  prefix?: string;
  onBytes?: OnBytes;
}

/** Creates the report of a file. */
export function createReport(file: string): SourceReport {
  return { file, rows: 0, used: 0, skipped: new Map(), remarks: new Map(), columns: {} };
}

/** Counts a row that cannot be used. */
export function skipRow({ skipped }: SourceReport, row: number, reason: string): void {
  count(skipped, row, reason);
}

/** Counts a row of which some field could not be used. */
export function remarkRow({ remarks }: SourceReport, row: number, reason: string): void {
  count(remarks, row, reason);
}

function count(counts: Map<string, SkippedRows>, row: number, reason: string): void {
  const known = counts.get(reason);
  if (known === undefined) counts.set(reason, { count: 1, rows: [row] });
  else {
    known.count += 1;
    if (known.rows.length < ROWS_NAMED) known.rows.push(row);
  }
}

/** Returns the error for a file that cannot be read further. */
export function badSource(file: string, message: string, cause?: unknown): GeomillError {
  return new GeomillError('INPUT_BAD', `${file}: ${message}`, cause === undefined ? undefined : { cause });
}

/** Returns an error of a reader that does not know the file, with its name; other errors unchanged. */
export function inFile(file: string, error: unknown): unknown {
  if (!isGeomillError(error, 'INPUT_BAD') || error.message.startsWith(file)) return error;
  const message = `${file}: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`;
  return new GeomillError('INPUT_BAD', message, { cause: error, details: error.details });
}
