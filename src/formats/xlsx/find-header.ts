import { uniqueNames } from '../unique-names.ts';
import { columnName } from './sheet-text.ts';
import type { SheetRow } from './read-sheet.ts';

/** The rows among which the header is searched. */
export const HEADER_ROWS = 30;

/** The header of a sheet: the number of its row, and the name of each column with its index. */
export interface SheetHeader {
  row: number;
  columns: Map<number, string>;
}

/**
 * Returns the header of a sheet: the first row that is as wide as most rows and has text only; titles and notes above it are narrower.
 *
 * Shape: without such a row, the first row; a name that is empty or repeated is completed (`column_C`, `name_2`).
 */
export function findHeader(rows: readonly SheetRow[]): SheetHeader | undefined {
  const widths = rows.map(({ cells }) => filledCells(cells).length);
  const usual = medianOf(widths);
  const header = rows.find(({ cells }, at) => (widths[at] ?? 0) >= usual * 0.6 && isText(cells)) ?? rows[0];
  if (header === undefined) return undefined;
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const indexes = Array.from({ length: width }, (_, at) => at).filter(
    (at) =>
      header.cells[at] !== undefined ||
      rows.some(({ row, cells }) => row > header.row && cells[at] !== undefined),
  );
  const named = indexes.map((at) => {
    const name = String(header.cells[at] ?? '')
      .replace(/\s+/g, ' ')
      .trim();
    return name === '' ? `column_${columnName(at)}` : name;
  });
  const names = uniqueNames(named);
  return { row: header.row, columns: new Map(indexes.map((at, nth) => [at, names[nth] ?? ''])) };
}

function filledCells(cells: SheetRow['cells']) {
  return cells.filter((cell) => cell !== undefined);
}

function isText(cells: SheetRow['cells']): boolean {
  return filledCells(cells).every((cell) => typeof cell === 'string');
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
