import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readOsmOrder, sortOsmFile } from '../osm/sort-osm.ts';
import { runTileBuilder } from './run-tile-builder.ts';

/**
 * Builds road tiles from OpenStreetMap extracts of any format; extracts that are not sorted PBF are converted first.
 *
 * Shape: `scratchFolder` is created, filled and removed.
 * Errors: as of runTileBuilder, and of reading the extracts.
 */
export async function buildRoadTiles(
  osmFiles: readonly string[],
  outFile: string,
  scratchFolder: string,
): Promise<{ tiles: number; bytes: number }> {
  // The tile builder runs in this folder, so a relative path would be another one there.
  const scratchDir = resolve(scratchFolder);
  await rm(scratchDir, { recursive: true, force: true });
  await mkdir(scratchDir, { recursive: true });
  try {
    const pbfFiles: string[] = [];
    for (const [at, file] of osmFiles.entries()) {
      const isUsable = /\.pbf$/i.test(file) && (await readOsmOrder(file)).isSorted;
      const sorted = join(scratchDir, `${at}.osm.pbf`);
      if (!isUsable) await sortOsmFile(file, sorted);
      pbfFiles.push(isUsable ? resolve(file) : sorted);
    }
    return await runTileBuilder({ pbfFiles, scratchDir, outFile: resolve(outFile) });
  } finally {
    await rm(scratchDir, { recursive: true, force: true });
  }
}
