import { NAME_FAMILY } from './names/name-family.ts';
import { POLYGON_FAMILY, SPATIAL_FAMILY } from './spatial/spatial-family.ts';
import type { ArrayFamily } from './store/array-family.ts';
import { BLOCK_FAMILY } from './store/block-family.ts';
import { HAMLET_FAMILY } from './store/hamlet-family.ts';
import { PICTURE_FAMILY } from './store/picture-family.ts';
import { TABLE_FAMILIES } from './store/place-tables.ts';
import { AUTOCOMPLETE_FAMILY } from './store/suggest-arrays.ts';
import { WATER_FAMILY } from './store/water-family.ts';
import { UNIT_FAMILY } from './unit-table/unit-family.ts';

/** All files of arrays that a dataset can have: checked on open, and listed in docs/DATASET.md. */
export const ARRAY_FAMILIES: readonly ArrayFamily[] = [
  ...TABLE_FAMILIES,
  UNIT_FAMILY,
  NAME_FAMILY,
  SPATIAL_FAMILY,
  AUTOCOMPLETE_FAMILY,
  POLYGON_FAMILY,
  PICTURE_FAMILY,
  WATER_FAMILY,
  HAMLET_FAMILY,
  BLOCK_FAMILY,
];

/** The files of arrays that only some operations need. */
export const LAZY_FILES: ReadonlySet<string> = new Set(
  ARRAY_FAMILIES.filter(({ isLazy }) => isLazy === true).map(({ file }) => file),
);
