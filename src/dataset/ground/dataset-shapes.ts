import type { ShapeKind, TileShape } from '../../base/geo/ground-tiles.ts';
import {
  type ArraysOf,
  checkFamily,
  hasFamily,
  openFamily,
} from '../../engine/gazetteer/store/array-family.ts';
import type { Arrays } from '../../engine/gazetteer/store/array-types.ts';
import type { DatasetManifest } from '../../engine/gazetteer/store/manifest.ts';
import { COUNTS, LINE_FAMILY, STREET_AND_POI_FAMILY } from '../../engine/gazetteer/store/place-tables.ts';
import { WATER_FAMILY, WATER_KINDS } from '../../engine/gazetteer/store/water-family.ts';
import { cutArea, cutLine } from './cut-shapes.ts';
import { eachLineNear, type LineTable, openLineTable, projected } from './line-table.ts';
import { createTileGrid, type TileGrid, type TileNumber } from './tile-grid.ts';

/** Zooms of the tiles, the least importance of the streets in them, and their water. */
export const GROUND_LEVELS = [
  { zoom: 8, least: 176, water: ['area', 'river', 'shore'] },
  { zoom: 10, least: 140, water: ['area', 'river', 'shore'] },
  { zoom: 12, least: 90, water: ['area', 'river', 'shore', 'canal'] },
  { zoom: 14, least: 0, water: WATER_KINDS },
] as const;

/** Streets from this importance on are drawn as main roads. */
const MAIN_IMPORTANCE = 140;
const WATER_SHAPES: Readonly<Record<(typeof WATER_KINDS)[number], ShapeKind>> = {
  area: 'water',
  river: 'water',
  canal: 'stream',
  stream: 'stream',
  shore: 'water',
};

/** The streets and the water of a dataset, as shapes of tiles. */
export interface DatasetShapes {
  /** Yields the shapes of tiles of one of {@link GROUND_LEVELS}, in their order. Cost: reads the boxes of all lines for each 32 of them. */
  tiles(zoom: number, tiles: readonly TileNumber[]): Generator<TileShape[]>;
}

/** Most tiles that are cut at a time: who takes the first ones only does not pay for the others. */
const TILES_AT_ONCE = 32;

/** Opens the shapes of a dataset. Errors: DATASET_BAD. Cost: reads the points of all lines, and 18 bytes per line. */
export function openDatasetShapes(arrays: Arrays): DatasetShapes {
  const { partPointStart, pointLat, pointLon } = openFamily(LINE_FAMILY, arrays);
  const streets = openLineTable(pointLat, pointLon, partPointStart);
  const importance = importanceOfLines(arrays);
  const water = openWater(arrays);

  const addStreets = (grid: TileGrid, least: number): void => {
    const isWanted = (line: number) => importance[line] >= least;
    eachLineNear(streets, grid, isWanted, (line) => {
      const kind = importance[line] >= MAIN_IMPORTANCE ? 'main_road' : 'road';
      cutLine(grid, projected(streets, line, grid), kind);
    });
  };

  return {
    *tiles(zoom, tiles) {
      const level = GROUND_LEVELS.find((one) => one.zoom === zoom);
      for (let from = 0; from < tiles.length; from += TILES_AT_ONCE) {
        const some = tiles.slice(from, from + TILES_AT_ONCE);
        const grid = createTileGrid(zoom, some);
        if (level && water) addWater(grid, water, level.water);
        if (level) addStreets(grid, level.least);
        for (const [x, y] of some) yield grid.get(x, y) ?? [];
      }
    },
  };
}

/** Returns the importance of the street of each line. */
function importanceOfLines(arrays: Arrays): Uint8Array {
  const { streetPartStart } = openFamily(LINE_FAMILY, arrays);
  const { featureImportance } = openFamily(STREET_AND_POI_FAMILY, arrays);
  const importance = new Uint8Array(streetPartStart.at(-1) ?? 0);
  for (let street = 0; street < streetPartStart.length - 1; street += 1)
    importance.fill(featureImportance[street], streetPartStart[street], streetPartStart[street + 1]);
  return importance;
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
  return { ...openLineTable(waterLat, waterLon, waterPointStart), waterKind };
}

function addWater(grid: TileGrid, water: Water, wanted: readonly (typeof WATER_KINDS)[number][]): void {
  const kindOf = (line: number) => WATER_KINDS[water.waterKind[line]];
  const isWanted = (line: number) => wanted.includes(kindOf(line));
  eachLineNear(water, grid, isWanted, (line) => {
    const kind = kindOf(line);
    const points = projected(water, line, grid);
    if (kind === 'area') cutArea(grid, points, WATER_SHAPES[kind]);
    else cutLine(grid, points, WATER_SHAPES[kind]);
  });
}
