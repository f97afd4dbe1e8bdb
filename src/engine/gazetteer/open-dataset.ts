import { GeomillError } from '../../base/errors/geomill-error.ts';
import { ARRAY_FAMILIES, LAZY_FILES } from './array-families.ts';
import { loadLazyFile, type DatasetFiles, type LoadedDataset } from './load-dataset.ts';
import { checkFamily, hasFamily, openFamily, type ArraysOf } from './store/array-family.ts';
import { ARRAY_TYPES, type Arrays, type NumberArray } from './store/array-types.ts';
import { fromManifestName } from './store/manifest-names.ts';
import type { DatasetManifest } from './store/manifest.ts';
import { PICTURE_FAMILY } from './store/picture-family.ts';
import { openTables } from './store/open-tables.ts';
import { COUNTS, type PlaceTables } from './store/place-tables.ts';
import { openLoadedAdmin } from './units/open-admin-dataset.ts';
import type { AdminDataset } from './units/units.ts';

type ArrayView = new (buffer: SharedArrayBuffer, offset: number, length: number) => NumberArray;

/** A dataset, ready to be searched. Shape: `tables` is undefined for a dataset of administrative units only. */
export interface OpenDataset {
  manifest: DatasetManifest;
  admin: AdminDataset;
  tables: PlaceTables | undefined;
  /** All arrays by name, those of the tables included. */
  arrays: Arrays;
}

/**
 * Opens a loaded dataset in this thread.
 *
 * Errors: DATASET_BAD if a family of arrays is missing, or an array of one is missing, has another type, or a length that does not fit the
 * other arrays.
 * Cost: views only; no array is copied.
 */
export function openDataset(loaded: LoadedDataset): OpenDataset {
  const arrays = viewArrays(loaded);
  const tables = openTables(arrays);
  if (tables !== undefined) checkFamilies(arrays);
  return { manifest: loaded.manifest, admin: openLoadedAdmin(loaded.admin), tables, arrays };
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
  if (!(await loadLazyFile(loaded, PICTURE_FAMILY.file))) return undefined;
  const arrays = viewArrays(loaded);
  checkFamily(PICTURE_FAMILY, arrays, COUNTS);
  return openFamily(PICTURE_FAMILY, arrays);
}

/** Returns views of the arrays whose files were read; those of other files are empty, or absent. */
export function viewArrays({ manifest, files }: Pick<DatasetFiles, 'manifest' | 'files'>): Arrays {
  const arrays: Record<string, NumberArray> = {};
  for (const { file, name, type, offset, length } of manifest.arrays) {
    const buffer = files[file];
    if (buffer === undefined && LAZY_FILES.has(file)) continue;
    const View = ARRAY_TYPES[type] as ArrayView;
    // A file that is missing gives an empty array, which no check of a family accepts.
    arrays[fromManifestName(name)] = new View(
      buffer ?? new SharedArrayBuffer(0),
      buffer ? offset : 0,
      buffer ? length : 0,
    );
  }
  return arrays;
}

function checkFamilies(arrays: Arrays): void {
  const present = ARRAY_FAMILIES.filter((family) => hasFamily(family, arrays));
  const missing = ARRAY_FAMILIES.find((family) => family.optional !== true && !present.includes(family));
  if (missing !== undefined) {
    throw new GeomillError(
      'DATASET_BAD',
      `The dataset is not complete: it has no arrays of ${missing.file}. Build it anew with this version, or copy it again.`,
    );
  }
  for (const family of present) checkFamily(family, arrays, COUNTS);
}
