import { stringify } from 'csv-stringify/sync';
import { toJsonText } from './json-text.ts';
import type { RowFormat, RowWriter } from './output-format.ts';

/**
 * Writes CSV after RFC 4180 with commas and LF, UTF-8 without BOM.
 *
 * Shape: text as it is, numbers in the shortest form that reads back the same, absent values and NaN empty, objects and arrays as JSON.
 * Guarantee: nothing is rewritten; a row of one empty cell is `""`, since a blank line is no row.
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

/** Returns the writer of a CSV file whose cells `cellOf` makes. */
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
    // What needs no quotes is joined; that is most chunks, and csv-stringify costs four times as much.
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
