import { message } from '../../base/messages/message.ts';
import type { CellValue, TableRow } from '../find-header.ts';
import { inputBad } from '../input-bad.ts';
import { COLUMNS_MAX } from '../limits.ts';
import type { ZipFile } from '../zip/read-zip.ts';
import { showPattern, type NumberFormat } from './number-format.ts';
import type { Sheet, Workbook } from './read-workbook.ts';
import { decodeText, readXml, type XmlAttributes } from './read-xml.ts';
import { serialToDuration, serialToIso } from './serial-date.ts';

/** A row of a sheet. Shape: `columns` are the indexes of its cells with a value, ascending: a row is read without a look at each gap. */
export interface SheetRow extends TableRow {
  columns: readonly number[];
  /** The row is hidden, as by a filter. */
  isHidden?: boolean;
}

/** Cells of a sheet whose formulas point to another workbook: they have its values of the last time it was open, or none. */
interface LinkedCells {
  cells: number;
  empty: number;
}

/** Reads the rows of a sheet that are not empty, in lists; counts its `linked` cells. Errors: INPUT_BAD if it is damaged. */
export async function* readSheet(
  file: ZipFile,
  sheet: Sheet,
  workbook: Workbook,
  linked: LinkedCells = { cells: 0, empty: 0 },
): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = [];
  const handler = createSheetHandler(sheet, workbook, linked, (row) => rows.push(row));
  const parts = readXml(file.open(), file.name, handler);
  while ((await parts.next()).done !== true) {
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
}

/** A reference to another workbook in a formula, by its number in the list of links. */
const TO_WORKBOOK = /\[\d{1,5}\]/;

function createSheetHandler(
  sheet: Sheet,
  workbook: Workbook,
  linked: LinkedCells,
  onRow: (row: SheetRow) => void,
) {
  let row = 0;
  let isHidden = false;
  let column = -1;
  let cells: (CellValue | undefined)[] = [];
  let columns: number[] = [];
  let cell: XmlAttributes = {};
  let text = '';
  let phonetic = 0;
  let shared: string | undefined;
  let isLinked = false;
  // Cells of a shared formula have its number only, behind the first one.
  const linkedShared = new Set<string>();
  return {
    open(name: string, attributes: XmlAttributes) {
      if (name === 'row') {
        // A row or a cell without its place follows the one before.
        row = attributes['r'] === undefined ? row + 1 : Number(attributes['r']);
        isHidden = /^(?:1|true)$/.test(attributes['hidden'] ?? '');
        column = -1;
        cells = [];
        columns = [];
      } else if (name === 'c') {
        column = columnOf(attributes['r']) ?? column + 1;
        if (column >= COLUMNS_MAX)
          throw inputBad(message('workbook.tooManyColumns', { row, sheet: sheet.name, most: COLUMNS_MAX }));
        cell = attributes;
        text = '';
        isLinked = false;
      } else if (name === 'f') {
        shared = attributes['si'];
      } else if (name === 'rPh') phonetic += 1;
    },
    close(name: string, content: string) {
      if (name === 'v') text = content;
      else if (name === 'f') {
        if (TO_WORKBOOK.test(content) && shared !== undefined) linkedShared.add(shared);
        isLinked = TO_WORKBOOK.test(content) || (shared !== undefined && linkedShared.has(shared));
      } else if (name === 't' && phonetic === 0) text += content;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'c') {
        const value = valueOf(cell, text, workbook);
        if (isLinked) linked.cells += 1;
        if (isLinked && (value === undefined || value === '')) linked.empty += 1;
        if (value === undefined || value === '') return;
        cells[column] = value;
        columns.push(column);
      } else if (name === 'row' && columns.length > 0)
        onRow({ row, cells, columns: inOrder(columns), ...(isHidden && { isHidden }) });
    },
  };
}

/** Returns the values of a row, without its gaps. */
export function valuesOf({ cells, columns }: Pick<SheetRow, 'cells' | 'columns'>): CellValue[] {
  return columns.map((at) => cells[at] as CellValue);
}

/** Returns columns in ascending order, each once, as all but odd files have them. */
function inOrder(columns: number[]): readonly number[] {
  for (let nth = 1; nth < columns.length; nth += 1)
    if ((columns[nth] as number) <= (columns[nth - 1] as number))
      return [...new Set(columns)].sort((a, b) => a - b);
  return columns;
}

const A = 64;
const LETTERS = 26;

/** Returns the index of a column, from 0, from the name of a cell: `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined;
  let index = 0;
  for (const letter of reference) {
    const code = letter.charCodeAt(0) & 0xdf;
    if (code <= A || code > A + LETTERS) break;
    index = index * LETTERS + code - A;
  }
  return index === 0 ? undefined : index - 1;
}

function valueOf(
  { t: type = 'n', s: style = '0' }: XmlAttributes,
  text: string,
  { texts, formats, is1904 }: Workbook,
): CellValue | undefined {
  if (text === '') return undefined;
  if (type === 's') return texts[Number(text)];
  if (type === 'b') return text.trim() === '1' || text.trim() === 'true';
  // Text of a cell or a formula, an error such as #N/A, an ISO date.
  if (type !== 'n') return decodeText(text);
  return shownNumber(text.trim(), formats[Number(style)] ?? { kind: 'number' }, is1904);
}

/** Spreadsheets calculate with doubles and show 15 digits of them. */
const SHOWN_DIGITS = 15;

function shownNumber(text: string, format: NumberFormat, is1904: boolean): CellValue | undefined {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  if (format.kind === 'duration') return serialToDuration(value);
  if (format.kind === 'date') return serialToIso(value, { is1904, ...format }) ?? value;
  if (format.kind === 'pattern' && Number.isSafeInteger(value)) return showPattern(format.pattern, value);
  // An id with more digits than a double: as the file has them.
  if (/^\d{16,}$/.test(text)) return Number.isSafeInteger(value) ? value : text;
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(SHOWN_DIGITS));
}
