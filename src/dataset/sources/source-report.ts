import { failure, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { countReason, type Reason, type SkippedCount, type SkippedCounts } from '../features.ts';
import type { WardFinder } from './find-ward.ts';
import type { OnBytes } from './source-blocks.ts';

/** Number of rows listed per reason. */
const ROWS_NAMED = 5;

/** Rows that could not be used for one reason. */
export interface SkippedRows extends SkippedCount {
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
  skipped: SkippedCounts<SkippedRows>;
  remarks: SkippedCounts<SkippedRows>;
  columns: Record<string, string>;
}

/** Options of all readers of files. */
export interface SourceOptions {
  /** Columns by field, for headers that are not known: `{ number: 'SO_NHA' }`. */
  columns?: Readonly<Record<string, string>>;
  /** Prefix of keys; files of one build need different ones. */
  prefix?: string;
  /** The rows are of streets; a number is that of a house near by. */
  ofStreets?: boolean;
  findWard?: WardFinder | undefined;
  /** A person confirmed the positions. */
  isLearned?: boolean;
  onBytes?: OnBytes;
}

/** Creates the report of a file. */
export function createReport(file: string): SourceReport {
  return { file, rows: 0, used: 0, skipped: new Map(), remarks: new Map(), columns: {} };
}

/** Counts a row that cannot be used. */
export function skipRow({ skipped }: SourceReport, row: number, reason: Reason): void {
  countRow(skipped, row, reason);
}

/** Counts a row of which some field could not be used. */
export function remarkRow({ remarks }: SourceReport, row: number, reason: Reason): void {
  countRow(remarks, row, reason);
}

function countRow(counts: SkippedCounts<SkippedRows>, row: number, reason: Reason): void {
  const { rows } = countReason(counts, reason, 1, (counted) => ({ ...counted, rows: [] }));
  if (rows.length < ROWS_NAMED) rows.push(row);
}

/** Returns the error for a file that cannot be read further. */
export function badSource(file: string, fault: Message): GeomillError {
  return failure('INPUT_BAD', 'dataset.badSource', { file, fault });
}

/** Returns an error of a reader that does not know the file, with its name; other errors unchanged. */
export function inFile(file: string, error: unknown): unknown {
  if (!isGeomillError(error, 'INPUT_BAD') || error.reason.code.startsWith('dataset.badSource')) return error;
  const reason = message('dataset.badSourceOfReader', { file, fault: error.reason });
  return new GeomillError('INPUT_BAD', reason, { cause: error, details: error.details });
}
