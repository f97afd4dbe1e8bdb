import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';

/** A row of the official conversion table. */
export type TableRow = Record<string, string>;

/**
 * Corrects the edges of the conversion table that a resolution contradicts: where they differ, the resolution is the law.
 *
 * Shape: rows are changed in place; `file` has the columns of `tools/starter/law/corrections.csv`, the first of them empty for an edge that the table lacks. Errors: IO; Error if
 * the table has no such edge.
 */
export async function correctTable(rows: TableRow[], file: string | URL): Promise<void> {
  const corrections: TableRow[] = parse(await readFile(file), { columns: true });
  for (const { old_ward_code: old, new_ward_code: code, corrected_code, corrected_note } of corrections) {
    if (old === '') {
      const known = rows.find((edge) => edge.old_ward_code === corrected_code);
      rows.push({ ...known, new_ward_code: code ?? '', note: corrected_note ?? '' });
      continue;
    }
    const row = rows.find((edge) => edge.old_ward_code === old && edge.new_ward_code === code);
    if (row === undefined) throw new Error(`corrections.csv: the table has no edge from ${old} to ${code}.`);
    row.old_ward_code = corrected_code ?? '';
    row.note = corrected_note ?? '';
  }
}
