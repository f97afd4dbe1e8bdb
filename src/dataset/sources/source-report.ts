import { GeomillError } from '../../errors/geomill-error.ts';
import type { OnBytes } from './source-blocks.ts';

/** Rows of a reason that are named, so that a person can look at them. */
const ROWS_NAMED = 5;

/** Counts the rows that could not be used for one reason, and names the first of them. */
export interface SkippedRows {
  count: number;
  /** Numbers of the first few, 1 being the first row after the header. */
  rows: number[];
}

/**
 * Tells what came of a file.
 *
 * Shape: `rows` were read, `used` became features; `skipped` by reason, and `remarks` on rows that were used nevertheless; `columns` says which
 * column each field was read from.
 */
export interface SourceReport {
  file: string;
  rows: number;
  used: number;
  skipped: Map<string, SkippedRows>;
  remarks: Map<string, SkippedRows>;
  columns: Record<string, string>;
}

/** Holds what every reader of a file takes. */
export interface SourceOptions {
  /** Names of columns by field, where they are not among the usual ones: `{ number: 'SO_NHA' }`. */
  columns?: Readonly<Record<string, string>>;
  /** What keys begin with; files that are read together need different ones. */
  prefix?: string;
  onBytes?: OnBytes;
}

/** Starts the report of a file. */
export function createReport(file: string): SourceReport {
  return { file, rows: 0, used: 0, skipped: new Map(), remarks: new Map(), columns: {} };
}

/** Counts a row that cannot be used. */
export function skipRow({ skipped }: SourceReport, row: number, reason: string): void {
  count(skipped, row, reason);
}

/** Counts a row of which something could not be used. */
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

/** Builds the failure of a file that cannot be read on. */
export function badSource(file: string, message: string, cause?: unknown): GeomillError {
  return new GeomillError('INPUT_BAD', `${file}: ${message}`, cause === undefined ? undefined : { cause });
}
