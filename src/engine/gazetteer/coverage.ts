import { type DatasetFiles, loadFiles, type LoadedDataset, viewArrays } from './load-dataset.ts';
import { LEAST_STREETS, streetsOfWards } from './province-counts.ts';
import { openFamily } from './store/array-family.ts';
import { HOUSE_FAMILY, STREET_AND_POI_FAMILY } from './store/place-tables.ts';
import { UNIT_FAMILY } from './unit-table/unit-family.ts';
import { openLoadedAdmin, openWardMap } from './units/open-admin-dataset.ts';

/** What addresses of a ward are matched at, at best: its units alone, its streets, or doors on them. */
export const COVERAGE_LEVELS = ['ward', 'street', 'doorstep'] as const;

/** One of {@link COVERAGE_LEVELS}. */
export type CoverageLevel = (typeof COVERAGE_LEVELS)[number];

/** What a dataset has in a ward. Shape: `province` is a code; `streets` counts also those that cross its border only. Units: `radiusMeters` of the ward, where an address has no better match. */
export interface WardCoverage {
  code: string;
  name: string;
  province: string;
  level: CoverageLevel;
  streets: number;
  radiusMeters: number;
}

/**
 * Reads what a dataset has in each ward. Shape: what is in memory already is taken from there, so that a dataset that is served stays the same when its folder gets another one.
 *
 * Guarantee: the wards with streets or doors of a province are its `covered` ones in the manifest. Errors: DATASET_BAD. Cost: reads the files of units and of streets.
 */
export async function readCoverage(
  loaded: DatasetFiles & Partial<Pick<LoadedDataset, 'admin'>>,
): Promise<WardCoverage[]> {
  const { dir, manifest, admin } = loaded;
  const { wards, provinces } = admin ? openLoadedAdmin(admin) : await openWardMap(dir, manifest);
  let streets: Int32Array = new Int32Array(wards.length);
  let houses = streets;
  if (manifest.counts.streets > 0) {
    await loadFiles(
      loaded,
      [STREET_AND_POI_FAMILY, HOUSE_FAMILY, UNIT_FAMILY].map(({ file }) => file),
    );
    const arrays = viewArrays(loaded);
    const { baseWardStreetStart } = openFamily(STREET_AND_POI_FAMILY, arrays);
    const { streetHouseStart } = openFamily(HOUSE_FAMILY, arrays);
    const { baseWardWard: wardOf } = openFamily(UNIT_FAMILY, arrays);
    streets = streetsOfWards(wards.length, { baseWardStreetStart }, { wardOf });
    // A street has its houses from one start to the next: those of a base ward are those of its streets.
    const houseStart = baseWardStreetStart.map((street) => streetHouseStart[street]);
    houses = streetsOfWards(wards.length, { baseWardStreetStart: houseStart }, { wardOf });
  }
  const levelOf = (ward: number): CoverageLevel =>
    streets[ward] < LEAST_STREETS ? 'ward' : houses[ward] > 0 ? 'doorstep' : 'street';
  return wards.map(({ code, fullName: name, province, radiusMeters }, ward) => ({
    ...{ code, name, province: provinces[province].code, level: levelOf(ward), radiusMeters },
    streets: streets[ward],
  }));
}
