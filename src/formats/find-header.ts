import { fold } from '../base/text/fold.ts';
import { isHeaderWord, joinHeaderRows, looksLikeValue } from '../base/text/header-names.ts';
import type { CellRange } from './cell-range.ts';
import { legendKind, type LegendKind } from './legend-row.ts';
import { uniqueNames } from './unique-names.ts';
import { columnName } from './xlsx/sheet-text.ts';

/** The value of a cell as JSON has it; an empty cell is absent. */
export type CellValue = string | number | boolean;

/** A row of a sheet, or of CSV, with a cell that is not empty. Shape: `row` counts from 1; cells by column, with gaps. */
export interface TableRow {
  row: number;
  cells: readonly (CellValue | undefined)[];
}

/** The rows among which the header is searched. */
export const HEADER_ROWS = 40;

const HEADER_HEIGHT_MAX = 4;
/** The label of a row of totals, folded. */
const TOTAL = /^(?:tong|tong cong|tong so|tong gia tri|cong|total|totals|sum|grand total)\s*[:.]?$/;
const TOTAL_CHARACTERS_MAX = 60;
/** The share of the usual number of cells that a header has at least. */
const HEADER_SHARE = 0.6;

/**
 * The header of a table: its rows, and the name of each column with its index.
 *
 * Shape: `first` is 0 where the table has no header; data begin behind `last`; `legend` is a row below the header that is about the columns.
 */
export interface TableHeader {
  first: number;
  last: number;
  legend?: { row: number; kind: LegendKind };
  columns: Map<number, string>;
}

/** What a job states about the header. */
export interface StatedHeader {
  header?: boolean;
  headerRow?: number;
  headerRows?: number;
}

/**
 * Returns the header of a sheet or of CSV: the first rows of text that name as many columns as most rows have; titles and notes above are narrower.
 *
 * Shape: a name of two rows is `Địa chỉ / Tỉnh/TP`; an empty or repeated name is completed (`column_C`, `name_2`). A single column that begins with
 * an address has no header.
 */
export function findHeader(
  rows: readonly TableRow[],
  merges: readonly CellRange[],
  stated: StatedHeader,
): TableHeader | undefined {
  const [firstRow] = rows;
  if (firstRow === undefined) return undefined;
  const grid = createGrid(rows, merges);
  if (
    stated.header === false ||
    (stated.header === undefined && stated.headerRow === undefined && isList(rows))
  )
    return withoutHeader(grid);
  const first = stated.headerRow ?? chooseHeader(grid);
  const last = first + (stated.headerRows ?? heightOf(grid, first)) - 1;
  const header: TableHeader = { first, last, columns: namesOf(grid, first, last) };
  const below = rows.find(({ row }) => row > last);
  const kind = below && legendKind(below.cells, header.columns, stated.headerRows !== undefined);
  if (below !== undefined && kind !== undefined) header.legend = { row: below.row, kind };
  return header;
}

/** The first rows of a sheet with its merged cells. */
interface Grid {
  rows: readonly TableRow[];
  width: number;
  /** Returns the value of a cell, or of the merged cell that covers it. */
  at(row: number, column: number): CellValue | undefined;
  /** Returns the merged cells that cover a row, by column. */
  mergesOf(row: number): readonly (CellRange | undefined)[];
}

function createGrid(rows: readonly TableRow[], merges: readonly CellRange[]): Grid {
  const byRow = new Map(rows.map(({ row, cells }) => [row, cells]));
  const [top, bottom] = [rows[0]?.row ?? 1, rows.at(-1)?.row ?? 1];
  const near = merges.filter((merge) => merge.top <= bottom && merge.bottom >= top);
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const found = new Map<number, (CellRange | undefined)[]>();
  const mergesOf = (row: number) => {
    let covering = found.get(row);
    if (covering !== undefined) return covering;
    covering = Array.from({ length: width }, () => undefined);
    for (const merge of near) {
      if (row < merge.top || row > merge.bottom) continue;
      // Merged cells do not overlap: one that meets another ends there, so that no column is looked at for each of them.
      for (let at = merge.left; at <= merge.right && at < width && covering[at] === undefined; at += 1)
        covering[at] = merge;
    }
    found.set(row, covering);
    return covering;
  };
  const at = (row: number, column: number) => {
    const own = byRow.get(row)?.[column];
    if (own !== undefined) return own;
    const merge = mergesOf(row)[column];
    return merge && byRow.get(merge.top)?.[merge.left];
  };
  return { rows, width, at, mergesOf };
}

const columnsTo = (width: number) => Array.from({ length: width }, (_, at) => at);

function isList(rows: readonly TableRow[]): boolean {
  const columns = new Set(rows.flatMap(({ cells }) => filledColumns(cells)));
  const [first] = rows[0]?.cells.filter((cell) => cell !== undefined) ?? [];
  return columns.size === 1 && typeof first === 'string' && looksLikeValue(first);
}

function withoutHeader({ rows, width }: Grid): TableHeader {
  const used = columnsTo(width).filter((at) => rows.some(({ cells }) => cells[at] !== undefined));
  const from = used[0] ?? 0;
  return { first: 0, last: 0, columns: new Map(used.map((at) => [at, `column_${at - from + 1}`])) };
}

/** Returns the row that the header begins with: of those that can be one, the row with the most usual names, else the first. */
function chooseHeader(grid: Grid): number {
  const usual = medianOf(grid.rows.map(({ cells }) => filledColumns(cells).length));
  // A merged cell is one name in many columns.
  const known = new Map<string, boolean>();
  const isUsual = (name: string) => {
    const found = known.get(name) ?? name.split(' / ').some(isHeaderWord);
    known.set(name, found);
    return found;
  };
  const candidates = grid.rows.flatMap(({ row, cells }) => {
    const height = heightOf(grid, row);
    const names = namesIn(grid, row, row + height - 1).filter((name) => name !== '');
    const isWide = names.length >= usual * HEADER_SHARE && (usual <= 1 || new Set(names).size > 1);
    if (!isWide || !isText(cells)) return [];
    return [{ row, words: names.filter(isUsual).length }];
  });
  const most = Math.max(0, ...candidates.map(({ words }) => words));
  const best = candidates.find(({ words }) => most >= Math.min(2, usual) && words === most) ?? candidates[0];
  return best?.row ?? (grid.rows[0] as TableRow).row;
}

/** Returns the number of rows of a header that begins with a row, by its merged cells, or by rows that complete each other. */
function heightOf(grid: Grid, row: number): number {
  const { width } = grid;
  const covering = grid.mergesOf(row);
  const own = [...new Set(covering)].filter(
    (merge) => merge?.top === row && grid.at(row, merge.left) !== undefined,
  ) as CellRange[];
  const spans = own.filter(({ left, right }) => right - left + 1 < width * 0.8);
  const down = Math.max(1, ...spans.map(({ bottom }) => bottom - row + 1));
  const below = cellsOf(grid, row + down);
  const groups = new Set(
    spans.filter(({ left, right, bottom }) => right > left && bottom === row + down - 1),
  );
  if (down > 1) {
    if (down <= HEADER_HEIGHT_MAX && rowsAreText(grid, row, row + down - 1)) return down;
    return 1;
  }
  const filled = filledColumns(below);
  if (filled.length === 0 || !isText(below)) return 1;
  if (groups.size > 0) {
    const inGroups = filled.every((at) => groups.has(covering[at] as CellRange));
    const grouped = [...groups].reduce((sum, { left, right }) => sum + right - left + 1, 0);
    return inGroups && filled.length >= grouped / 2 ? 2 : 1;
  }
  return completesRow(cellsOf(grid, row), below, filled) ? 2 : 1;
}

/** Reports whether a row of names fills the gaps of the one above it, as a header of two rows does whose cells are not merged. */
function completesRow(
  above: readonly (CellValue | undefined)[],
  below: readonly (CellValue | undefined)[],
  filled: readonly number[],
): boolean {
  const fitting = filled.every(
    (at) => above[at] === undefined || (above[at + 1] === undefined && below[at + 1] !== undefined),
  );
  const hasGap = filled.some((at) => above[at] === undefined);
  const hasAlone = filledColumns(above).some((at) => below[at] === undefined);
  const names = filled.filter((at) => isHeaderWord(String(below[at])));
  return fitting && hasGap && hasAlone && filled.length > 1 && names.length >= filled.length / 2;
}

function cellsOf({ rows }: Grid, row: number): readonly (CellValue | undefined)[] {
  return rows.find((each) => each.row === row)?.cells ?? [];
}

function rowsAreText(grid: Grid, first: number, last: number): boolean {
  return grid.rows.every(({ row, cells }) => row < first || row > last || isText(cells));
}

function namesIn(grid: Grid, first: number, last: number): string[] {
  const levels = Array.from({ length: last - first + 1 }, (_, level) =>
    columnsTo(grid.width).map((column) => {
      const value = grid.at(first + level, column);
      return value === undefined ? undefined : String(value);
    }),
  );
  return joinHeaderRows(levels, grid.width);
}

function namesOf(grid: Grid, first: number, last: number): Map<number, string> {
  const found = namesIn(grid, first, last);
  const indexes = columnsTo(grid.width).filter(
    (at) => found[at] !== '' || grid.rows.some(({ row, cells }) => row > last && cells[at] !== undefined),
  );
  const names = uniqueNames(
    indexes.map((at) => (found[at] === '' ? `column_${columnName(at)}` : (found[at] as string))),
  );
  return new Map(indexes.map((at, nth) => [at, names[nth] as string]));
}

/** Reports whether the filled cells of a row of a table with a number of columns are those of totals: a label and numbers, or in a table the label alone. */
export function isTotal(filled: readonly CellValue[], columns: number): boolean {
  const texts = filled.filter((cell) => typeof cell === 'string');
  const label = texts.filter((text) => text.length <= TOTAL_CHARACTERS_MAX && TOTAL.test(fold(text)));
  return texts.length === 1 && label.length === 1 && (filled.length > 1 || columns > 1);
}

function filledColumns(cells: readonly (CellValue | undefined)[]): number[] {
  return columnsTo(cells.length).filter((at) => cells[at] !== undefined);
}

function isText(cells: readonly (CellValue | undefined)[]): boolean {
  return cells.every((cell) => cell === undefined || typeof cell === 'string');
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
