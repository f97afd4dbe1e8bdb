import { type DatasetFiles, loadFiles, viewArrays } from './load-dataset.ts';
import { LEAST_STREETS, streetsOfWards } from './province-counts.ts';
import { openFamily } from './store/array-family.ts';
import type { DatasetManifest } from './store/manifest.ts';
import { HOUSE_FAMILY, STREET_AND_POI_FAMILY } from './store/place-tables.ts';
import { UNIT_FAMILY } from './unit-table/unit-family.ts';
import { openWardMap } from './units/open-admin-dataset.ts';

/** What addresses of a ward are matched at, at best: its units alone, its streets, or doors on them. */
export const COVERAGE_LEVELS = ['ward', 'street', 'doorstep'] as const;

/** One of {@link COVERAGE_LEVELS}. */
export type CoverageLevel = (typeof COVERAGE_LEVELS)[number];

/** What a dataset has in a ward. Shape: `province` is a code. Units: `radiusMeters` of the ward, where an address has no better match. */
export interface WardCoverage {
  code: string;
  name: string;
  province: string;
  level: CoverageLevel;
  radiusMeters: number;
}

/**
 * Reads what a dataset has in each ward.
 *
 * Guarantee: the wards with streets or doors of a province are its `covered` ones in the manifest. Errors: DATASET_BAD. Cost: reads the files of units and of streets.
 */
export async function readCoverage(dir: string, manifest: DatasetManifest): Promise<WardCoverage[]> {
  const { wards, provinces } = await openWardMap(dir);
  let levelOf: (ward: number) => CoverageLevel = () => 'ward';
  if (manifest.counts.streets > 0) {
    const loaded: DatasetFiles = { dir, manifest, files: {} };
    await loadFiles(
      loaded,
      [STREET_AND_POI_FAMILY, HOUSE_FAMILY, UNIT_FAMILY].map(({ file }) => file),
    );
    const arrays = viewArrays(loaded);
    const { baseWardStreetStart } = openFamily(STREET_AND_POI_FAMILY, arrays);
    const { streetHouseStart } = openFamily(HOUSE_FAMILY, arrays);
    const { baseWardWard: wardOf } = openFamily(UNIT_FAMILY, arrays);
    const streets = streetsOfWards(wards.length, { baseWardStreetStart }, { wardOf });
    // A street has its houses from one start to the next: those of a base ward are those of its streets.
    const houseStart = baseWardStreetStart.map((street) => streetHouseStart[street]);
    const houses = streetsOfWards(wards.length, { baseWardStreetStart: houseStart }, { wardOf });
    levelOf = (ward) => (streets[ward] < LEAST_STREETS ? 'ward' : houses[ward] > 0 ? 'doorstep' : 'street');
  }
  return wards.map(({ code, fullName: name, province, radiusMeters }, ward) => ({
    ...{ code, name, province: provinces[province].code, level: levelOf(ward), radiusMeters },
  }));
}
