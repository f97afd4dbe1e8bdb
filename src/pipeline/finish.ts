import type { DurableFs } from './durable-fs.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import { verifyMarks } from './marks.ts';
import type { RunPaths } from './run-paths.ts';

/**
 * Gives finished temporary files their final names, then writes the manifest, then removes what only the run needed.
 *
 * Guarantee: may be repeated from any point at which it was interrupted; the journal, which holds the manifest, goes last.
 */
export async function putInPlace(fs: DurableFs, paths: RunPaths, manifest: Manifest): Promise<void> {
  for (const { path, part } of paths.finals) {
    if (await fs.exists(part)) await fs.rename(part, path);
  }
  await fs.syncFolder(paths.folder);
  await writeManifest(fs, paths, manifest);
  for (const path of [
    paths.spool,
    `${paths.spool}.json`,
    paths.batches,
    `${paths.batches}.json`,
    paths.received,
    paths.journal,
  ])
    await fs.remove(path);
  await fs.syncFolder(paths.folder);
}

/**
 * Tells whether every file of a manifest is there and whole, under its temporary or its final name.
 *
 * Shape: `read` compares the bytes; without it only the sizes are looked at.
 */
export async function isWhole(
  fs: DurableFs,
  paths: RunPaths,
  manifest: Manifest,
  read: boolean,
): Promise<boolean> {
  for (const { output, path, part } of paths.finals) {
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
