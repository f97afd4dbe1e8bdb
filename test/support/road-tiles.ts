import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTileBuilder } from '../../src/dataset/roads/build-road-tiles.ts';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { loadActor } from '../../src/engine/routing/valhalla/binding.ts';
import { writeRoadNetwork } from './road-network.ts';

/** Holds road tiles of the town, or why there are none. */
export interface TownTiles {
  folder: string;
  pbf: string;
  tiles: string;
  /** Why Valhalla cannot be used here; undefined when it can. */
  missing: string | undefined;
  remove(): void;
}

/**
 * Makes road tiles of the town in a new folder.
 *
 * Errors: those of the builder; where Valhalla is not installed only when CI is set, for there it has to be.
 */
export async function buildTownTiles(): Promise<TownTiles> {
  const folder = mkdtempSync(join(tmpdir(), 'geomill-roads-'));
  const [pbf, tiles] = [join(folder, 'town.osm.pbf'), join(folder, 'town.tar')];
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    writeRoadNetwork(pbf);
    await runTileBuilder({ pbfFile: pbf, scratchDir: join(folder, 'scratch'), outFile: tiles });
    return { folder, pbf, tiles, missing: await whyNotLoaded(), remove };
  } catch (error) {
    remove();
    if (process.env.CI || !isGeomillError(error, 'NOT_SUPPORTED')) throw error;
    return { folder, pbf, tiles, missing: error.message, remove };
  }
}

/** Tells why Valhalla cannot be loaded, if so: the builder of tiles may run where the rest does not. */
async function whyNotLoaded(): Promise<string | undefined> {
  try {
    await loadActor({});
  } catch (error) {
    if (isGeomillError(error, 'NOT_SUPPORTED')) throw error;
    // An empty configuration is refused by Valhalla itself, which has then been loaded.
  }
  return undefined;
}
