/** The first characters of a cell that a spreadsheet reads as a formula; some programs accept the full-width forms too. */
const FORMULA_START = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Digits that a spreadsheet changes when it reads them as a number: it drops leading zeros and keeps 15 digits. */
const CODE = /^(?:0\d+|\d{16,})$/;

/** What {@link spreadsheetText} makes of these. */
const DISARMED = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;
const WRITTEN_CODE = /^="(0\d+|\d{16,})"$/;

/**
 * Returns a text as a cell of CSV that is opened in a spreadsheet: formulas are not run, and codes such as `00123` keep their digits.
 *
 * Source: OWASP, CSV injection.
 */
export function spreadsheetText(cell: string): string {
  return CODE.test(cell) ? `="${cell}"` : disarmFormula(cell);
}

/** Returns a text with an apostrophe in front where a spreadsheet would run it; a number stays as it is. */
export function disarmFormula(cell: string): string {
  return FORMULA_START.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

/** Reverses {@link spreadsheetText}. */
export function textOfSpreadsheet(cell: string): string {
  return DISARMED.test(cell) ? cell.slice(1) : (WRITTEN_CODE.exec(cell)?.[1] ?? cell);
}
