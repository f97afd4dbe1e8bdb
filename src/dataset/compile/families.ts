import type { AdminDataset } from '../../gazetteer/units/units.ts';
import { buildNameArrays } from '../../gazetteer/names/build-names.ts';
import { buildUnitArrays } from '../../gazetteer/unit-search/unit-arrays.ts';
import type { UnitTable } from '../../gazetteer/unit-search/units.ts';
import { buildSpatialArrays } from '../../gazetteer/spatial/spatial.ts';
import type { Arrays } from '../../gazetteer/store/array-types.ts';
import { FAMILY_FILES } from '../../gazetteer/store/family-files.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { buildSuggestArrays } from '../../gazetteer/suggest/build-suggest.ts';

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
