import type { AdminDataset } from '../../local/admin/units.ts';
import { buildNameArrays } from '../../local/names/build-names.ts';
import { buildUnitArrays } from '../../local/search/unit-arrays.ts';
import type { UnitTable } from '../../local/search/units.ts';
import { buildSpatialArrays } from '../../local/spatial/spatial.ts';
import type { Arrays } from '../../local/store/array-types.ts';
import { FAMILY_FILES } from '../../local/store/family-files.ts';
import type { PlaceTables } from '../../local/store/place-tables.ts';
import { buildSuggestArrays } from '../../local/suggest/build-suggest.ts';

/** Holds what families of arrays are built from. */
export interface FamilySources {
  admin: AdminDataset;
  units: UnitTable;
  tables: PlaceTables;
  /** Boundaries of wards in force, where sources gave any. */
  wardPolygons: Arrays | undefined;
}

/** Lists the families of arrays: a file, and how its arrays are built; undefined leaves the file out. */
export const FAMILIES: readonly { file: string; build: (sources: FamilySources) => Arrays | undefined }[] = [
  { file: FAMILY_FILES.units, build: ({ units }) => buildUnitArrays(units) },
  { file: FAMILY_FILES.names, build: ({ tables }) => buildNameArrays(tables) },
  { file: FAMILY_FILES.spatial, build: ({ tables }) => buildSpatialArrays(tables) },
  {
    file: FAMILY_FILES.suggest,
    build: ({ tables, admin, units }) => buildSuggestArrays(tables, admin, units),
  },
  { file: 'polygons.bin', build: ({ wardPolygons }) => wardPolygons },
];
