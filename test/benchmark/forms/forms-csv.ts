import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { GeneratedForm } from './generate-forms.ts';

/** Rows that are written at once. */
const BATCH = 1000;

/**
 * Writes generated texts as CSV.
 *
 * Shape: `id,address,class,ward_code_new,decidable`; all codes that the text is consistent with, separated by `|`; `decidable` is 0 or 1.
 * Cost: holds one batch of rows, and waits for a slow reader.
 */
export async function writeFormsCsv(forms: Iterable<GeneratedForm>, out: Writable): Promise<void> {
  let rows: unknown[][] = [['id', 'address', 'class', 'ward_code_new', 'decidable']];
  const write = async (): Promise<void> => {
    if (!out.write(stringify(rows))) await once(out, 'drain');
    rows = [];
  };
  for (const { id, text, group, wards, decidable } of forms) {
    rows.push([id, text, group, wards.join('|'), decidable ? 1 : 0]);
    if (rows.length >= BATCH) await write();
  }
  await write();
}
