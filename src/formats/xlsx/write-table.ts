import { isHeaderWord } from '../../base/text/header-names.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { listFirst } from '../../base/messages/join-messages.ts';
import type { CellRange } from '../cell-range.ts';
import type { ColumnCollector } from '../columns.ts';
import { inputBad } from '../input-bad.ts';
import { toJsonText } from '../json-text.ts';
import type { StatedTable } from '../record.ts';
import { findHeader, HEADER_ROWS, isTotal, type CellValue, type TableHeader } from '../find-header.ts';
import { valuesOf, type SheetRow } from './read-sheet.ts';
import { columnName } from './sheet-text.ts';

const SHOWN_ROWS = 5;

/** What {@link createTableWriter} needs to know of a sheet. */
export interface SheetTable {
  sheet: string;
  collector: ColumnCollector;
  stated: StatedTable;
  merges: readonly CellRange[];
  /** The most characters that are written: few cells can refer to much text. */
  charactersMax: number;
}

/** Encodes the rows of a sheet below its header as one JSON object a line, and says what it read. */
export interface TableWriter {
  /** Encodes the first rows, below the header that is found in them. Errors: INPUT_BAD where there is no row for the header. */
  begin(rows: readonly SheetRow[]): Buffer;
  encode(rows: readonly SheetRow[]): Buffer;
  /** Returns sentences for the user: first the cells that were read. */
  findings(): Message[];
  /** Returns the lowest row of the header, the rows that were encoded, and the index of the last column of the table. */
  places(): { header: number; rows: readonly number[]; right: number };
}

/** Returns a writer for the rows of a sheet. */
export function createTableWriter({
  sheet,
  collector,
  stated,
  merges,
  charactersMax,
}: SheetTable): TableWriter {
  const keys = new Map<number, string>();
  const names = new Set<string>();
  const fill = createFill(merges);
  let charactersLeft = charactersMax;
  const seen = {
    totals: [] as number[],
    hidden: 0,
    filled: 0,
    wide: [] as number[],
    narrow: [] as number[],
    second: undefined as { row: number; before: number } | undefined,
    /** Rows with a cell in each column. */
    rows: new Map<number, number>(),
  };
  const written: number[] = [];
  let header: TableHeader | undefined;
  let above = 0;
  let last = 0;
  const addColumn = (at: number, name: string) => {
    keys.set(at, `${JSON.stringify(name)}:`);
    names.add(name);
    collector.add(`{${JSON.stringify(name)}:null}`);
  };
  /** A column that has a cell only far below the header. */
  const addUnnamed = (at: number) => {
    const plain = header?.first === 0 ? `column_${at + 1}` : `column_${columnName(at)}`;
    let name = plain;
    for (let n = 2; names.has(name); n += 1) name = `${plain}_${n}`;
    addColumn(at, name);
  };
  const encodeRow = (row: SheetRow): string => {
    if (isTotal(valuesOf(row), keys.size)) {
      seen.totals.push(row.row);
      return '';
    }
    const { cells, columns, filled, isWide } = fill(row);
    seen.filled += filled;
    if (isWide) seen.wide.push(row.row);
    if (row.isHidden) seen.hidden += 1;
    if (keys.size >= 4 && columns.length * 3 <= keys.size) seen.narrow.push(row.row);
    else seen.narrow = [];
    if (seen.second === undefined && row.row > last + 1 && isSecondHeader(valuesOf({ cells, columns })))
      seen.second = { row: row.row, before: last };
    last = row.row;
    written.push(row.row);
    const members: string[] = [];
    for (const at of columns) {
      const cell = cells[at];
      if (!keys.has(at)) addUnnamed(at);
      seen.rows.set(at, (seen.rows.get(at) ?? 0) + 1);
      const key = keys.get(at) as string;
      // Before it is written: a row of one long text in all its cells would be larger than the memory.
      charactersLeft -= key.length + (typeof cell === 'string' ? cell.length : 1);
      if (charactersLeft < 0) throw tooMuchText(sheet, row.row, charactersMax);
      members.push(key + toJsonText(cell));
    }
    return `{${members.join(',')}}\n`;
  };
  const encode = (rows: readonly SheetRow[]) => Buffer.from(rows.map(encodeRow).join(''));
  return {
    encode,
    begin(rows) {
      // Before the texts are compared as names of columns.
      let characters = 0;
      for (const row of rows)
        for (const value of valuesOf(row)) {
          characters += typeof value === 'string' ? value.length : 1;
          if (characters > charactersMax) throw tooMuchText(sheet, row.row, charactersMax);
        }
      const found = findHeader(rows.slice(0, HEADER_ROWS), merges, stated);
      if (found === undefined) return Buffer.alloc(0);
      header = found;
      const { first, legend, columns } = header;
      if (first > 0 && !rows.some(({ row }) => row === first))
        throw inputBad(message('workbook.headerRowEmpty', { row: first, sheet: JSON.stringify(sheet) }));
      above = rows.filter(({ row }) => row < first).length;
      last = header.last;
      for (const [at, name] of columns) addColumn(at, name);
      return encode(rows.filter(({ row }) => row > (header?.last ?? 0) && row !== legend?.row));
    },
    places: () => ({ header: header?.last ?? 0, rows: written, right: Math.max(...keys.keys()) }),
    findings() {
      if (header === undefined) return [];
      const columns = [...keys.keys()].sort((a, b) => a - b);
      const cells = `${columnName(columns[0] ?? 0)}${header.first || 1}:${columnName(columns.at(-1) ?? 0)}${last}`;
      const found = [
        message('workbook.sheetRead', { sheet: JSON.stringify(sheet), header: headerText(header), cells }),
      ];
      const upTo = (row: number) => cells.replace(/(?<!\d)\d+$/, String(row));
      if (above > 0 && stated.headerRow === undefined)
        found.push(message('workbook.rowsAboveHeader', { rows: above, count: above, row: header.first }));
      if (header.legend !== undefined) found.push(message('input.legendRow', header.legend));
      if (seen.second !== undefined)
        found.push(
          message('workbook.secondTable', { row: seen.second.row, range: upTo(seen.second.before) }),
        );
      const apart = columnsApart(columns, seen.rows);
      if (apart !== undefined) {
        const beside = { first: columnName(apart), last: columnName(columns.at(-1) ?? 0) };
        const range = `${cells.split(':')[0]}:${columnName(columns[columns.indexOf(apart) - 1] ?? 0)}${last}`;
        found.push(message('workbook.columnsApart', { ...beside, range }));
      }
      if (seen.totals.length > 0) found.push(message('workbook.totalsRow', countedRows(seen.totals)));
      if (seen.filled > 0) found.push(message('workbook.mergedCells', { cells: seen.filled }));
      if (seen.wide.length > 0) found.push(message('workbook.wideRows', countedRows(seen.wide)));
      if (seen.hidden > 0) found.push(message('workbook.hiddenRows', { rows: seen.hidden }));
      if (seen.narrow.length > 0)
        found.push(
          message('workbook.narrowRows', {
            count: seen.narrow.length,
            rows: seen.narrow.slice(0, SHOWN_ROWS).map(String),
            range: upTo((seen.narrow[0] ?? 1) - 1),
          }),
        );
      return found;
    },
  };
}

function headerText({ first, last, columns }: TableHeader): Message {
  if (first === 0) return message('workbook.withoutHeader', { column: [...columns.values()][0] ?? '' });
  return first === last
    ? message('workbook.headerRow', { row: first })
    : message('workbook.headerRows', { first, last });
}

function countedRows(rows: readonly number[]): { count: number; rows: Message } {
  return { count: rows.length, rows: listFirst(rows.map(String), SHOWN_ROWS) };
}

/** Returns the first of the columns behind an empty one that have cells in less than half as many rows as those before it. */
function columnsApart(columns: readonly number[], rows: ReadonlyMap<number, number>): number | undefined {
  let most = 0;
  const mostUntil = columns.map((at) => (most = Math.max(most, rows.get(at) ?? 0)));
  most = 0;
  const mostFrom = columns.toReversed().map((at) => (most = Math.max(most, rows.get(at) ?? 0)));
  return columns.find(
    (at, nth) =>
      nth > 0 &&
      at > (columns[nth - 1] as number) + 1 &&
      (mostFrom[columns.length - 1 - nth] as number) * 2 < (mostUntil[nth - 1] as number),
  );
}

function tooMuchText(sheet: string, row: number, charactersMax: number) {
  return inputBad(
    message('workbook.tooMuchText', { row, sheet: JSON.stringify(sheet), most: charactersMax }),
  );
}

/** Reports whether a row behind blank ones only names columns. */
function isSecondHeader(filled: readonly CellValue[]): boolean {
  return filled.length > 1 && filled.every((cell) => typeof cell === 'string' && isHeaderWord(cell));
}

interface FilledRow extends Pick<SheetRow, 'cells' | 'columns'> {
  filled: number;
  isWide: boolean;
}

/** Returns a function that gives the cells below the first of a merged cell its value. */
function createFill(merges: readonly CellRange[]): (row: SheetRow) => FilledRow {
  const starts = new Map<number, CellRange[]>();
  for (const merge of merges) {
    const list = starts.get(merge.top);
    if (list === undefined) starts.set(merge.top, [merge]);
    else list.push(merge);
  }
  const wideRows = new Set(merges.filter(({ left, right }) => right - left >= 1).map(({ top }) => top));
  /** By their column, since merged cells do not overlap. */
  const open = new Map<number, { merge: CellRange; value: CellValue }>();
  return (sheetRow) => {
    const { row, cells, columns } = sheetRow;
    for (const [left, { merge }] of open) if (merge.bottom < row) open.delete(left);
    const covering = [...open].filter(([left]) => cells[left] === undefined);
    for (const merge of starts.get(row) ?? []) {
      const value = cells[merge.left];
      if (merge.bottom > row && value !== undefined) open.set(merge.left, { merge, value });
    }
    const isWide = wideRows.has(row);
    if (covering.length === 0) return { cells, columns, filled: 0, isWide };
    const whole: (CellValue | undefined)[] = [];
    for (const at of columns) whole[at] = cells[at];
    for (const [left, { value }] of covering) whole[left] = value;
    const all = [...columns, ...covering.map(([left]) => left)].sort((a, b) => a - b);
    return { cells: whole, columns: all, filled: covering.length, isWide };
  };
}
