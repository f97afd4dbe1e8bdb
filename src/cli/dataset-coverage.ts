import { LAZY_FILES } from '../engine/gazetteer/array-families.ts';
import { closeBlocks, loadDataset } from '../engine/gazetteer/load-dataset.ts';
import { openDataset } from '../engine/gazetteer/open-dataset.ts';
import type { DatasetManifest } from '../engine/gazetteer/store/manifest.ts';
import { buildUnits } from '../engine/gazetteer/unit-search/units.ts';
import { coveredProvinces, type ProvinceCoverage } from '../engine/geocoder/calibration/coverage-prior.ts';
import { formatCount } from './format-figures.ts';

/** Returns the provinces in which a dataset has streets. Errors: DATASET_BAD. Cost: reads the files of places, where there are streets; of large ones the blocks with their numbers by ward. */
export async function provincesWithStreets(
  dir: string,
  { counts }: DatasetManifest,
): Promise<ProvinceCoverage[]> {
  if (counts.streets === 0) return [];
  const loaded = await loadDataset(dir, LAZY_FILES, { readsByBlock: true });
  try {
    const { admin, tables } = openDataset(loaded);
    return tables === undefined ? [] : coveredProvinces(admin, tables, buildUnits(admin));
  } finally {
    closeBlocks(loaded);
  }
}

/** Provinces with streets that are named, those with the most. */
const NAMED_PROVINCES = 5;

/** Returns the sentence about the provinces in which a dataset has streets; undefined where it has none. */
export function coverageSentence(
  covered: readonly ProvinceCoverage[],
  provinces: number,
): string | undefined {
  if (covered.length === 0) return undefined;
  const named = covered
    .slice(0, NAMED_PROVINCES)
    .map(
      (province) =>
        `${province.name} (${formatCount(province.covered)} of ${formatCount(province.wards)} wards)`,
    )
    .join(', ');
  const more = covered.length > NAMED_PROVINCES ? ` and ${covered.length - NAMED_PROVINCES} more` : '';
  return `${covered.length} of ${provinces} provinces: ${named}${more}; elsewhere an address is matched at its ward`;
}
