import { readManifest, ROADS_FILE } from '../../engine/gazetteer/store/manifest.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatBytes, sizeOf } from '../dataset-text.ts';
import { verifyDataset } from '../verify-dataset.ts';
import { findingOf, type Finding } from './finding.ts';

/** Checks the dataset of the local service; with `hashes` every byte of it. */
export async function checkDataset(dir: string, hashes: boolean): Promise<Finding> {
  return findingOf('dataset', 'fault', async () => {
    const manifest = hashes ? await verifyDataset(dir) : await readManifest(dir);
    const missing = Object.keys(manifest.files).filter((name) => !existsSync(join(dir, name)));
    if (missing.length > 0)
      return {
        state: 'fault',
        message: `${dir} lacks ${missing.join(', ')}`,
        remedy: 'copy the dataset again, or build it',
      };
    const { format, version, edition, counts } = manifest;
    const roads = ROADS_FILE in manifest.files ? 'with roads' : 'without roads';
    const places = counts.streets + counts.pois + counts.houses;
    const checked = hashes ? 'every hash matches' : 'hashes not compared (--hashes does)';
    const message = `${dir}: ${format} ${version}, edition ${edition}, ${counts.wards} wards, ${places} places, ${roads}, ${formatBytes(sizeOf(manifest))}; ${checked}`;
    return { state: 'ok', message };
  });
}
