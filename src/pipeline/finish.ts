import { GeomillError } from '../errors/geomill-error.ts';
import type { DurableFs } from './durable-fs.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import { verifyMarks } from './marks.ts';
import type { OutputFile, RunPaths } from './run-paths.ts';

/**
 * Renames finished temporary files to their final names, then writes the manifest, then removes the files that only the run needed.
 *
 * Errors: IO when a file is neither unfinished nor finished: it was removed.
 * Guarantee: may be repeated after any interruption; the journal, which holds the manifest, is removed last.
 */
export async function putInPlace(fs: DurableFs, paths: RunPaths, manifest: Manifest): Promise<void> {
  for (const file of [...paths.rows, ...paths.derived]) {
    if (await fs.exists(file.part)) await fs.rename(file.part, file.path);
    else if (!(await isWhole(fs, [file], manifest, true))) throw lost(file);
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
  for (const path of [
    paths.spool,
    `${paths.spool}.json`,
    paths.batches,
    `${paths.batches}.json`,
    paths.received,
    paths.journal,
  ])
    await fs.remove(path);
}

/**
 * Reports whether these files of a manifest exist and are whole, under their temporary or final names.
 *
 * Shape: `read` compares the bytes; without it only the sizes are compared.
 */
export async function isWhole(
  fs: DurableFs,
  files: readonly OutputFile[],
  manifest: Manifest,
  read: boolean,
): Promise<boolean> {
  for (const { output, path, part } of files) {
    const mark = manifest.files[output];
    const found = (await fs.exists(part)) ? part : path;
    if (!mark || !(await fs.exists(found))) return false;
    const file = await fs.openRead(found);
    const size = await file.size().finally(() => file.close());
    if (size !== mark.bytes) return false;
    if (read && (await verifyMarks(fs, found, [mark])).valid !== 1) return false;
  }
  return true;
}
