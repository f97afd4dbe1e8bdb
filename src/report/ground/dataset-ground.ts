import { encodeShapes, type GroundFacts } from '../../base/geo/ground-tiles.ts';
import { mercator } from '../../base/geo/mercator.ts';
import {
  type DatasetShapes,
  GROUND_LEVELS,
  groundAttribution,
  loadDatasetShapes,
} from '../../dataset/ground/dataset-shapes.ts';
import type { TileNumber } from '../../dataset/ground/line-table.ts';
import { readCoverage, type WardCoverage } from '../../engine/gazetteer/coverage.ts';
import type { DatasetFiles } from '../../engine/gazetteer/load-dataset.ts';
import { readManifest } from '../../engine/gazetteer/store/manifest.ts';
import type { Positions } from '../data/packed-rows.ts';
import { compress } from '../read/pack.ts';

/** Levels with at most so many tiles around the points are taken whole, so that the map has no holes beside them. */
const WHOLE_LEVEL_TILES = 64;

/** Positions on the map of the world. Shape: as of {@link mercator}. */
interface ProjectedPositions {
  x: Float64Array;
  y: Float64Array;
}

/** Projects positions, once for all zooms. */
function projectPositions(positions: Positions): ProjectedPositions {
  const places = { x: new Float64Array(positions.length), y: new Float64Array(positions.length) };
  let at = 0;
  for (const { lat, lon } of positions) {
    const { x, y } = mercator(lat, lon);
    places.x[at] = x;
    places.y[at] = y;
    at += 1;
  }
  return places;
}

/** Lists the tiles of a zoom around positions, those with most of them first. */
function tilesAround(places: ProjectedPositions, zoom: number): TileNumber[] {
  const side = 2 ** zoom;
  const counts = new Map<number, number>();
  let [west, north, east, south] = [side, side, 0, 0];
  let [last, rows] = [-1, 0];
  // Neighbours in the order of the keys are mostly on one tile.
  const countLast = () => last >= 0 && counts.set(last, (counts.get(last) ?? 0) + rows);
  for (let at = 0; at < places.x.length; at += 1) {
    const x = tileAt(places.x[at] as number, side);
    const y = tileAt(places.y[at] as number, side);
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
    const tile = y * side + x;
    if (tile !== last) {
      countLast();
      [last, rows] = [tile, 0];
    }
    rows += 1;
  }
  countLast();
  if (counts.size === 0) return [];
  // The view around the points reaches into the tiles beside theirs.
  [west, east] = [Math.max(0, west - 1), Math.min(side - 1, east + 1)];
  [north, south] = [Math.max(0, north - 1), Math.min(side - 1, south + 1)];
  if ((east - west + 1) * (south - north + 1) <= WHOLE_LEVEL_TILES)
    for (let y = north; y <= south; y += 1)
      for (let x = west; x <= east; x += 1) if (!counts.has(y * side + x)) counts.set(y * side + x, 0);
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || a - b);
  return sorted.map(([tile]) => [tile % side, Math.floor(tile / side)]);
}

/** Returns the tile of a share of the map. Shape: `side` is the number of tiles in a row. */
function tileAt(share: number, side: number): number {
  return Math.min(side - 1, Math.max(0, Math.floor(share * side)));
}

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
  /** What it has in each ward in force. */
  coverage: readonly WardCoverage[];
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
  const coverage = await readCoverage(loaded);
  const { tiles, blocks } = cutTiles(shapes, positions, mostBytes);
  return { tiles: { facts: { attribution: groundAttribution(manifest), tiles }, blocks }, coverage };
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
