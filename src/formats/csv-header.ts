import { isHeaderWord, looksLikeValue } from '../base/text/header-names.ts';
import { createCsvFramer } from './csv-frame.ts';
import { readCsvCells } from './csv-read.ts';
import { findHeader, HEADER_ROWS, isTotal, type TableHeader, type TableRow } from './find-header.ts';
import { LF } from './lines.ts';
import type { Frame, StatedTable } from './record.ts';

/** Where the header of a CSV head is: `start` is that of its first row, `next` that of the first record below it. */
export interface CsvHeader {
  start: number;
  next: number;
  columns: string[];
  /** Lines of its first and its last row, from 1. */
  first: number;
  last: number;
  /** A row below it that is about the columns; `next` is behind it. */
  legend?: TableHeader['legend'];
}

interface CsvRow extends TableRow {
  frame: Frame;
}

const NUMBER = /^\s*-?\d[\d.,]*\s*%?$/;

/** Returns the first records as rows of a table: empty cells are absent, those of numbers are numbers; `row` is the line. */
function tableRows(head: Buffer, start: number, isWhole: boolean, delimiter: string, line: number): CsvRow[] {
  const frames: Frame[] = [];
  createCsvFramer(delimiter, 0).frame(head, start, isWhole, HEADER_ROWS, frames);
  return readCsvCells({ bytes: head, frames }, delimiter).flatMap((row) => {
    if (!('cells' in row)) return [];
    const cells = row.cells.map((cell) => {
      const text = cell.trim();
      return text === '' ? undefined : NUMBER.test(text) ? Number.parseFloat(text) : text;
    });
    return cells.some((cell) => cell !== undefined)
      ? [{ row: line + row.frame.line, cells, frame: row.frame }]
      : [];
  });
}

/**
 * Returns the header of a CSV head where it is not the first record alone: below a title, or of several rows.
 *
 * Shape: undefined where the first record is the header. Rows are searched from `start`, which is on the line `line`; without stated rows a header
 * below others must have usual names.
 */
export function findCsvHeader(
  head: Buffer,
  { start, line, isWhole, delimiter }: { start: number; line: number; isWhole: boolean; delimiter: string },
  { headerRows }: StatedTable = {},
): CsvHeader | undefined {
  const rows = tableRows(head, start, isWhole, delimiter, line);
  const [firstRow] = rows;
  if (firstRow === undefined) return undefined;
  const found =
    headerRows === undefined
      ? findHeader(rows, [], { header: true })
      : findHeader(rows, [], { headerRow: firstRow.row, headerRows });
  if (found === undefined || (found.first === firstRow.row && found.last === found.first)) return undefined;
  const names = [...found.columns.values()].filter((name) => name.split(' / ').some(isHeaderWord));
  if (headerRows === undefined && names.length < Math.max(1, Math.min(2, found.columns.size)))
    return undefined;
  const own = rows.filter(({ row }) => row >= found.first && row <= found.last);
  const below = rows.find(({ row }) => row > found.last && row !== found.legend?.row);
  const width = Math.max(...rows.filter(({ row }) => row >= found.first).map(({ cells }) => cells.length));
  return {
    start: own[0]?.frame.start ?? start,
    next: below?.frame.start ?? nextLine(head, own.at(-1)?.frame.end ?? start),
    // A cell of CSV has its column also where no row has a value for it.
    columns: Array.from({ length: width }, (_, at) => nameOf(found.columns.get(at), at)),
    first: found.first,
    last: found.last,
    ...(found.legend && { legend: found.legend }),
  };
}

/** A name that was made from the letter of a column of a sheet is none in CSV. */
function nameOf(name: string | undefined, at: number): string {
  return name === undefined || name === `column_${String.fromCharCode(65 + at)}` ? '' : name;
}

function nextLine(head: Buffer, at: number): number {
  const newline = head.indexOf(LF, at);
  return newline < 0 ? head.length : newline + 1;
}

/** Returns the position of a line, from 1; undefined where the head has fewer lines. */
export function lineStart(head: Buffer, line: number): number | undefined {
  let at = 0;
  for (let each = 1; each < line; each += 1) {
    const newline = head.indexOf(LF, at);
    if (newline < 0 || newline + 1 >= head.length) return undefined;
    at = newline + 1;
  }
  return at;
}

const LIST_LINES = 50;

/** Reports whether the lines of a head are a list of addresses without a header: the first line is one, and so are most of the others. */
export function isAddressList(head: Buffer, start: number, isWhole: boolean): boolean {
  const lines = head.toString('utf8', start, start + (64 << 10)).split(/\r?\n/);
  const whole = (isWhole ? lines : lines.slice(0, -1))
    .filter((line) => line.trim() !== '')
    .slice(0, LIST_LINES)
    .map((line) => /^"([^"]*)"$/.exec(line.trim())?.[1] ?? line);
  const [first = ''] = whole;
  // In a table a value follows the delimiter at once; in a text a blank does.
  const isProse = (line: string) => !/["\t;|]|,(?! )/.test(line);
  const isAddress = (line: string) => isProse(line) && looksLikeValue(line);
  if (whole.length < 2 || !isAddress(first) || first.split(',').some((cell) => isHeaderWord(cell.trim())))
    return false;
  return whole.filter(isAddress).length >= whole.length * 0.7;
}

/** Returns the line of the last record if it is a row of totals. */
export function totalsLine(head: Buffer, delimiter: string): { line: number } | undefined {
  const text = head.toString('utf8').trimEnd();
  const from = text.lastIndexOf('\n') + 1;
  const last = Buffer.from(text.slice(from));
  const [row] = tableRows(last, 0, true, delimiter, text.split('\n').length);
  const filled = row?.cells.filter((cell) => cell !== undefined) ?? [];
  return row && isTotal(filled, row.cells.length) ? { line: row.row } : undefined;
}
