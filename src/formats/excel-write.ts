import { createCsvReader, createCsvWriter, toCell } from './csv-write.ts';
import type { RowFormat } from './output-format.ts';

const BYTE_ORDER_MARK = '\uFEFF';
/** The first characters of a cell that a spreadsheet reads as a formula; some programs accept the full-width forms too. */
const FORMULA_START = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Digits that a spreadsheet changes when it reads them as a number: it drops leading zeros and keeps 15 digits. */
const CODE = /^(?:0\d+|\d{16,})$/;

/** What {@link excelOutput} makes of these. */
const ESCAPED = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;
const WRITTEN_CODE = /^="(0\d+|\d{16,})"$/;

/**
 * CSV that is safe to open in a spreadsheet: with BOM, and an apostrophe before text that would become a formula.
 *
 * Shape: codes such as `00123` and ids of 16 digits or more are written as `="00123"`, which spreadsheets show with all digits.
 * Guarantee: a number stays a number, `-10.77` is never rewritten, whether it was read as number or as text.
 * Source: OWASP, CSV injection.
 */
export const excelOutput: RowFormat = {
  name: 'excel',
  extension: '.excel.csv',
  mediaType: 'text/csv',
  reader: createCsvReader(excelText),
  open: (columns) =>
    createCsvWriter(
      columns.map((column) => escapeFormula(column.name)),
      (value) => (typeof value === 'number' ? toCell(value) : keepText(toCell(value))),
      BYTE_ORDER_MARK,
    ),
};

/** Returns the text of a cell of this format, as it was before it was made safe. */
export function excelText(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : (WRITTEN_CODE.exec(cell)?.[1] ?? cell);
}

function keepText(cell: string): string {
  return CODE.test(cell) ? `="${cell}"` : escapeFormula(cell);
}

function escapeFormula(cell: string): string {
  return FORMULA_START.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}
