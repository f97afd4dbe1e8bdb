import { mercator } from '../../base/geo/mercator.ts';
import type { ShapeKind, TileShape } from '../../base/geo/ground-tiles.ts';
import {
  checkFamily,
  hasFamily,
  openFamily,
  type ArraysOf,
} from '../../engine/gazetteer/store/array-family.ts';
import type { Arrays } from '../../engine/gazetteer/store/array-types.ts';
import type { DatasetManifest } from '../../engine/gazetteer/store/manifest.ts';
import { COUNTS, LINE_FAMILY, STREET_AND_POI_FAMILY } from '../../engine/gazetteer/store/place-tables.ts';
import { WATER_FAMILY, WATER_KINDS } from '../../engine/gazetteer/store/water-family.ts';
import { cutArea } from './cut-areas.ts';
import { cutLine } from './cut-lines.ts';
import { createTileGrid, type TileGrid } from './tile-grid.ts';

/** Zooms of the tiles, the least importance of the streets in them, and their water. */
export const GROUND_LEVELS = [
  { zoom: 8, least: 176, water: ['area', 'river', 'shore'] },
  { zoom: 10, least: 140, water: ['area', 'river', 'shore'] },
  { zoom: 12, least: 90, water: ['area', 'river', 'shore', 'canal'] },
  { zoom: 14, least: 0, water: WATER_KINDS },
] as const;

/** Streets from this importance on are drawn as main roads. */
const MAIN_IMPORTANCE = 140;
const E7 = 1e7;
const WATER_SHAPES: Readonly<Record<(typeof WATER_KINDS)[number], ShapeKind>> = {
  area: 'water',
  river: 'water',
  canal: 'stream',
  stream: 'stream',
  shore: 'water',
};

/** The streets and the water of a dataset, as shapes of tiles. */
export interface DatasetShapes {
  /** Returns the shapes of tiles of one of {@link GROUND_LEVELS}, in their order. Cost: reads the boxes of all lines. */
  tiles(zoom: number, tiles: readonly (readonly [x: number, y: number])[]): TileShape[][];
}

/** Lines of one table: their points and their boxes. Units: 1e-7 degrees. */
interface LineTable {
  lat: Int32Array;
  lon: Int32Array;
  start: Uint32Array;
  /** South, west, north, east of each. */
  boxes: Int32Array;
}

/** Opens the shapes of a dataset. Errors: DATASET_BAD. Cost: reads the points of all lines, and 16 bytes per line. */
export function openDatasetShapes(arrays: Arrays): DatasetShapes {
  const { streetPartStart, partPointStart, pointLat, pointLon } = openFamily(LINE_FAMILY, arrays);
  const { featureImportance } = openFamily(STREET_AND_POI_FAMILY, arrays);
  const streets = lineTable(pointLat, pointLon, partPointStart);
  const water = openWater(arrays);
  return {
    tiles(zoom, tiles) {
      const grid = createTileGrid(zoom, tiles);
      const level = GROUND_LEVELS.find((one) => one.zoom === zoom);
      if (!level) return tiles.map(() => []);
      const bounds = boundsOf(grid);
      if (water) addWater(grid, water, level.water, bounds);
      for (let street = 0; street < streetPartStart.length - 1; street += 1) {
        const importance = featureImportance[street];
        if (importance < level.least) continue;
        const kind = importance >= MAIN_IMPORTANCE ? 'main_road' : 'road';
        for (let part = streetPartStart[street]; part < streetPartStart[street + 1]; part += 1)
          if (isWithin(streets, part, bounds)) cutLine(grid, projected(streets, part, grid.side), kind);
      }
      return tiles.map(([x, y]) => grid.get(x, y) ?? []);
    },
  };
}

/** Returns what a map has to show with the shapes of a dataset. */
export function groundAttribution({ attribution }: Pick<DatasetManifest, 'attribution'>): string {
  const texts = attribution.map(({ text }) => text).filter((text) => /street|OpenStreetMap/i.test(text));
  // What another one says as well takes room on a small map.
  return texts.filter((text) => !texts.some((other) => other !== text && other.includes(text))).join(' ');
}

type Water = LineTable & Pick<ArraysOf<typeof WATER_FAMILY>, 'waterKind'>;

function openWater(arrays: Arrays): Water | undefined {
  if (!hasFamily(WATER_FAMILY, arrays)) return undefined;
  checkFamily(WATER_FAMILY, arrays, COUNTS);
  const { waterKind, waterPointStart, waterLat, waterLon } = openFamily(WATER_FAMILY, arrays);
  return { ...lineTable(waterLat, waterLon, waterPointStart), waterKind };
}

function addWater(
  grid: TileGrid,
  water: Water,
  wanted: readonly (typeof WATER_KINDS)[number][],
  bounds: Bounds,
): void {
  water.waterKind.forEach((number, line) => {
    const kind = WATER_KINDS[number];
    if (kind === undefined || !wanted.includes(kind) || !isWithin(water, line, bounds)) return;
    const points = projected(water, line, grid.side);
    if (kind === 'area') cutArea(grid, points, WATER_SHAPES[kind]);
    else cutLine(grid, points, WATER_SHAPES[kind]);
  });
}

function lineTable(lat: Int32Array, lon: Int32Array, start: Uint32Array): LineTable {
  const boxes = new Int32Array(4 * (start.length - 1));
  for (let line = 0; line < start.length - 1; line += 1) {
    let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = start[line]; at < start[line + 1]; at += 1) {
      south = Math.min(south, lat[at]);
      north = Math.max(north, lat[at]);
      west = Math.min(west, lon[at]);
      east = Math.max(east, lon[at]);
    }
    boxes.set([south, west, north, east], 4 * line);
  }
  return { lat, lon, start, boxes };
}

interface Bounds {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** Returns the box of the wanted tiles. Units: 1e-7 degrees. */
function boundsOf({ side, box }: TileGrid): Bounds {
  const lat = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / side))) * 180 * E7) / Math.PI;
  const lon = (x: number) => (x / side - 0.5) * 360 * E7;
  return { south: lat(box.south + 1), west: lon(box.west), north: lat(box.north), east: lon(box.east + 1) };
}

function isWithin({ boxes }: LineTable, line: number, { south, west, north, east }: Bounds): boolean {
  const at = 4 * line;
  return boxes[at] <= north && boxes[at + 2] >= south && boxes[at + 1] <= east && boxes[at + 3] >= west;
}

/** Returns the points of a line in tiles: x and y in turns. */
function projected({ lat, lon, start }: LineTable, line: number, side: number): Float64Array {
  const points = new Float64Array(2 * (start[line + 1] - start[line]));
  for (let at = start[line], to = 0; at < start[line + 1]; at += 1, to += 2) {
    const { x, y } = mercator(lat[at] / E7, lon[at] / E7);
    points[to] = x * side;
    points[to + 1] = y * side;
  }
  return points;
}
