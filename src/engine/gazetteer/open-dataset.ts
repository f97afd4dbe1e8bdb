import { failure, type GeomillError } from '../../base/errors/geomill-error.ts';
import { ARRAY_FAMILIES, LAZY_FILES } from './array-families.ts';
import { loadFiles, viewArrays, type DatasetFiles, type LoadedDataset } from './load-dataset.ts';
import { checkFamily, hasFamily, openFamily, type ArraysOf } from './store/array-family.ts';
import type { Arrays } from './store/array-types.ts';
import type { DatasetManifest } from './store/manifest.ts';
import { PICTURE_FAMILY } from './store/picture-family.ts';
import { openTables } from './store/open-tables.ts';
import { COUNTS, type PlaceTables } from './store/place-tables.ts';
import { openLoadedAdmin } from './units/open-admin-dataset.ts';
import type { AdminDataset } from './units/units.ts';

/** A dataset, ready to be searched. Shape: `tables` is undefined for a dataset of administrative units only. */
export interface OpenDataset {
  manifest: DatasetManifest;
  admin: AdminDataset;
  tables: PlaceTables | undefined;
  /** The arrays of the files that were read, by name, those of the tables included. */
  arrays: Arrays;
  /** Adds the arrays of files that were left out. Errors: DATASET_BAD for a file that is damaged, or has wrong arrays. Cost: reads them, unless they were read. */
  addFiles: (names: readonly string[]) => Promise<void>;
}

/**
 * Opens a loaded dataset in this thread.
 *
 * Errors: DATASET_BAD if a family of arrays is missing, or an array of one is missing, has another type, or a length that does not fit the
 * other arrays.
 * Cost: views only; no array is copied.
 */
export function openDataset(loaded: LoadedDataset): OpenDataset {
  const isThere = (file: string): boolean =>
    file in loaded.files || LAZY_FILES.has(file) || loaded.blocks?.opened.has(file) === true;
  const absent = loaded.manifest.arrays.find(({ file }) => !isThere(file));
  if (absent) throw notComplete(absent.file);
  const arrays = viewArrays(loaded);
  const tables = openTables(arrays);
  if (tables !== undefined) checkFamilies(loaded.manifest, arrays);
  return {
    manifest: loaded.manifest,
    admin: openLoadedAdmin(loaded.admin),
    tables,
    arrays,
    async addFiles(names) {
      await loadFiles(loaded, names);
      Object.assign(arrays, viewArrays(loaded));
      if (tables !== undefined) checkFamilies(loaded.manifest, arrays);
    },
  };
}

/**
 * Opens the street pictures of a dataset; undefined if it has none.
 *
 * Errors: DATASET_BAD if the file of pictures is missing, damaged, or has wrong arrays.
 * Cost: reads the file on the first call.
 */
export async function openPictures(
  loaded: DatasetFiles,
): Promise<ArraysOf<typeof PICTURE_FAMILY> | undefined> {
  await loadFiles(loaded, [PICTURE_FAMILY.file]);
  const arrays = viewArrays(loaded);
  if (!hasFamily(PICTURE_FAMILY, arrays)) return undefined;
  checkFamily(PICTURE_FAMILY, arrays, COUNTS);
  return openFamily(PICTURE_FAMILY, arrays);
}

function checkFamilies(manifest: DatasetManifest, arrays: Arrays): void {
  const listed = new Set(manifest.arrays.map(({ file }) => file));
  const missing = ARRAY_FAMILIES.find(({ file, optional }) => optional !== true && !listed.has(file));
  if (missing !== undefined) throw notComplete(missing.file);
  for (const family of ARRAY_FAMILIES) if (hasFamily(family, arrays)) checkFamily(family, arrays, COUNTS);
}

function notComplete(file: string): GeomillError {
  return failure('DATASET_BAD', 'dataset.arraysMissing', { file });
}
