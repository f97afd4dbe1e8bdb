import { loadDataset } from '../../engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../engine/gazetteer/open-dataset.ts';
import { readManifest, type DatasetManifest } from '../../engine/gazetteer/store/manifest.ts';
import { buildUnits } from '../../engine/gazetteer/unit-search/units.ts';
import { loadHistory } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { coveredProvinces, type ProvinceCoverage } from '../../engine/geocoder/calibration/coverage-prior.ts';
import { infoText, levelsOf, sizeOf } from '../dataset-text.ts';
import type { CliIo } from '../io.ts';
import { printable, printableJson } from '../printable.ts';
import { withoutHint } from '../without-hint.ts';

/** Writes what a dataset contains. Errors: DATASET_BAD when it has no valid manifest, or damaged tables of dated units. */
export async function describeDataset(
  dir: string,
  { json }: { json?: boolean },
  { stdout }: CliIo,
): Promise<void> {
  const manifest = await withoutHint(() => readManifest(dir));
  const history = await withoutHint(() => loadHistory(dir, manifest));
  const covered = await withoutHint(() => provincesWithStreets(dir, manifest));
  if (!json) {
    stdout.write(`${printable(infoText(dir, manifest, history, covered))}\n`);
    return;
  }
  const { format, version, id, edition, counts, bbox, attribution, files } = manifest;
  const dated =
    history === undefined
      ? {}
      : { units_as_of: history.newestDay, last_decree: history.lastDecree, decrees: history.decrees.size };
  const levels = levelsOf(manifest);
  const info = { dir, format, version, id, edition, counts, bbox, levels, streets_in: covered, attribution };
  stdout.write(`${printableJson({ ...info, ...dated, bytes: sizeOf(manifest), files })}\n`);
}

/** Returns the provinces in which a dataset has streets. Errors: DATASET_BAD. Cost: reads the files of places, where there are streets. */
async function provincesWithStreets(dir: string, { counts }: DatasetManifest): Promise<ProvinceCoverage[]> {
  if (counts.streets === 0) return [];
  const { admin, tables } = openDataset(await loadDataset(dir));
  return tables === undefined ? [] : coveredProvinces(admin, tables, buildUnits(admin));
}
