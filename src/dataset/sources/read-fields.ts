import { message, type Message } from '../../base/messages/message.ts';
import type { Reason } from '../features.ts';
import { createFieldReader, type FieldReader, type FieldTable } from './fields.ts';
import {
  badSource,
  createReport,
  remarkRow,
  skipRow,
  type SourceOptions,
  type SourceReport,
} from './source-report.ts';
import { readSourceRows } from './source-rows.ts';

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
