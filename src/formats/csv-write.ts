import { stringify } from 'csv-stringify/sync';
import { toJsonText } from './json-text.ts';
import type { RecordReader, RowFormat, RowWriter } from './output-format.ts';

/**
 * CSV with commas and LF, UTF-8 without BOM. Source: RFC 4180.
 *
 * Shape: text unchanged, numbers in the shortest form that reads back the same, absent values and NaN empty, objects and arrays as JSON.
 * Guarantee: no value is changed; a row of one empty cell is `""`, since a blank line is no row.
 */
export const csvOutput: RowFormat = {
  name: 'csv',
  extension: '.csv',
  mediaType: 'text/csv',
  table: { dialect: { delimiter: ',', lineTerminator: '\n' } },
  reader: createCsvReader((cell) => cell),
  open: (columns) =>
    createCsvWriter(
      columns.map((column) => column.name),
      toCell,
    ),
};

/** Returns the writer of a CSV file; `cellOf` returns the text of a cell. */
export function createCsvWriter(
  header: readonly string[],
  cellOf: (value: unknown) => string,
  byteOrderMark = '',
): RowWriter {
  const cast = {
    string: cellOf,
    number: cellOf,
    boolean: cellOf,
    bigint: cellOf,
    object: cellOf,
    date: cellOf,
  };
  const options = { record_delimiter: '\n', quoted_match: '\r', quoted_empty: header.length === 1, cast };
  // Only rows with other cells than the header are copied.
  const whole = (row: readonly unknown[]) =>
    row.length === header.length ? row : header.map((_, at) => row[at]);
  const encode = (rows: readonly (readonly unknown[])[]) =>
    rows.length === 0 ? '' : stringify(rows.map(whole), options);
  return {
    head: `${byteOrderMark}${encode([header])}`,
    tail: '',
    separator: '',
    encode: (rows) => encode(rows.map(({ values }) => values)),
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

/** Returns the reader of a CSV file that Geomill wrote; `textOf` returns the text that a cell was written from. */
export function createCsvReader(textOf: (cell: string) => string): RecordReader {
  return {
    syntax: 'csv',
    read: (record) => readCsv(record).map((cell) => (cell === '' ? null : textOf(cell))),
  };
}

/** Returns the cells of one record of the CSV that Geomill writes: commas, quotes doubled inside of quotes. */
function readCsv(record: string): string[] {
  const line = record.endsWith('\n') ? record.slice(0, -1) : record;
  if (!line.includes('"')) return line.split(',');
  const cells: string[] = [];
  for (let at = 0; at <= line.length; at += 1) {
    let end: number;
    if (line[at] === '"') {
      end = at + 1;
      while (end < line.length && (line[end] !== '"' || line[end + 1] === '"'))
        end += line[end] === '"' ? 2 : 1;
      cells.push(line.slice(at + 1, end).replaceAll('""', '"'));
      end += 1;
    } else {
      end = line.indexOf(',', at);
      if (end < 0) end = line.length;
      cells.push(line.slice(at, end));
    }
    at = end;
  }
  return cells;
}
