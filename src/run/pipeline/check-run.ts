import { join } from 'node:path';
import { failure, GeomillError } from '../../base/errors/geomill-error.ts';
import { createDurableFs, type DurableFs } from '../../base/files/durable-fs.ts';
import { message, type Message } from '../../base/messages/message.ts';
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
 * Shape: the manifest when all files are the ones that the run wrote; `path` is that of another manifest in the folder.
 * Errors: RESULTS_CHANGED with the name of every file that was changed or is missing, or when the folder has no finished run.
 */
export async function checkRun(
  folder: string,
  fs: DurableFs = createDurableFs(),
  path: string = manifestPath(folder),
): Promise<Manifest> {
  const manifest = await readManifest(fs, { manifest: path });
  if (!manifest) throw await notFinished(fs, folder);
  const faults: Message[] = [];
  for (const file of Object.values(manifest.files)) {
    const found = await compareFile(fs, join(folder, file.name), file);
    if (found !== 'same') faults.push(message('run.change', { file: file.name, how: found }));
  }
  if (faults.length === 0) faults.push(...(await miscounts(fs, folder, manifest)));
  if (faults.length === 0) return manifest;
  throw failure('RESULTS_CHANGED', 'run.resultsChanged', { folder, faults });
}

/** The outputs whose rows can be counted without their job, and the lines in front of the rows. */
const COUNTED: Readonly<Record<string, { of: 'results' | 'rejected'; header: number; isQuoted: boolean }>> = {
  csv: { of: 'results', header: 1, isQuoted: true },
  ndjson: { of: 'results', header: 0, isQuoted: false },
  [REJECTS]: { of: 'rejected', header: 0, isQuoted: false },
};

/** Returns how the rows of the files differ from the counts of the manifest. */
async function miscounts(fs: DurableFs, folder: string, { counts, files }: Manifest): Promise<Message[]> {
  if (!doAddUp(counts))
    return [
      message('run.rowsOtherThanRead', {
        ...{ rows: counts.rowsIn, results: counts.results, rejected: counts.rejected },
      }),
    ];
  const faults: Message[] = [];
  for (const [output, { of, header, isQuoted }] of Object.entries(COUNTED)) {
    const file = files[output];
    if (!file) continue;
    const rows = (await countRecords(fs, join(folder, file.name), isQuoted)) - header;
    if (rows !== counts[of])
      faults.push(message('run.rowsOtherThanCounted', { file: file.name, rows, counted: counts[of] }));
  }
  return faults;
}

async function notFinished(fs: DurableFs, folder: string): Promise<GeomillError> {
  const journal = await loadJournal(fs, journalPath(folder));
  const rows = journal?.checkpoints.at(-1)?.checkpoint.counts.rowsIn ?? 0;
  return new GeomillError(
    'RESULTS_CHANGED',
    journal ? message('run.notFinished', { folder, rows }) : message('run.noRun', { folder }),
  );
}
