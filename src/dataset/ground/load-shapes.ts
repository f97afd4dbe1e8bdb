import { loadFiles, viewArrays, type DatasetFiles } from '../../engine/gazetteer/load-dataset.ts';
import { LINE_FAMILY, STREET_AND_POI_FAMILY } from '../../engine/gazetteer/store/place-tables.ts';
import { WATER_FAMILY } from '../../engine/gazetteer/store/water-family.ts';
import { openDatasetShapes, type DatasetShapes } from './dataset-shapes.ts';

/**
 * Opens the streets and the water of a dataset; undefined for one of administrative units only.
 *
 * Errors: DATASET_BAD if a file is missing or damaged. Cost: reads those of its files that were not read before.
 */
export async function loadDatasetShapes(loaded: DatasetFiles): Promise<DatasetShapes | undefined> {
  if (loaded.manifest.files[LINE_FAMILY.file] === undefined) return undefined;
  await loadFiles(loaded, [LINE_FAMILY.file, STREET_AND_POI_FAMILY.file, WATER_FAMILY.file]);
  return openDatasetShapes(viewArrays(loaded));
}
