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
  open: (columns) => createCopyingWriter(columns.map((column) => column.name)),
};

const SPECIAL = /[",\n\r]/;

/** Returns the writer of a CSV file; `cellOf` returns the text of a cell. */
export function createCsvWriter(
  header: readonly string[],
  cellOf: (value: unknown) => string,
  byteOrderMark = '',
): RowWriter {
  const width = header.length;
  // csv-stringify writes the same bytes for more than twice the CPU time.
  function encodeRow(row: readonly unknown[]): string {
    return width === 1 ? quoted(cellOf(row[0])) || '""' : encodeCells(row, width, cellOf);
  }
  return {
    head: `${byteOrderMark}${encodeRow(header)}\n`,
    tail: '',
    separator: '',
    // Joined, since a text that only grows keeps a node for each cell until it is written: 70 MB more for rows of 3,000 columns.
    encode: (rows) => rows.map((row) => `${encodeRow(row.values)}\n`).join(''),
  };
}

/** As {@link createCsvWriter}, for cells that are written unchanged: those of a record of CSV are copied. */
function createCopyingWriter(header: readonly string[]): RowWriter {
  const writer = createCsvWriter(header, toCell);
  return {
    ...writer,
    append(rows, to) {
      for (const row of rows) {
        const { source, added } = row;
        if (source?.csv === undefined || added === undefined || added.length === 0)
          to.addText(writer.encode([row]));
        else {
          to.addBytes(source.csv, source.frame.start, source.frame.end);
          to.addText(`,${encodeCells(added, added.length, toCell)}\n`);
        }
      }
    },
  };
}

function encodeCells(row: readonly unknown[], width: number, cellOf: (value: unknown) => string): string {
  let line = '';
  for (let index = 0; index < width; index++) {
    if (index > 0) line += ',';
    const value = row[index];
    // Most cells of a row may be empty; numbers have nothing to quote.
    if (value === null || value === undefined) continue;
    const cell = cellOf(value);
    line += typeof value === 'number' ? cell : quoted(cell);
  }
  return line;
}

function quoted(cell: string): string {
  if (!SPECIAL.test(cell)) return cell;
  return `"${cell.includes('"') ? cell.replaceAll('"', '""') : cell}"`;
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
