import { join } from 'node:path';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { createDurableFs, type DurableFs } from '../../base/files/durable-fs.ts';
import { doAddUp } from './check-result.ts';
import { compareFile } from './journal/marks.ts';
import { loadJournal } from './journal/journal.ts';
import { readManifest, type Manifest } from './journal/manifest.ts';
import { REJECTS } from './outputs/outputs.ts';
import { countRecords } from './rerun/stored-rows.ts';
import { journalPath, manifestPath } from './journal/run-paths.ts';

/**
 * Reads all files of a finished run, compares their bytes with its manifest, and counts their rows.
 *
 * Shape: the manifest when all files are the ones that the run wrote.
 * Errors: RESULTS_CHANGED with the name of every file that was changed or is missing, or when the folder has no finished run.
 */
export async function checkRun(folder: string, fs: DurableFs = createDurableFs()): Promise<Manifest> {
  const manifest = await readManifest(fs, { manifest: manifestPath(folder) });
  if (!manifest) throw await notFinished(fs, folder);
  const faults: string[] = [];
  for (const file of Object.values(manifest.files)) {
    const found = await compareFile(fs, join(folder, file.name), file);
    if (found !== 'same') faults.push(`${file.name} ${found === 'missing' ? 'is missing' : 'was changed'}`);
  }
  if (faults.length === 0) faults.push(...(await miscounts(fs, folder, manifest)));
  if (faults.length === 0) return manifest;
  throw new GeomillError(
    'RESULTS_CHANGED',
    `the results in ${folder} are not those of the run: ${faults.join(', ')}. The command of the run makes them again; copy files that were edited on purpose first`,
  );
}

/** The outputs whose rows can be counted without their job, and the lines in front of the rows. */
const COUNTED: Readonly<Record<string, { of: 'results' | 'rejected'; header: number; isQuoted: boolean }>> = {
  csv: { of: 'results', header: 1, isQuoted: true },
  ndjson: { of: 'results', header: 0, isQuoted: false },
  [REJECTS]: { of: 'rejected', header: 0, isQuoted: false },
};

/** Returns how the rows of the files differ from the counts of the manifest. */
async function miscounts(fs: DurableFs, folder: string, { counts, files }: Manifest): Promise<string[]> {
  if (!doAddUp(counts))
    return [
      `${counts.rowsIn} rows were read, and they are ${counts.results} results and ${counts.rejected} rejected`,
    ];
  const faults: string[] = [];
  for (const [output, { of, header, isQuoted }] of Object.entries(COUNTED)) {
    const file = files[output];
    if (!file) continue;
    const rows = (await countRecords(fs, join(folder, file.name), isQuoted)) - header;
    if (rows !== counts[of]) faults.push(`${file.name} has ${rows} rows, and the run counted ${counts[of]}`);
  }
  return faults;
}

async function notFinished(fs: DurableFs, folder: string): Promise<GeomillError> {
  const journal = await loadJournal(fs, journalPath(folder));
  const rows = journal?.checkpoints.at(-1)?.checkpoint.counts.rowsIn ?? 0;
  return new GeomillError(
    'RESULTS_CHANGED',
    journal
      ? `the run in ${folder} is not finished: ${rows} rows are committed, and the command of the run continues after them`
      : `${folder} holds no run of Geomill: it has no manifest.json. Name the output folder of a finished run; geomill status lists them`,
  );
}
