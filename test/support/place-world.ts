import { fileURLToPath } from 'node:url';
import { assembleTables } from '../../src/dataset/compile/assemble-tables.ts';
import type { Feature, UnitNames } from '../../src/dataset/features.ts';
import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { createPlaceSearch, type PlaceSearch } from '../../src/engine/geocoder/forward/place-search.ts';
import { buildNameArrays } from '../../src/engine/gazetteer/names/build-names.ts';
import { openNames } from '../../src/engine/gazetteer/names/names.ts';
import { createAdminSearch, type AdminSearch } from '../../src/engine/geocoder/reader/admin-search.ts';
import type { PlaceTables } from '../../src/engine/gazetteer/store/place-tables.ts';

const STARTER = fileURLToPath(new URL('../../fixtures/starter', import.meta.url));

/** Holds the search over a few places in the units of the starter dataset. */
export interface PlaceWorld {
  admin: AdminDataset;
  tables: PlaceTables;
  adminSearch: AdminSearch;
  search: PlaceSearch;
}

/** Builds the search over some features. */
export async function openWorld(features: readonly Feature[]): Promise<PlaceWorld> {
  const admin = await openAdminDataset(STARTER);
  const tables = assembleTables({ admin, features });
  const adminSearch = createAdminSearch(admin);
  const search = createPlaceSearch({
    adminSearch,
    wardAt: admin.wardAt,
    tables,
    names: openNames(buildNameArrays(tables)),
  });
  return { admin, tables, adminSearch, search };
}

/** Describes a house. Units: degrees WGS84. */
export function houseAt(
  number: string,
  street: string,
  lat: number,
  lon: number,
  units: UnitNames = {},
): Feature {
  const key = `test:${street}/${number}/${String(lat)}`;
  return { kind: 'house', key, number, street, units, position: { lat, lon } };
}

/** Describes a street. Shape: `line` is latitude and longitude by turns. Units: degrees WGS84. */
export function streetAlong(name: string, rank: number, ...line: number[]): Feature {
  const key = `test:${name}/${String(line[0])}`;
  return { kind: 'street', key, name, otherNames: [], line: Float64Array.from(line), rank };
}

/** Describes a point of interest. Units: degrees WGS84. */
export function poiAt(
  name: string,
  lat: number,
  lon: number,
  categories: readonly string[],
  { otherNames = [] as readonly string[], importance = 100 } = {},
): Feature {
  const key = `test:${name}/${String(lat)}`;
  return { kind: 'poi', key, name, otherNames, position: { lat, lon }, categories, units: {}, importance };
}
