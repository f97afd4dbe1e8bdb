import { join } from 'node:path';
import { chosenOutput } from '../../../formats/chosen-columns.ts';
import type { OutputColumn } from '../../../formats/record.ts';
import { isDerivedFormat } from '../../../formats/output-format.ts';
import { outputFormat } from '../../../formats/outputs.ts';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { completeDerived, visibleOutput } from '../outputs/derive.ts';
import { createDurableFs, type DurableFs } from '../../../base/files/durable-fs.ts';
import { compareFile } from '../journal/marks.ts';
import { statedColumns } from '../journal/identity.ts';
import { lockFolder } from '../../../base/files/lock.ts';
import { message } from '../../../base/messages/message.ts';
import { readManifest, type Manifest } from '../journal/manifest.ts';
import type { DerivedOutput } from '../outputs/outputs.ts';
import { rewrittenOutput } from './rewrite-rows.ts';
import { isHidden, journalPath, manifestPath, runPaths } from '../journal/run-paths.ts';

/** The arguments of {@link exportRun}: the folder of a finished run, and the names of output formats. */
export interface ExportOptions {
  folder: string;
  formats: readonly string[];
  /** Receives sentences for the user. */
  onNote: (note: string) => void;
  fs?: DurableFs;
}

/**
 * Makes derived outputs of a finished run, and adds them to its manifest.
 *
 * Shape: the names of the files, by format; a file that is there already and has the bytes of the manifest is kept.
 * Errors: RESULTS_CHANGED when the run is not finished or a file that is read was changed; JOB_WRONG for a format that cannot be made; LOCKED, IO.
 * Guarantee: may be interrupted anywhere and repeated; the files of the run are only read.
 */
export async function exportRun({
  folder,
  formats,
  onNote,
  fs = createDurableFs(),
}: ExportOptions): Promise<Record<string, string>> {
  // Before the lock: it would be made in a folder that is none.
  if (!(await fs.exists(manifestPath(folder)))) await readFinished(fs, folder);
  const lock = await lockFolder(folder);
  try {
    const manifest = await readFinished(fs, folder);
    const outputs = formats.flatMap((name) => outputOf(fs, folder, manifest, name) ?? []);
    await checkSources(fs, folder, manifest, outputs);
    const made = { rows: [], derived: outputs };
    const columns = columnsOf(manifest, folder);
    const completed = await completeDerived(fs, runPaths(folder, made), made, { columns }, manifest, onNote);
    return Object.fromEntries(formats.map((name) => [name, completed.files[name]?.name ?? '']));
  } finally {
    await lock.release();
  }
}

async function readFinished(fs: DurableFs, folder: string): Promise<Manifest> {
  const manifest = await readManifest(fs, { manifest: manifestPath(folder) });
  if (manifest && !(await fs.exists(journalPath(folder)))) return manifest;
  throw new GeomillError(
    'RESULTS_CHANGED',
    manifest || (await fs.exists(journalPath(folder)))
      ? message('update.notFinished', { folder })
      : message('run.noRun', { folder }),
  );
}

/** Returns the output of a format for a run; undefined where the run has it already. Errors: JOB_WRONG if it cannot be made of the files of the run. */
function outputOf(
  fs: DurableFs,
  folder: string,
  manifest: Manifest,
  name: string,
): DerivedOutput | undefined {
  const { files, input } = manifest;
  const stated = statedColumns(manifest.identity);
  const format = stated ? chosenOutput(outputFormat(name), stated) : outputFormat(name);
  if (isDerivedFormat(format) && files[format.from] !== undefined)
    return { ...format, name, fileName: `${input.name}${format.extension}` };
  // Rows that the run wrote itself.
  const own = files[name]?.from === undefined ? files[name] : undefined;
  if (own) return isHidden(own) ? visibleOutput(name, `${input.name}${format.extension}`, own) : undefined;
  const columns = columnsOf(manifest, folder);
  const rewritten = rewrittenOutput(fs, folder, { ...manifest, columns }, name);
  if (rewritten) return rewritten;
  throw new GeomillError('JOB_WRONG', message('update.cannotBeMade', { name, folder }));
}

async function checkSources(
  fs: DurableFs,
  folder: string,
  { files }: Manifest,
  outputs: readonly DerivedOutput[],
): Promise<void> {
  for (const source of new Set(outputs.map(({ from }) => from))) {
    const name = files[source]?.name ?? '';
    const found = await compareFile(fs, join(folder, name), files[source]);
    if (found === 'same') continue;
    throw new GeomillError(
      'RESULTS_CHANGED',
      message('update.changedSinceRun', { change: message('run.change', { file: name, how: found }) }),
    );
  }
}

/** Returns the columns of a run. Errors: RESULTS_CHANGED if an older version wrote its manifest. */
function columnsOf({ columns }: Manifest, folder: string): readonly OutputColumn[] {
  if (columns) return columns;
  throw new GeomillError('RESULTS_CHANGED', message('update.olderManifest', { folder }));
}
