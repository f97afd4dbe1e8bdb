import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import { removeJournal } from './journal.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import { compareFile } from './finished-file.ts';
import type { OutputFile, RunPaths } from './run-paths.ts';
import { removeSpool } from './spool-file.ts';

/**
 * Renames finished temporary files to their final names, then writes the manifest, then removes the files that only the run needed.
 *
 * Errors: IO when a file is neither unfinished nor finished: it was removed.
 * Guarantee: may be repeated after any interruption; the journal, which holds the manifest, is removed last.
 */
export async function putInPlace(fs: DurableFs, paths: RunPaths, manifest: Manifest): Promise<void> {
  for (const file of [...paths.rows, ...paths.derived]) {
    if (await fs.exists(file.part)) await fs.rename(file.part, file.path);
    else if (!(await isWhole(fs, [file], manifest))) throw lost(file);
  }
  await fs.syncFolder(paths.folder);
  await writeManifest(fs, paths, manifest);
  await removeRunFiles(fs, paths);
  await fs.syncFolder(paths.folder);
}

function lost({ path, part }: OutputFile): GeomillError {
  return new GeomillError(
    'IO',
    `the file ${part} was removed before it could be named ${path}: run the same command again; lost rows are processed again`,
    { details: { path: part } },
  );
}

/**
 * Removes the files that only a run needs, the journal last.
 *
 * Shape: a finished run that is started again has them too: the input was read to see that it is still the same.
 */
export async function removeRunFiles(fs: DurableFs, paths: RunPaths): Promise<void> {
  for (const { part } of [...paths.rows, ...paths.derived]) await fs.remove(part);
  await removeCopies(fs, paths);
  await fs.remove(paths.received);
  await removeJournal(fs, paths.journal);
}

/** Removes what a refused run made of its input; an unfinished run that it found makes that again. */
export async function removeRefused(fs: DurableFs, paths: RunPaths): Promise<void> {
  await removeCopies(fs, paths);
  await fs.remove(paths.received);
}

/** Removes the copies of the input that a run made. */
export async function removeCopies(fs: DurableFs, paths: RunPaths): Promise<void> {
  await removeSpool(fs, paths.spool);
  await removeSpool(fs, paths.batches);
}

/** Reports whether these files of a manifest have its bytes, under their temporary or final names. */
export async function isWhole(
  fs: DurableFs,
  files: readonly OutputFile[],
  { files: marks }: Manifest,
): Promise<boolean> {
  for (const { output, path, part } of files) {
    const found = (await fs.exists(part)) ? part : path;
    if ((await compareFile(fs, found, marks[output])) !== 'same') return false;
  }
  return true;
}
