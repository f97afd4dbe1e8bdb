import { stringify } from 'csv-stringify/sync';
import { toJsonText } from './json-text.ts';
import type { RowFormat, RowWriter } from './output-format.ts';

/**
 * CSV with commas and LF, UTF-8 without BOM. Source: RFC 4180.
 *
 * Shape: text unchanged, numbers in the shortest form that reads back the same, absent values and NaN empty, objects and arrays as JSON.
 * Guarantee: no value is changed; a row of one empty cell is `""`, since a blank line is no row.
 */
export const csvOutput: RowFormat = {
  name: 'csv',
  extension: '.csv',
  open: (columns) =>
    createCsvWriter(
      columns.map((column) => column.name),
      toCell,
    ),
};

const SPECIAL = /[",\n\r]/;
const needsQuotes = (cell: string): boolean => SPECIAL.test(cell);

/** Returns the writer of a CSV file; `cellOf` returns the text of a cell. */
export function createCsvWriter(
  header: readonly string[],
  cellOf: (value: unknown) => string,
  byteOrderMark = '',
): RowWriter {
  const width = header.length;
  function encode(rows: readonly (readonly unknown[])[]): string {
    const cells = rows.map((row) => {
      const line = new Array<string>(width);
      for (let index = 0; index < width; index++) line[index] = cellOf(row[index]);
      return line;
    });
    // Most chunks need no quotes and are joined: csv-stringify costs four times as much.
    if (width > 1 && !cells.some((line) => line.some(needsQuotes))) {
      return cells.map((line) => `${line.join(',')}\n`).join('');
    }
    return stringify(cells, { record_delimiter: '\n', quoted_match: /\r/, quoted_empty: width === 1 });
  }
  return {
    head: byteOrderMark + encode([header]),
    tail: '',
    separator: '',
    encode: (rows) => encode(rows.map((row) => row.values)),
  };
}

/** Returns the text of a value in a CSV cell. */
export function toCell(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return Number.isFinite(value) ? String(value) : '';
    case 'undefined':
      return '';
    default:
      return value === null ? '' : toJsonText(value);
  }
}
