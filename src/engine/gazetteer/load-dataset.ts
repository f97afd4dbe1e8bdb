import { LAZY_FILES } from './array-families.ts';
import type { LoadedAdmin } from './units/open-admin-dataset.ts';
import { loadAdmin } from './units/open-admin-dataset.ts';
import { readManifest, type DatasetManifest } from './store/manifest.ts';
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
 * Reads a dataset and checks each file against its hash. Files of lazy families are read by {@link loadLazyFile}.
 *
 * Errors: DATASET_BAD if it is missing, damaged, or has another format or version.
 * Cost: its size once, for all threads; about a second for 700 MB.
 */
export async function loadDataset(dir: string): Promise<LoadedDataset> {
  const manifest = await readManifest(dir);
  const admin = await loadAdmin(dir, manifest);
  const names = [...new Set(manifest.arrays.map(({ file }) => file))].filter((name) => !LAZY_FILES.has(name));
  const files: LoadedDataset['files'] = {};
  for (const name of names) files[name] = await readSharedFile(dir, name, manifest);
  return { dir, manifest, admin, files };
}

/**
 * Reads the file of a lazy family, unless it was read before; false if the dataset has none.
 *
 * Errors: DATASET_BAD if the file is missing or damaged.
 * Cost: its size once. Threads share it if it is read before the dataset is sent to them.
 */
export async function loadLazyFile({ dir, manifest, files }: DatasetFiles, name: string): Promise<boolean> {
  if (manifest.files[name] === undefined) return false;
  files[name] ??= await readSharedFile(dir, name, manifest);
  return true;
}
