import { createCsvReader, createCsvWriter, toCell } from './csv-write.ts';
import { disarmFormula, spreadsheetText, textOfSpreadsheet } from '../base/text/spreadsheet-text.ts';
import type { RowFormat } from './output-format.ts';

const BYTE_ORDER_MARK = '\uFEFF';
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
  reader: createCsvReader(textOfSpreadsheet),
  open: (columns) =>
    createCsvWriter(
      columns.map((column) => disarmFormula(column.name)),
      (value) => (typeof value === 'number' ? toCell(value) : spreadsheetText(toCell(value))),
      BYTE_ORDER_MARK,
    ),
};
