import { hasFamily, openFamily } from './array-family.ts';
import type { Arrays } from './array-types.ts';
import {
  HOUSE_FAMILY,
  KEY_FAMILY,
  LINE_FAMILY,
  RECORD_FAMILY,
  STREET_AND_POI_FAMILY,
  TABLE_FAMILIES,
  type PlaceTables,
} from './place-tables.ts';

/** Returns the arrays of the tables by the file that contains them. */
export function tableArrays(tables: PlaceTables): [file: string, arrays: Arrays][] {
  return TABLE_FAMILIES.map((family) => [family.file, openFamily(family, tables as unknown as Arrays)]);
}

/**
 * Returns the tables over the arrays of a dataset.
 *
 * Shape: undefined for a dataset of administrative units only.
 * Errors: DATASET_BAD if some arrays are missing or of another type. Lengths: see `checkFamily`.
 */
export function openTables(arrays: Arrays): PlaceTables | undefined {
  if (!TABLE_FAMILIES.some((family) => hasFamily(family, arrays))) return undefined;
  const found = {
    ...openFamily(STREET_AND_POI_FAMILY, arrays),
    ...openFamily(HOUSE_FAMILY, arrays),
    ...openFamily(LINE_FAMILY, arrays),
    ...openFamily(KEY_FAMILY, arrays),
    ...openFamily(RECORD_FAMILY, arrays),
  };
  return {
    ...found,
    streetCount: found.streetHouseStart.length - 1,
    featureCount: found.featureBaseWard.length,
    placeCount: found.featureBaseWard.length + found.housePath.length,
    baseWardCount: found.baseWardStreetStart.length - 2,
  };
}
