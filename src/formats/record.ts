import { message, type Message } from '../base/messages/message.ts';
import type { RowIssue } from '../base/errors/row-issue.ts';

/**
 * One record inside a chunk.
 *
 * Shape: `start` and `end` are byte positions in the chunk, without the line ending; `line` counts lines from the chunk's first
 * line; `issue` is set when the bytes are no record of the format: they are written to the rejects unchanged.
 */
export interface Frame {
  start: number;
  end: number;
  line: number;
  issue?: RowIssue;
}

/**
 * A byte range of the input that begins and ends at a record boundary: the unit of the pipeline.
 *
 * Shape: `offset` is the position of `bytes[0]` in the decoded input; `firstRow` and `firstLine` are the numbers, from 1, of its first
 * record and line, for messages.
 */
export interface Chunk {
  index: number;
  offset: number;
  bytes: Uint8Array;
  frames: readonly Frame[];
  firstRow: number;
  firstLine: number;
}

/**
 * An input record that was read.
 *
 * Shape: `cells` in the order of the layout's columns: strings from CSV, any JSON value from the others, undefined where absent.
 */
export interface InputRow {
  readonly frame: Frame;
  readonly cells: readonly unknown[];
}

/** An input record that could not be read, with all reasons. */
export interface BadRow {
  readonly frame: Frame;
  readonly issues: readonly RowIssue[];
}

/** Reports whether a record could not be read. */
export function isBadRow(row: InputRow | BadRow): row is BadRow {
  return 'issues' in row;
}

/** The original place of a record that could not be read and was moved, with the reasons. */
export interface RecordOrigin {
  row: number;
  line: number;
  offset: number;
  issues: readonly RowIssue[];
}

/**
 * The place of a table in a file or a sheet, as far as a job states it.
 *
 * Shape: rows are those of the sheet, from 1; `headerRows` is the number of rows of the header; `range` as in `B3:H200`;
 * `header` is false where there is none.
 */
export interface StatedTable {
  header?: false;
  headerRow?: number;
  headerRows?: number;
  range?: string;
}

/**
 * The settings that an input is read with, stated or detected.
 *
 * Shape: `columns` as the file has them, duplicates included; `dataOffset` is where the first record begins in the decoded input
 * (after BOM and header); `findings` are sentences for the user about everything that was guessed.
 */
export interface InputLayout {
  /** Name of an input format; see `INPUT_FORMATS`. */
  format: string;
  compression: 'none' | 'gzip';
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1258' | 'tcvn3' | 'vni' | 'double-utf-8';
  /** CSV only. */
  delimiter: string;
  /** CSV only: the cells have backslash escapes. */
  escape?: 'backslash';
  /** Workbooks only: the stated sheet. */
  sheet?: string;
  /** Workbooks only: where the table is, as far as it was stated. */
  table?: StatedTable;
  columns: readonly string[];
  /** The most digits of a value in the sample, of columns of units that have only digits there; absent without such a column. */
  digits?: Readonly<Record<string, number>>;
  /** Present where most addresses of the sample can only be of the units since July 2025. */
  period?: 'new';
  /** `cr` if lines end with a carriage return alone. */
  lineEnds?: 'cr';
  dataOffset: number;
  findings: readonly Message[];
  /** Records of a batch follow one another, with a blank line between two batches; a chunk contains whole batches. */
  isBatched?: boolean;
  /** Of a file of batches: the records of each, where all have been counted. */
  batchSizes?: readonly number[];
  /** Of a file of batches: the original places of the records that could not be read, by their numbers in this file, from 1. */
  origins?: Readonly<Record<number, RecordOrigin>>;
  /** Of a file of batches: the number in the input of each record, in the order of this file; absent if no record was moved. */
  rowNumbers?: readonly number[];
}

/** The description of the columns of an input in the results. */
export const FROM_INPUT = message('column.fromInput');

/** A column of the output. */
export interface OutputColumn {
  name: string;
  type: 'string' | 'number' | 'integer' | 'boolean' | 'any';
  /** What the values mean; absent where nobody reads it. */
  description?: Message;
  /** Unit of the values, where they have one. */
  unit?: Message;
  /** Range of the values, where it is known. */
  minimum?: number;
  maximum?: number;
  /** All values that occur, where they are few. */
  values?: readonly string[];
}

/**
 * A row to write.
 *
 * Shape: `values` in the order of the output columns; `position` becomes the geometry where the format has one, null for a miss.
 */
export interface OutputRow {
  readonly values: readonly unknown[];
  position: { lat: number; lon: number } | null;
}
