import { GROUND_LEVELS, groundAttribution, type DatasetShapes } from '../../dataset/ground/dataset-shapes.ts';
import { loadDatasetShapes } from '../../dataset/ground/load-shapes.ts';
import { loadFiles, viewArrays, type DatasetFiles } from '../../engine/gazetteer/load-dataset.ts';
import { openFamily } from '../../engine/gazetteer/store/array-family.ts';
import { readManifest } from '../../engine/gazetteer/store/manifest.ts';
import { STREET_AND_POI_FAMILY } from '../../engine/gazetteer/store/place-tables.ts';
import { openWardMap } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { UNIT_FAMILY } from '../../engine/gazetteer/unit-table/unit-family.ts';
import { encodeShapes, type GroundFacts } from '../../base/geo/ground-tiles.ts';
import type { Positions } from '../data/packed-rows.ts';
import { compress } from '../read/pack.ts';
import { projectPositions, tilesAround } from './tiles-around.ts';

/** Bytes of the tiles at most: with the outlines they stay below 4 MB as base64. */
const MOST_BYTES = 2_000_000;

/** The ground of a report: its facts without `blocks`, and the data of each tile. */
export interface GroundTiles {
  facts: Omit<GroundFacts, 'blocks'>;
  blocks: Buffer[];
}

/** What a report takes from the dataset of its run. */
export interface DatasetGround {
  /** Its streets and its water. */
  tiles: GroundTiles;
  /** Codes of the wards in force that have a street in the dataset. */
  wardsWithStreets: ReadonlySet<string>;
}

/**
 * Reads the streets and the water of a dataset around some positions; undefined if it is not the dataset with that id, or cannot be read.
 *
 * Guarantee: the same dataset and positions give the same tiles. Cost: reads the files of streets and water once.
 */
export async function readDatasetGround(
  dir: string,
  id: string,
  positions: Positions,
  mostBytes = MOST_BYTES,
): Promise<DatasetGround | undefined> {
  // Results are moved to machines without the dataset: their report has no streets then.
  const manifest = await readManifest(dir).catch(() => undefined);
  if (manifest?.id !== id) return undefined;
  const loaded: DatasetFiles = { dir, manifest, files: {} };
  const shapes = await loadDatasetShapes(loaded);
  if (!shapes) return undefined;
  await loadFiles(loaded, [UNIT_FAMILY.file]);
  const arrays = viewArrays(loaded);
  const { baseWardStreetStart: start } = openFamily(STREET_AND_POI_FAMILY, arrays);
  const { baseWardWard } = openFamily(UNIT_FAMILY, arrays);
  const { wards } = await openWardMap(dir);
  const wardsWithStreets = new Set<string>();
  baseWardWard.forEach((ward, baseWard) => {
    const code = wards[ward]?.code;
    if (code !== undefined && (start[baseWard + 1] ?? 0) > (start[baseWard] ?? 0)) wardsWithStreets.add(code);
  });
  const { tiles, blocks } = cutTiles(shapes, positions, mostBytes);
  return { tiles: { facts: { attribution: groundAttribution(manifest), tiles }, blocks }, wardsWithStreets };
}

/** Cuts the tiles around positions, the coarsest first, as many as fit into `mostBytes`. */
function cutTiles(shapes: DatasetShapes, positions: Positions, mostBytes: number) {
  const tiles: GroundFacts['tiles'] = [];
  const blocks: Buffer[] = [];
  let left = mostBytes;
  const projected = projectPositions(positions);
  for (const { zoom } of GROUND_LEVELS) {
    const places = tilesAround(projected, zoom);
    let at = -1;
    // Tiles are cut as they are taken: those after the last one that fits cost nothing.
    for (const found of shapes.tiles(zoom, places)) {
      at += 1;
      if (found.length === 0) continue;
      const block = compress(encodeShapes(found));
      left -= block.length;
      if (left < 0) return { tiles, blocks };
      tiles.push([zoom, ...places[at]!]);
      blocks.push(block);
    }
  }
  return { tiles, blocks };
}
