import { loadAdmin, openLoadedAdmin } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import type { SourcePicture } from '../../engine/imagery/source/read-item.ts';
import type { FormerWard, Ward } from '../../engine/gazetteer/units/units.ts';
import { readManifest, type Attribution, type DatasetBuild } from '../../engine/gazetteer/store/manifest.ts';
import { loadDataset } from '../../engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../engine/gazetteer/open-dataset.ts';
import { hasFamily, openFamily, toPrefixedNames } from '../../engine/gazetteer/store/array-family.ts';
import type { Arrays } from '../../engine/gazetteer/store/array-types.ts';
import { HAMLET_FAMILY } from '../../engine/gazetteer/store/hamlet-family.ts';
import { addBase } from './add-base.ts';
import { readAdminBytes, formerTable } from './admin-tables.ts';
import {
  writeDataset,
  type BuildStep,
  type BuildSummary,
  type FeatureReader,
  type MakePictures,
  type WriteOptions,
} from './write-dataset.ts';

/** Sources and target of a dataset build. */
export interface BuildDatasetOptions {
  /** Folder of the dataset: a new or empty one, or one with a dataset, which is replaced as a whole. */
  outDir: string;
  /** Folder of the dataset whose administrative units are used. */
  starterDir: string;
  /** Sources, read one after the other. */
  readers: readonly FeatureReader[];
  /** Former wards to add to those of the starter, as of `readFormerWards`. */
  formerWards?: readonly FormerWard[];
  /** Origins of the sources. */
  attribution?: readonly Attribution[];
  /** Street pictures, complete when the readers are done. */
  pictures?: readonly SourcePicture[];
  /** Makes the files of the pictures in a folder, and returns the pictures with their addresses. */
  makePictures?: MakePictures;
  /** Leaves out the streets, houses and places of the starter; by default those that no source has are added. */
  withoutStarterPlaces?: boolean;
  /** Writes the road tiles into a file; false if there are none. */
  makeRoads?: WriteOptions['makeRoads'];
  /** The table of confirmed positions, which the dataset keeps; their houses come from a reader. */
  learned?: Buffer | undefined;
  /** What its chances of distances were found to be, for its manifest. */
  chances?: WriteOptions['chances'];
  /** How the dataset is built again, for its manifest. */
  build?: DatasetBuild;
  /** Receives each step as it starts. */
  onProgress?: (step: BuildStep) => void;
}

/**
 * Builds a dataset from sources with the administrative units of a starter dataset.
 *
 * Errors: DATASET_BAD for an invalid starter; OUTPUT_REFUSED if the folder contains other files than a dataset; IO; errors of the readers.
 * Guarantee: the same sources in the same order give the same bytes; the folder has the old dataset until the new one is complete.
 * Cost: about 10 microseconds and 150 bytes per house.
 */
export async function buildDataset(options: BuildDatasetOptions): Promise<BuildSummary> {
  const { outDir, starterDir, readers, formerWards = [], attribution = [], onProgress } = options;
  const starter = await readManifest(starterDir);
  const { wards, formerWards: known } = openLoadedAdmin(await loadAdmin(starterDir, starter));
  const adminBytes = await readAdminBytes(starterDir);
  if (formerWards.length > 0) adminBytes.formerWards = renderFormerWards([...known, ...formerWards], wards);
  const base = options.withoutStarterPlaces === true ? undefined : openDataset(await loadDataset(starterDir));
  return writeDataset({
    outDir,
    adminBytes,
    readers,
    onProgress,
    makeRoads: options.makeRoads,
    pictures: options.pictures ?? [],
    makePictures: options.makePictures,
    hamlets: base && hamletsOf(base.arrays),
    complete: (store) => base && addBase(store, base),
    edition: starter.edition,
    ...(options.chances && { chances: options.chances }),
    build: options.build,
    learned: options.learned,
    attribution: mergeAttribution([...starter.attribution, ...attribution]),
  });
}

function hamletsOf(arrays: Arrays): Arrays | undefined {
  return hasFamily(HAMLET_FAMILY, arrays)
    ? toPrefixedNames(HAMLET_FAMILY, openFamily(HAMLET_FAMILY, arrays))
    : undefined;
}

function renderFormerWards(formerWards: readonly FormerWard[], wards: readonly Ward[]): Buffer {
  return formerTable(
    formerWards.map(({ code, fullName, district, province, extents, wards: successors }) => ({
      ...{ code, fullName, district, province, ...(extents && { extents }) },
      wardCodes: successors.map((ward) => wards[ward].code),
    })),
  );
}

function mergeAttribution(all: readonly Attribution[]): Attribution[] {
  return [...new Map(all.map((one) => [one.text, one])).values()];
}
