import type { Reason } from '../features.ts';
import { parse } from 'csv-parse/sync';
import { isGeomillError } from '../../base/errors/geomill-error.ts';
import { message, type PlainCode } from '../../base/messages/message.ts';
import { asBuffer } from '../../formats/lines.ts';
import { openTable, type OpenTable, type TablePart } from '../../formats/read-table.ts';
import { type BadRow, type InputRow, isBadRow } from '../../formats/record.ts';
import { badSource, inFile } from './source-report.ts';

const OTHER_CELLS = 'dataset.otherCells';

/** Reasons by the code of an issue; rows are counted by them. */
const REASONS: Readonly<Record<string, PlainCode>> = {
  too_few_cells: OTHER_CELLS,
  too_many_cells: OTHER_CELLS,
  invalid_utf8: 'dataset.notUtf8',
  nul_byte: 'dataset.nulByte',
  row_too_large: 'dataset.rowTooLong',
};

/** Reads the rows of a table that is no JSON: CSV, a workbook, Parquet; see readSourceRows. */
export async function readTableRows(
  file: string,
  head: Buffer,
  open: () => AsyncIterable<Buffer>,
  sink: RowSink,
): Promise<void> {
  try {
    await readRows(file, await openSource(file, head, open), sink);
  } catch (error) {
    throw inFile(file, error);
  }
}

/** Opens a table. What must be stated in a job is guessed here: the report shows the columns and the rows that do not fit. */
async function openSource(file: string, head: Buffer, open: () => AsyncIterable<Buffer>): Promise<OpenTable> {
  // The blocks are inflated already.
  const name = file.replace(/\.gz$/i, '');
  const isUtf16 = /^(?:\xff\xfe|\xfe\xff)/.test(head.toString('latin1', 0, 2));
  const stated = { encoding: isUtf16 ? 'auto' : 'utf-8' } as const;
  try {
    return await openTable({ name, blocks: open(), stated });
  } catch (error) {
    const [delimiter] = isGeomillError(error, 'INPUT_BAD') ? (error.details.candidates ?? []) : [];
    if (delimiter === undefined) throw error;
    return openTable({ name, blocks: open(), stated: { ...stated, delimiter } });
  }
}

async function readRows(file: string, table: OpenTable, sink: RowSink): Promise<void> {
  const read = table.parts();
  const isCsv = table.layout.format === 'csv';
  let columns: readonly string[] = [];
  const setColumns = (names: readonly string[], areAll: boolean): void => {
    if (names.length === columns.length && !areAll) return;
    columns = names.map((name) => name.trim());
    sink.columns(columns, areAll);
  };
  if (isCsv) setColumns(table.layout.columns, true);
  for (;;) {
    const next = await read.next();
    if (next.done === true) return isCsv ? undefined : setColumns(next.value, true);
    const part = next.value;
    setColumns(part.columns, false);
    const geometryAt = part.columns.indexOf('geometry');
    part.rows.forEach((row, at) => {
      const number = part.firstRow + at;
      const cells = isBadRow(row) ? relaxedCells(file, part, row, number, table.layout.delimiter) : row.cells;
      if (isCells(cells)) sink.row(number, cells.map(cellOf), cells[geometryAt]);
      else sink.bad(number, cells);
    });
  }
}

const isCells = (read: InputRow['cells'] | Reason): read is InputRow['cells'] => Array.isArray(read);

/**
 * Returns the cells of a row with text behind a closing quote, which is kept; or the reason why a row cannot be read.
 *
 * Errors: INPUT_BAD for a quote that is never closed: what it encloses is not known.
 */
function relaxedCells(
  file: string,
  { bytes, offset, columns }: TablePart,
  { frame, issues }: BadRow,
  number: number,
  delimiter: string,
): InputRow['cells'] | Reason {
  const { code, message: said } = issues[0];
  if (code !== 'stray_quote') return REASONS[code] ?? message('text.plain', { text: said });
  const text = asBuffer(bytes).subarray(frame.start, frame.end);
  let cells: string[] | undefined;
  try {
    [cells] = parse(text, { delimiter, relax_quotes: true, relax_column_count: true });
  } catch {
    throw badSource(file, message('dataset.quoteNotClosed', { row: number - 1, byte: offset + frame.start }));
  }
  return cells?.length === columns.length ? cells : OTHER_CELLS;
}

/** Creates a function that passes JSON objects on as rows; the cells of a GeoJSON feature are its `properties` and its `id`. */
export function createObjectRows(sink: RowSink): (number: number, value: unknown) => void {
  const columnOf = new Map<string, number>();
  let values: string[] = [];

  function put(name: string, value: unknown): void {
    const text = cellOf(value);
    if (text === '') return;
    let column = columnOf.get(name);
    if (column === undefined) {
      column = columnOf.size;
      columnOf.set(name, column);
      values.push('');
    }
    values[column] = text;
  }

  return (number, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      sink.bad(number, 'dataset.notObject');
      return;
    }
    const known = columnOf.size;
    values = new Array<string>(known).fill('');
    const row = value as Record<string, unknown>;
    const isFeature = row.type === 'Feature' && typeof row.properties === 'object';
    const members = isFeature ? ((row.properties ?? {}) as Record<string, unknown>) : row;
    // An id among the properties replaces the id of the feature, which is often its line.
    if (isFeature) put('id', row.id);
    for (const name of Object.keys(members)) put(name, members[name]);
    if (columnOf.size > known) sink.columns([...columnOf.keys()], false);
    sink.row(number, values, row.geometry);
  };
}

/** Returns a member as a cell; a list is joined by `|`. */
function cellOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.map(cellOf).filter(Boolean).join('|') : '';
}

/** Receiver of the rows of a file, in order. */
export interface RowSink {
  /** Receives the names of the columns: once for a CSV file (`areAll`), again whenever a JSON object has a new member. */
  columns(names: readonly string[], areAll: boolean): void;
  /** Receives a row: `values` by column, empty for missing cells; `number` is 1 for the first row after the header. */
  row(number: number, values: readonly string[], geometry: unknown): void;
  /** Receives the reason why a row cannot be read. */
  bad(number: number, reason: Reason): void;
}

/** Receiver of the values of a JSON file, in order. */
export interface ValueSink {
  /** Receives a value; `number` is 1 for the first. */
  take(number: number, value: unknown): void;
  /** Receives the reason why a value cannot be read. */
  bad(number: number, reason: Reason): void;
}
