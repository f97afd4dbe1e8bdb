import type { LoadedAdmin } from './units/open-admin-dataset.ts';
import { loadAdmin } from './units/open-admin-dataset.ts';
import { ARRAY_TYPES, type Arrays, type NumberArray } from './store/array-types.ts';
import { createBlockArray } from './store/block-array.ts';
import { BLOCK_FAMILY, blockHashesByFile } from './store/block-family.ts';
import { openBlockFile, type BlockFile } from './store/block-file.ts';
import { checkFamily, hasFamily, openFamily } from './store/array-family.ts';
import { fromManifestName } from './store/manifest-names.ts';
import { readManifest, type DatasetManifest } from './store/manifest.ts';
import { PICTURE_FAMILY } from './store/picture-family.ts';
import { readSharedFile } from './store/read-file.ts';

/**
 * A dataset in memory, in the form that can be sent to other threads.
 *
 * Shape: `files` are the files of arrays that were read so far, by name. A structured clone shares the memory of the files and of the map; the units are copied.
 * With `blocks` it stays in its thread.
 */
export interface LoadedDataset {
  dir: string;
  manifest: DatasetManifest;
  admin: LoadedAdmin;
  files: Record<string, SharedArrayBuffer>;
  blocks?: DatasetBlocks;
}

/** The files of a dataset that are read by block. Shape: the hashes of the blocks of each file that has any, and those that were opened so far, by name. */
export interface DatasetBlocks {
  hashes: ReadonlyMap<string, readonly Uint8Array[]>;
  opened: Map<string, BlockFile>;
}

/** The files of a dataset. */
export type DatasetFiles = Pick<LoadedDataset, 'dir' | 'manifest' | 'files' | 'blocks'>;

type ArrayView = new (buffer: SharedArrayBuffer, offset: number, length: number) => NumberArray;

/**
 * Reads a dataset and checks each file against its hash. Files that are left out are read by {@link loadFiles}.
 *
 * Shape: `readsByBlock` reads of large files only the blocks that requests use, each checked against its own hash, if the dataset has these hashes. It is for a few
 * requests in this thread, which take longer then; {@link closeBlocks} ends it.
 * Errors: DATASET_BAD if it is missing, damaged, or has another format or version.
 * Cost: its size once, for all threads; about a second for 700 MB.
 */
export async function loadDataset(
  dir: string,
  leftOut: ReadonlySet<string> = new Set([PICTURE_FAMILY.file]),
  { readsByBlock = false } = {},
): Promise<LoadedDataset> {
  const manifest = await readManifest(dir);
  const admin = await loadAdmin(dir, manifest);
  const loaded: LoadedDataset = { dir, manifest, admin, files: {} };
  if (readsByBlock) {
    await loadFiles(loaded, [BLOCK_FAMILY.file]);
    const hashes = blockHashesOf(loaded);
    if (hashes !== undefined) loaded.blocks = { hashes, opened: new Map() };
  }
  await loadFiles(
    loaded,
    arrayFilesOf(manifest).filter((name) => !leftOut.has(name)),
  );
  return loaded;
}

/** Returns the hashes of the blocks of each file that has any, by name, if their file was read; undefined for a dataset without. Errors: DATASET_BAD. */
export function blockHashesOf(loaded: DatasetFiles): DatasetBlocks['hashes'] | undefined {
  const arrays = viewArrays(loaded);
  if (!hasFamily(BLOCK_FAMILY, arrays)) return undefined;
  checkFamily(BLOCK_FAMILY, arrays, {});
  return blockHashesByFile(openFamily(BLOCK_FAMILY, arrays), arrayFilesOf(loaded.manifest));
}

/** Returns the files of arrays of a dataset, in the order of its manifest. */
function arrayFilesOf({ arrays }: DatasetManifest): string[] {
  return [...new Set(arrays.map(({ file }) => file))];
}

/**
 * Reads files of a dataset, as far as it has them and they were not read before.
 *
 * Errors: DATASET_BAD if a file is missing or damaged.
 * Cost: their size once. Threads share them if they are read before the dataset is sent to them.
 */
export async function loadFiles(
  { dir, manifest, files, blocks }: DatasetFiles,
  names: Iterable<string>,
): Promise<void> {
  for (const name of names) {
    if (manifest.files[name] === undefined || blocks?.opened.has(name)) continue;
    const hashes = blocks?.hashes.get(name);
    if (hashes === undefined) files[name] ??= await readSharedFile(dir, name, manifest);
    else blocks?.opened.set(name, openBlockFile(dir, name, manifest, hashes));
  }
}

/** Returns views of the arrays whose files were read, or are read by block. */
export function viewArrays({
  manifest,
  files,
  blocks,
}: Pick<DatasetFiles, 'manifest' | 'files' | 'blocks'>): Arrays {
  const arrays: Record<string, NumberArray> = {};
  for (const { file, name, type, offset, length } of manifest.arrays) {
    const blockFile = blocks?.opened.get(file);
    const buffer = blockFile?.bytes ?? files[file];
    if (buffer === undefined) continue;
    const View = ARRAY_TYPES[type] as ArrayView;
    const array = new View(buffer, offset, length);
    arrays[fromManifestName(name)] = blockFile ? createBlockArray(array, blockFile) : array;
  }
  return arrays;
}

/** Closes the files that are read by block: what was not read until now is not read any more. */
export function closeBlocks({ blocks }: DatasetFiles): void {
  for (const file of blocks?.opened.values() ?? []) file.close();
}
