import type { AdminDataset } from '../../engine/gazetteer/units/units.ts';
import { buildNameArrays } from '../../engine/gazetteer/names/build-names.ts';
import { NAME_FAMILY } from '../../engine/gazetteer/names/name-family.ts';
import { buildUnitArrays } from '../../engine/gazetteer/unit-search/unit-arrays.ts';
import { UNIT_FAMILY } from '../../engine/gazetteer/unit-search/unit-family.ts';
import type { UnitTable } from '../../engine/gazetteer/unit-search/units.ts';
import { buildSpatialArrays } from '../../engine/gazetteer/spatial/spatial.ts';
import { POLYGON_FAMILY, SPATIAL_FAMILY } from '../../engine/gazetteer/spatial/spatial-family.ts';
import type { Arrays } from '../../engine/gazetteer/store/array-types.ts';
import type { PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import { buildSuggestArrays } from '../../engine/gazetteer/autocomplete/build-suggest.ts';
import { AUTOCOMPLETE_FAMILY } from '../../engine/gazetteer/autocomplete/suggest-arrays.ts';

/** Sources of the families of arrays. */
export interface FamilySources {
  admin: AdminDataset;
  units: UnitTable;
  tables: PlaceTables;
  /** Boundaries of wards in force, if the sources had any. */
  wardPolygons: Arrays | undefined;
}

/** Builders of the files of arrays besides the tables; undefined leaves a file out. */
export const FAMILIES: readonly { file: string; build: (sources: FamilySources) => Arrays | undefined }[] = [
  { file: UNIT_FAMILY.file, build: ({ units }) => buildUnitArrays(units) },
  { file: NAME_FAMILY.file, build: ({ tables }) => buildNameArrays(tables) },
  { file: SPATIAL_FAMILY.file, build: ({ tables }) => buildSpatialArrays(tables) },
  {
    file: AUTOCOMPLETE_FAMILY.file,
    build: ({ tables, admin, units }) => buildSuggestArrays(tables, admin, units),
  },
  { file: POLYGON_FAMILY.file, build: ({ wardPolygons }) => wardPolygons },
];
