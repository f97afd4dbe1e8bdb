import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchmarkRow } from './row.ts';
import { readRows } from './rows-csv.ts';

/** Folder of the rows in the repository. */
export const DATA_FOLDER = 'test/benchmark/data';

/**
 * Reads the rows of a fold.
 *
 * Errors: Error if a file differs from its checksum in `SHA256SUMS`, with the file.
 */
export function readFold(folder: string): BenchmarkRow[] {
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
  return sums.flatMap((line) => {
    const [sum, name = ''] = line.split('  ');
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    if (createHash('sha256').update(text).digest('hex') !== sum)
      throw new Error(`${file} differs from its checksum in SHA256SUMS: restore it, or generate both anew`);
    return readRows(text, file);
  });
}
