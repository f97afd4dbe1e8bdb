import { join } from 'node:path';
import { GeomillError, isGeomillError } from '../../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { message } from '../../../base/messages/message.ts';
import { type Manifest, readManifest, recordEarlierRun, writeManifest } from '../journal/manifest.ts';
import { removeJournal } from '../journal/journal.ts';
import { compareFile } from '../journal/marks.ts';
import { hiddenName, isHidden, type OutputFile, pathsOfRun, type RunPaths } from '../journal/run-paths.ts';
import { removeSpool } from '../input/spool-file.ts';

/** The two sets of files that a stopped run is put aside in by turns: while one is written, the other one is whole. */
export const STOPPED_SIDES = ['a', 'b'] as const;

/** One of {@link STOPPED_SIDES}. */
type StoppedSide = (typeof STOPPED_SIDES)[number];

/** Returns the name of a file of a stopped run that was put aside. */
export const stoppedFile = (side: string, name: string) => `.stopped-${side}.${name}`;

/** Returns the path of the manifest of a stopped run that was put aside. */
export const stoppedManifest = (folder: string) => join(folder, '.stopped.json');

/** Removes a stopped run that was put aside, its manifest last; all but the files of one side where one is kept. */
export async function removeStopped(
  fs: DurableFs,
  { folder, rows }: Pick<RunPaths, 'folder' | 'rows'>,
  kept?: StoppedSide,
): Promise<void> {
  for (const side of STOPPED_SIDES)
    if (side !== kept)
      for (const { name, otherName } of rows)
        for (const each of [name, otherName]) await fs.remove(join(folder, stoppedFile(side, each)));
  if (kept === undefined) await fs.remove(stoppedManifest(folder));
}

/**
 * Renames finished temporary files to their final names, records the run that they replace, then writes the manifest, then removes the files that only the run needed.
 *
 * Errors: IO when a file is neither unfinished nor finished: it was removed.
 * Guarantee: may be repeated after any interruption; the journal, which holds the manifest, is removed last.
 */
export async function putInPlace(fs: DurableFs, paths: RunPaths, manifest: Manifest): Promise<void> {
  for (const file of [...paths.rows, ...paths.derived]) {
    if (await fs.exists(file.part)) await fs.rename(file.part, file.path);
    else if (!(await isWhole(fs, [file], manifest))) throw lost(file);
  }
  await removeUnlisted(fs, paths);
  await recordEarlierRun(fs, paths, manifest);
  await fs.syncFolder(paths.folder);
  await writeManifest(fs, paths, manifest);
  await removeHiddenCopies(fs, paths.folder, manifest);
  await removeRunFiles(fs, paths);
  await fs.syncFolder(paths.folder);
}

/** Ends the naming that a run was stopped in, with the outputs that it was given. Shape: false when its files are not whole. */
export async function endNaming(fs: DurableFs, paths: RunPaths, finish: Manifest): Promise<boolean> {
  const begun = pathsOfRun(paths, finish);
  if (!(await isWhole(fs, [...begun.rows, ...begun.derived], finish))) return false;
  await putInPlace(fs, begun, finish);
  return true;
}

/** Removes the visible row files of the run that is replaced where the new one has them hidden; one that somebody edited is left. */
async function removeUnlisted(fs: DurableFs, paths: RunPaths): Promise<void> {
  const before = await readManifest(fs, paths).catch((error: unknown) => {
    if (isGeomillError(error, 'RESULTS_CHANGED')) return undefined;
    throw error;
  });
  for (const { output, name, otherName } of paths.rows) {
    const mark = before?.files[output];
    if (!isHidden({ name }) || mark?.name !== otherName) continue;
    const path = join(paths.folder, otherName);
    if ((await compareFile(fs, path, mark)) === 'same') await fs.remove(path);
  }
}

/** Removes the hidden files of rows that a manifest, which is written, lists under their visible names. */
export async function removeHiddenCopies(
  fs: DurableFs,
  folder: string,
  { files, identity }: Manifest,
): Promise<void> {
  for (const output of identity.outputs) {
    const file = files[output];
    if (file && !isHidden(file)) await fs.remove(join(folder, hiddenName(file.name)));
  }
}

function lost({ path, part }: OutputFile): GeomillError {
  return new GeomillError('IO', message('output.removedBeforeNamed', { part, path }), {
    details: { path: part },
  });
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
  if (await fs.exists(stoppedManifest(paths.folder))) await removeStopped(fs, paths);
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
