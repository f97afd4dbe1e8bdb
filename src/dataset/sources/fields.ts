import table from '../../data/source-columns.json' with { type: 'json' };
import { foldKey } from '../../base/text/fold.ts';
import { message, type Message } from '../../base/messages/message.ts';
import type { Reason } from '../features.ts';
import {
  badSource,
  createReport,
  remarkRow,
  skipRow,
  type SourceOptions,
  type SourceReport,
} from './source-report.ts';
import { readSourceRows } from './source-rows.ts';

/** Usual column names by field, folded to letters and digits (`y` as `i`), the most specific first. */
export type FieldTable<Field extends string> = Readonly<Record<Field, readonly string[]>>;

/** Reader of the fields of a row by their columns. */
export interface FieldReader<Field extends string> {
  /** Sets the columns, at first and whenever there are more; see RowSink. */
  columns(names: readonly string[]): void;
  /** Returns a field of a row: NFC, trimmed, single spaces; empty for none. */
  read(values: readonly string[], field: Field): string;
  /** Reports whether a field has a column. */
  has(field: Field): boolean;
  /** Returns the columns that were found, by field. */
  found(): Record<string, string>;
}

/**
 * Creates a reader; `stated` gives columns by field and has priority over the usual names, if the file has such a column.
 *
 * Shape: of several columns for a field, the first non-empty one of the row is used.
 */
export function createFieldReader<Field extends string>(
  table: FieldTable<Field>,
  stated: Readonly<Record<string, string>> = {},
): FieldReader<Field> {
  let names: readonly string[] = [];
  const columnsOf = new Map<Field, readonly number[]>();
  return {
    columns(given) {
      names = given;
      const keys = given.map(foldKey);
      columnsOf.clear();
      for (const field of Object.keys(table) as Field[]) {
        const wanted = given.indexOf(stated[field] ?? '');
        const usual = table[field].map((name) => keys.indexOf(name));
        const columns = [...new Set([wanted, ...usual])].filter((column) => column >= 0);
        if (columns.length > 0) columnsOf.set(field, columns);
      }
    },
    read(values, field) {
      const columns = columnsOf.get(field);
      if (columns === undefined) return '';
      for (const column of columns) {
        const text = cleanText(values[column] ?? '');
        if (text !== '') return text;
      }
      return '';
    },
    has: (field) => columnsOf.has(field),
    found: () => Object.fromEntries([...columnsOf].map(([field, [column]]) => [field, names[column]])),
  };
}

const PLAIN = /^(?:[\u0021-\u024f\u1ea0-\u1ef9]+(?: (?! )|$))*$/;

/** Normalises a text: NFC, single spaces, trimmed. */
function cleanText(text: string): string {
  // Nearly every cell is clean already.
  if (PLAIN.test(text)) return text.endsWith(' ') ? text.trimEnd() : text;
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** Folds the names of a table for comparison with column names. */
function fieldTable<Field extends string>(names: FieldTable<Field>): FieldTable<Field> {
  return Object.fromEntries(
    Object.entries<readonly string[]>(names).map(([field, list]) => [field, list.map(foldKey)]),
  ) as unknown as FieldTable<Field>;
}

/** Fields of an address. */
export const ADDRESS_FIELDS = fieldTable({ ...table.house, ...table.position, ...table.address });

/** Fields of a place. */
export const PLACE_FIELDS = fieldTable({ ...table.place, ...table.position, ...table.address });

/** Fields of a boundary. */
export const AREA_FIELDS = fieldTable(table.area);

/** Fields of a former unit and its successor, and of an alias of a former unit. */
export const FORMER_WARD_FIELDS = fieldTable(table.legacy);

/** Fields for which `columns` can give a header. */
export const STATED_FIELDS: readonly string[] = [
  ...new Set(
    [ADDRESS_FIELDS, PLACE_FIELDS, AREA_FIELDS, FORMER_WARD_FIELDS].flatMap((table) => Object.keys(table)),
  ),
];

/** The fields of the current row; one object is reused for all rows. */
export interface FieldRow<Field extends string> {
  /** Returns a field; empty if the row has none. */
  read(field: Field): string;
  fields: FieldReader<Field>;
  values: readonly string[];
  geometry: unknown;
  /** Counts a remark on a row that is used nevertheless. */
  remark: (reason: Reason) => void;
}

/**
 * Reads a file row by row.
 *
 * Shape: `use` returns why a row cannot be used, or undefined; `lacks` returns which columns are missing, or undefined.
 * Errors: INPUT_MISSING; INPUT_BAD if the file is broken or lacks columns; IO.
 */
export async function readFields<Field extends string>(
  file: string,
  table: FieldTable<Field>,
  { columns, onBytes }: SourceOptions,
  lacks: (fields: FieldReader<Field>, names: readonly string[]) => Message | undefined,
  use: (row: FieldRow<Field>) => Reason | undefined,
): Promise<SourceReport> {
  const report = createReport(file);
  const fields = createFieldReader(table, columns);
  const row: FieldRow<Field> = {
    read: (field) => fields.read(row.values, field),
    fields,
    values: [],
    geometry: undefined,
    remark: (reason) => remarkRow(report, report.rows, reason),
  };
  const skip = (number: number, reason: Reason): void => skipRow(report, number, reason);
  await readSourceRows(
    file,
    {
      columns(names, areAll) {
        fields.columns(names);
        report.columns = fields.found();
        const lacking = areAll ? lacks(fields, names) : undefined;
        if (lacking === undefined) return;
        const columns = names.map((name) => JSON.stringify(name));
        throw badSource(file, message('dataset.columnsUnclear', { lacking, columns }));
      },
      row(number, values, geometry) {
        report.rows = number;
        row.values = values;
        row.geometry = geometry;
        const reason = values.some(isBroken) ? 'dataset.notUtf8' : use(row);
        if (reason === undefined) report.used += 1;
        else skip(number, reason);
      },
      bad(number, reason) {
        report.rows = number;
        skip(number, reason);
      },
    },
    onBytes,
  );
  return report;
}

/** Reports whether a text had invalid UTF-8, which is decoded as the replacement character. */
function isBroken(text: string): boolean {
  return text.includes('\uFFFD');
}
