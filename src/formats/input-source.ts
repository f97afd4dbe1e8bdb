import type { InputLayout } from './record.ts';

/**
 * The beginning of an input.
 *
 * Shape: `head` are the first bytes of the file, possibly compressed, preferably `HEAD_BYTES` of them; `isWhole` is true if there are no more;
 * `name` is the file's name, or empty.
 */
export interface InputSource {
  head: Uint8Array;
  name: string;
  isWhole: boolean;
}

/** The stated settings of an input; absent and `auto`: detected. */
export interface StatedInput {
  format?: InputLayout['format'];
  encoding?: InputLayout['encoding'] | 'auto';
  /** CSV only: one of `, ; | tab`, as a character or by its name (`comma`, `semicolon`, `bar`, `tab`). */
  delimiter?: string;
  /** CSV only: `backslash` if a backslash precedes quotes and delimiters in cells, `double` if their quotes are doubled. */
  escape?: 'auto' | 'double' | 'backslash';
  /** CSV and workbooks: false if the first line is a row; the columns are then called `column_1`, `column_2` and so on. */
  header?: boolean;
  /** CSV and workbooks: the row (of CSV the line) of the header, or of its first row, from 1. */
  header_row?: number;
  /** CSV and workbooks: the number of rows of the header. */
  header_rows?: number;
  /** Workbooks only: the cells of the table with its header, as in `B3:H200`. */
  range?: string;
  /** True if a person has looked at how the input is read: it is not doubted. */
  checked?: boolean;
  /** Workbooks only: the name of a sheet, or its number from 1. */
  sheet?: string | number;
}

/** A detected layout with the number of the line, from 1, on which the data begins. */
export interface FoundLayout extends InputLayout {
  firstLine: number;
}

/** A function that writes the next bytes of a spool file; it is awaited before the next call. */
export type SpoolWrite = (bytes: Uint8Array) => Promise<void> | void;
