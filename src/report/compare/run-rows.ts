import { join } from 'node:path';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import { readManifest, type Manifest } from '../../run/pipeline/journal/manifest.ts';
import { REJECTS } from '../../run/pipeline/outputs/outputs.ts';
import { manifestPath } from '../../run/pipeline/journal/run-paths.ts';
import { linesOf, streamFile } from '../../run/pipeline/input/stream-file.ts';
import { openScan, type ScanResults } from '../read/result-file.ts';
import { bindFacts, type FactsReader, type RowFacts } from './row-facts.ts';

/** A finished run that is compared. */
export interface ComparedRun {
  folder: string;
  manifest: Manifest;
  scan: ScanResults;
}

/** Opens a finished run. Errors: INPUT_MISSING when the folder has none; those of {@link readManifest} and {@link openScan}. */
export async function openRun(fs: DurableFs, folder: string): Promise<ComparedRun> {
  const manifest = await readManifest(fs, { manifest: manifestPath(folder) });
  if (!manifest)
    throw new GeomillError(
      'INPUT_MISSING',
      `there is no finished run in ${folder}: give the folder that has its manifest.json`,
    );
  return { folder, manifest, scan: await openScan(fs, folder, manifest) };
}

/**
 * Reads the facts of all rows of a run, in lists of some hundred rows.
 *
 * Errors: USAGE when the results lack the column `key`.
 * Cost: memory for the rows of one block of the file.
 */
export async function* readFacts(
  { folder, manifest, scan }: ComparedRun,
  { key, numbers }: { key?: string | undefined; numbers?: AsyncGenerator<number> | undefined },
): AsyncGenerator<RowFacts[]> {
  let reader: FactsReader | undefined;
  let rows: RowFacts[] = [];
  const blocks = scan(
    (header) => {
      reader = bindFacts(manifest, header, key);
      if (key !== undefined && !reader.hasKey) throw noColumn(folder, key, header);
      return reader.chosen;
    },
    (row) => rows.push((reader as FactsReader).read(row)),
  );
  try {
    while (!(await blocks.next()).done) {
      if (numbers) for (const row of rows) row.row = (await numbers.next()).value as number;
      if (rows.length > 0) yield rows;
      rows = [];
    }
  } finally {
    await blocks.return(undefined);
    await numbers?.return(undefined);
  }
}

function noColumn(folder: string, key: string, header: readonly string[]): GeomillError {
  return new GeomillError(
    'USAGE',
    `the results in ${folder} have no column "${key}": --key takes one of ${header.join(', ')}`,
  );
}

/**
 * Generates the numbers of the input rows that are in the results of a run: all from 1 but the rejected ones.
 *
 * Shape: endless. A run writes its rejects in the order of its input.
 */
export async function* rowNumbers(fs: DurableFs, { folder, manifest }: ComparedRun): AsyncGenerator<number> {
  const rejected = rejectedRows(fs, folder, manifest);
  try {
    let next = await rejected.next();
    for (let row = 1; ; row += 1) {
      if (!next.done && next.value === row) next = await rejected.next();
      else yield row;
    }
  } finally {
    await rejected.return(undefined);
  }
}

async function* rejectedRows(fs: DurableFs, folder: string, { files }: Manifest): AsyncGenerator<number> {
  const file = files[REJECTS];
  if (!file || file.bytes === 0) return;
  for await (const lines of linesOf(streamFile(fs, join(folder, file.name)))) {
    for (const line of lines) yield (JSON.parse(line) as { row: number }).row;
  }
}
