import { openLoadedAdmin } from '../units/open-admin-dataset.ts';
import type { AdminDataset } from '../units/units.ts';
import { GeomillError } from '../../errors/geomill-error.ts';
import { ARRAY_TYPES, type Arrays, type NumberArray } from './array-types.ts';
import { FAMILY_FILES } from './family-files.ts';
import type { LoadedDataset } from './load-dataset.ts';
import type { DatasetManifest } from './manifest.ts';
import type { PlaceTables } from './place-tables.ts';
import { openTables } from './table-arrays.ts';

type ArrayView = new (buffer: SharedArrayBuffer, offset: number, length: number) => NumberArray;

/** Holds a dataset as the engine reads it. Shape: `tables` is undefined for a dataset of administrative units only. */
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
 * Errors: DATASET_BAD when tables are not complete, or do not fit each other, or a family of arrays is missing beside them.
 * Cost: views only; no array is copied.
 */
export function openDataset(loaded: LoadedDataset): OpenDataset {
  const arrays: Record<string, NumberArray> = {};
  for (const { file, name, type, offset, length } of loaded.manifest.arrays) {
    const View = ARRAY_TYPES[type] as ArrayView;
    arrays[name] = new View(loaded.files[file] as SharedArrayBuffer, offset, length);
  }
  const tables = openTables(arrays);
  if (tables !== undefined) refuseMissingFamily(loaded.manifest);
  return { manifest: loaded.manifest, admin: openLoadedAdmin(loaded.admin), tables, arrays };
}

function refuseMissingFamily({ arrays }: DatasetManifest): void {
  const missing = Object.values(FAMILY_FILES).find((family) => !arrays.some(({ file }) => file === family));
  if (missing === undefined) return;
  throw new GeomillError(
    'DATASET_BAD',
    `The dataset is not complete: it has no arrays of ${missing}. Build it anew with this version, or copy it again.`,
  );
}
