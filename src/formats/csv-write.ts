import { toJsonText } from './json-text.ts';
import type { OutputFormat, RowWriter } from './output-format.ts';

const SPECIAL = /[",\n\r]/;

/**
 * Writes CSV after RFC 4180 with commas and LF, UTF-8 without BOM.
 *
 * Shape: text as it is, numbers in the shortest form that reads back the same, absent values and NaN empty, objects and arrays as JSON.
 * Guarantee: nothing is rewritten; a row of one empty cell is `""`, since a blank line is no row.
 */
export const csvOutput: OutputFormat = {
  name: 'csv',
  extension: '.csv',
  open: (columns) =>
    createCsvWriter(
      columns.map((column) => column.name),
      toCell,
    ),
};

/** Returns the writer of a CSV file whose cells `cellOf` makes. */
export function createCsvWriter(
  header: readonly string[],
  cellOf: (value: unknown) => string,
  byteOrderMark = '',
): RowWriter {
  function line(values: readonly unknown[]): string {
    let text = '';
    for (let index = 0; index < header.length; index++) {
      const cell = cellOf(values[index]);
      if (index > 0) text += ',';
      text += SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    }
    return text === '' && header.length === 1 ? '""\n' : text + '\n';
  }
  return {
    head: Buffer.from(byteOrderMark + line(header)),
    tail: Buffer.alloc(0),
    separator: Buffer.alloc(0),
    encode(rows) {
      let text = '';
      for (const row of rows) text += line(row.values);
      return Buffer.from(text);
    },
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
