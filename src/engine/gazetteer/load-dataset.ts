import type { LoadedAdmin } from './units/open-admin-dataset.ts';
import { loadAdmin } from './units/open-admin-dataset.ts';
import { readManifest, type DatasetManifest } from './store/manifest.ts';
import { PICTURE_FAMILY } from './store/picture-family.ts';
import { readSharedFile } from './store/read-file.ts';

/**
 * A dataset in memory, in the form that can be sent to other threads.
 *
 * Shape: `files` are the files of arrays that were read so far, by name. A structured clone shares the memory of the files and of the map; the units are copied.
 */
export interface LoadedDataset {
  dir: string;
  manifest: DatasetManifest;
  admin: LoadedAdmin;
  files: Record<string, SharedArrayBuffer>;
}

/** The files of a dataset. */
export type DatasetFiles = Pick<LoadedDataset, 'dir' | 'manifest' | 'files'>;

/**
 * Reads a dataset and checks each file against its hash. Files that are left out are read by {@link loadFiles}.
 *
 * Errors: DATASET_BAD if it is missing, damaged, or has another format or version.
 * Cost: its size once, for all threads; about a second for 700 MB.
 */
export async function loadDataset(
  dir: string,
  leftOut: ReadonlySet<string> = new Set([PICTURE_FAMILY.file]),
): Promise<LoadedDataset> {
  const manifest = await readManifest(dir);
  const admin = await loadAdmin(dir, manifest);
  const loaded = { dir, manifest, admin, files: {} };
  const names = new Set(manifest.arrays.map(({ file }) => file));
  await loadFiles(
    loaded,
    [...names].filter((name) => !leftOut.has(name)),
  );
  return loaded;
}

/**
 * Reads files of a dataset, as far as it has them and they were not read before.
 *
 * Errors: DATASET_BAD if a file is missing or damaged.
 * Cost: their size once. Threads share them if they are read before the dataset is sent to them.
 */
export async function loadFiles(
  { dir, manifest, files }: DatasetFiles,
  names: Iterable<string>,
): Promise<void> {
  for (const name of names)
    if (manifest.files[name] !== undefined) files[name] ??= await readSharedFile(dir, name, manifest);
}
