import { scanFeatures, type FeatureCells } from './feature-scan.ts';
import { keepExactNumbers } from './json-numbers.ts';
import { QUOTE } from './lines.ts';
import type { DerivedSource } from './output-format.ts';
import type { OutputColumn, OutputRow } from './record.ts';

/**
 * Reads the rows of a finished GeoJSON output again, in lists of some hundred rows.
 *
 * Shape: values in the order of the columns; whole numbers beyond 2^53 are text of their digits.
 * Errors: as of {@link scanFeatures}. Cost: memory for two blocks and their rows.
 */
export async function* readFeatures({ open, columns }: DerivedSource): AsyncGenerator<OutputRow[]> {
  let rows: OutputRow[] = [];
  const addRow = (cells: FeatureCells) => void rows.push(rowOf(cells, columns.length));
  const takeRows = () => {
    const read = rows;
    rows = [];
    return read;
  };
  yield* scanFeatures(open(), namesOf(columns), addRow, takeRows);
}

/** Returns the names of the members that hold the values of columns. */
export const namesOf = (columns: readonly OutputColumn[]): string[] => columns.map(({ name }) => name);

function rowOf(cells: FeatureCells, count: number): OutputRow {
  const values = new Array<unknown>(count);
  for (let at = 0; at < count; at += 1) values[at] = cellValue(cells, at);
  const lon = cellValue(cells, count) as number | null;
  const lat = cellValue(cells, count + 1) as number | null;
  return { values, position: lon === null || lat === null ? null : { lat, lon } };
}

const LETTER_N = 0x6e;

/** Returns the value of a cell. Shape: as of {@link readFeatures}. */
export function cellValue({ bytes, starts, ends }: FeatureCells, cell: number): unknown {
  return jsonValue(bytes, starts[cell] as number, ends[cell] as number);
}

/** Returns the text of a cell: empty for null, numbers with the digits of the file, lists and objects as JSON. */
export function cellTextOf({ bytes, starts, ends }: FeatureCells, cell: number): string {
  const [start, end] = [starts[cell] as number, ends[cell] as number];
  const first = bytes[start];
  if (first === LETTER_N) return '';
  return first === QUOTE ? (jsonValue(bytes, start, end) as string) : bytes.toString('utf8', start, end);
}

/** Returns the value of a JSON text in bytes. Shape: as of {@link readFeatures}. */
function jsonValue(bytes: Buffer, start: number, end: number): unknown {
  const first = bytes[start];
  if (first === LETTER_N) return null;
  if (first !== QUOTE) return JSON.parse(keepExactNumbers(bytes.toString('utf8', start, end)));
  const text = bytes.toString('utf8', start + 1, end - 1);
  return text.includes('\\') ? JSON.parse(`"${text}"`) : text;
}

/** A type that all values of a column have. */
export type ColumnType = Exclude<OutputColumn['type'], 'any'>;

/**
 * Returns the type of each column: the declared one, or that of all values where a column may have any.
 *
 * Cost: reads the file while a column may still have more than one type: the first rows of results with texts, all rows of those with numbers.
 */
export async function columnTypes({ open, columns }: DerivedSource): Promise<ColumnType[]> {
  const found = columns.map(({ type }) => (type === 'any' ? undefined : type));
  let undecided = [...found.keys()].filter((at) => found[at] === undefined);
  if (undecided.length === 0) return found as ColumnType[];
  const addTypes = (cells: FeatureCells) => {
    for (const at of undecided) {
      const value = cellValue(cells, at);
      if (value !== null) found[at] = commonType(found[at], value);
    }
  };
  // A column with one text has texts, whatever its other values are.
  const countUndecided = () => (undecided = undecided.filter((at) => found[at] !== 'string')).length;
  for await (const count of scanFeatures(open(), namesOf(columns), addTypes, countUndecided))
    if (count === 0) break;
  return found.map((type) => type ?? 'string');
}

function commonType(before: ColumnType | undefined, value: unknown): ColumnType {
  if (before === 'string') return before;
  const type = typeOf(value);
  if (before === undefined || before === type) return type;
  const isNumeric = [before, type].every((each) => each === 'integer' || each === 'number');
  return isNumeric ? 'number' : 'string';
}

function typeOf(value: unknown): ColumnType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value !== 'number') return 'string';
  return Number.isSafeInteger(value) ? 'integer' : 'number';
}
