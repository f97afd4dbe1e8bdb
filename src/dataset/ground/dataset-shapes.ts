import { type ShapeKind, TILE_UNITS, type TileShape } from '../../base/geo/ground-tiles.ts';
import {
  type ArraysOf,
  checkFamily,
  hasFamily,
  openFamily,
} from '../../engine/gazetteer/store/array-family.ts';
import type { Arrays } from '../../engine/gazetteer/store/array-types.ts';
import { textOf } from '../../engine/gazetteer/store/access.ts';
import type { DatasetManifest } from '../../engine/gazetteer/store/manifest.ts';
import { COUNTS, LINE_FAMILY, STREET_AND_POI_FAMILY } from '../../engine/gazetteer/store/place-tables.ts';
import { WATER_FAMILY, WATER_KINDS } from '../../engine/gazetteer/store/water-family.ts';
import {
  createTileGrid,
  eachLineNear,
  type LineTable,
  openLineTable,
  projected,
  type TileGrid,
  type TileNumber,
  unitsOf,
} from './line-table.ts';
import { type DatasetFiles, loadFiles, viewArrays } from '../../engine/gazetteer/load-dataset.ts';

/** How far an area reaches beyond its tile, so that no seam is seen. Units: of a tile. */
const MARGIN = 16;
/** What is smaller in both directions cannot be seen. Units: of a tile. */
const LEAST_SIZE = 6;

/**
 * Adds the parts of a ring to the tiles that it covers, as far as these are wanted.
 *
 * Shape: `ring` has x and y in turns, in tiles of the zoom, and ends where it begins. The direction stays: islands are clockwise.
 */
export function cutArea(grid: TileGrid, ring: Float64Array, kind: ShapeKind): void {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < ring.length; at += 2) {
    west = Math.min(west, ring[at]);
    east = Math.max(east, ring[at]);
    north = Math.min(north, ring[at + 1]);
    south = Math.max(south, ring[at + 1]);
  }
  if (Math.max(east - west, south - north) * TILE_UNITS < LEAST_SIZE) return;
  const box = {
    west: Math.floor(west),
    north: Math.floor(north),
    east: Math.floor(east),
    south: Math.floor(south),
  };
  for (const [tileX, tileY] of grid.within(box)) {
    const points = clipped(unitsOfRing(ring, tileX, tileY));
    if (points.length >= 6) grid.get(tileX, tileY)!.push({ kind, isArea: true, points });
  }
}

function unitsOfRing(ring: Float64Array, tileX: number, tileY: number): number[] {
  const points: number[] = [];
  // The last point is the first one again.
  for (let at = 0; at < ring.length - 2; at += 2) {
    const [x, y] = unitsOf(ring[at], ring[at + 1], tileX, tileY);
    const step = Math.max(
      Math.abs(x - (points.at(-2) ?? Infinity)),
      Math.abs(y - (points.at(-1) ?? Infinity)),
    );
    if (step >= LEAST_STEP) points.push(x, y);
  }
  return points;
}

/** Cuts a ring at the four edges of its tile. Source: the algorithm of Sutherland and Hodgman. */
function clipped(ring: number[]): number[] {
  let points = ring;
  for (const axis of [0, 1] as const)
    for (const [edge, sign] of [
      [-MARGIN, 1],
      [TILE_UNITS + MARGIN, -1],
    ] as const)
      points = clippedAt(points, axis, edge, sign);
  return points;
}

function clippedAt(points: readonly number[], axis: 0 | 1, edge: number, sign: 1 | -1): number[] {
  const left: number[] = [];
  const isInside = (at: number) => sign * (points[at + axis] - edge) >= 0;
  for (let at = 0; at < points.length; at += 2) {
    const before = at === 0 ? points.length - 2 : at - 2;
    if (isInside(at) !== isInside(before)) {
      const share = (edge - points[before + axis]) / (points[at + axis] - points[before + axis]);
      const other = 1 - axis;
      const across = Math.round(
        points[before + other] + share * (points[at + other] - points[before + other]),
      );
      left.push(...(axis === 0 ? [edge, across] : [across, edge]));
    }
    if (isInside(at)) left.push(points[at], points[at + 1]);
  }
  return left;
}

/** Steps that cannot be seen, in units of a tile. */
const LEAST_STEP = 3;

/** Adds a line to the tiles that it crosses, as far as these are wanted. Shape: `line` has x and y in turns, in tiles of the zoom. */
export function cutLine(grid: TileGrid, line: Float64Array, kind: ShapeKind, name?: string): void {
  let [tileX, tileY] = [NaN, NaN];
  let points: number[] | undefined;
  const end = line.length - 2;
  let [fromX, fromY] = [line[0], line[1]];
  for (let at = 0; at <= end; at += 2) {
    const toX = line[at];
    const toY = line[at + 1];
    const leastStep = at === end ? 1 : LEAST_STEP;
    const steps = stepsBetween(fromX, fromY, toX, toY);
    // The tiles that the short line touches, in its direction.
    for (let step = 0; step <= steps; step += 1) {
      const share = steps === 0 ? 0 : step / steps;
      const x = Math.floor(fromX + (toX - fromX) * share);
      const y = Math.floor(fromY + (toY - fromY) * share);
      const isSame = x === tileX && y === tileY;
      if (isSame && step > 0) continue;
      if (!isSame) {
        [tileX, tileY] = [x, y];
        const shapes = grid.get(x, y);
        points = shapes && unitsOf(fromX, fromY, x, y);
        if (points) shapes?.push({ kind, isArea: false, points, ...(name && { name }) });
      }
      if (points) addPoint(points, toX, toY, x, y, leastStep);
    }
    fromX = toX;
    fromY = toY;
  }
}

/** Returns the number of steps in which no tile between two positions is missed; 0 if both are in one tile. */
function stepsBetween(fromX: number, fromY: number, toX: number, toY: number): number {
  if (Math.floor(fromX) === Math.floor(toX) && Math.floor(fromY) === Math.floor(toY)) return 0;
  return 1 + Math.ceil(4 * Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY)));
}

function addPoint(
  points: number[],
  toX: number,
  toY: number,
  tileX: number,
  tileY: number,
  leastStep: number,
): void {
  const x = Math.round((toX - tileX) * TILE_UNITS);
  const y = Math.round((toY - tileY) * TILE_UNITS);
  const { length } = points;
  if (Math.max(Math.abs(x - points[length - 2]), Math.abs(y - points[length - 1])) >= leastStep)
    points.push(x, y);
}

/** Zooms of the tiles, the least importance of the streets in them, and their water. */
export const GROUND_LEVELS = [
  { zoom: 8, least: 176, water: ['area', 'river', 'shore'] },
  { zoom: 10, least: 140, water: ['area', 'river', 'shore'] },
  { zoom: 12, least: 90, water: ['area', 'river', 'shore', 'canal'] },
  { zoom: 14, least: 0, water: WATER_KINDS },
] as const;

/** Streets from this importance on are drawn as main roads. */
const MAIN_IMPORTANCE = 140;
/** Streets from this importance on are named, most of the others are alleys; on maps of a province none is. */
const NAMED_IMPORTANCE = 70;
const NAMED_ZOOM = 10;
/** Names of a tile, those of main roads and of long lines first. */
const MOST_NAMES = 24;
/** The least length of a line with a name, for each of its characters, in units of a tile. */
const NAME_UNITS = 14;
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
  const { importance, nameOf } = openStreets(arrays);
  const water = openWater(arrays);

  const addStreets = (grid: TileGrid, least: number): void => {
    const isWanted = (line: number) => importance[line] >= least;
    eachLineNear(streets, grid, isWanted, (line) => {
      const kind = importance[line] >= MAIN_IMPORTANCE ? 'main_road' : 'road';
      const name = grid.zoom >= NAMED_ZOOM && importance[line] >= NAMED_IMPORTANCE ? nameOf(line) : undefined;
      cutLine(grid, projected(streets, line, grid), kind, name);
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
        for (const [x, y] of some) yield withNames(grid.get(x, y) ?? []);
      }
    },
  };
}

/** Opens the importance and the name of the street of each line. */
function openStreets(arrays: Arrays) {
  const { streetPartStart } = openFamily(LINE_FAMILY, arrays);
  const { featureImportance, featureSpelling, spellingText, spellingOffset } = openFamily(
    STREET_AND_POI_FAMILY,
    arrays,
  );
  const importance = new Uint8Array(streetPartStart.at(-1) ?? 0);
  const spelling = new Uint32Array(importance.length);
  for (let street = 0; street < streetPartStart.length - 1; street += 1) {
    importance.fill(featureImportance[street], streetPartStart[street], streetPartStart[street + 1]);
    spelling.fill(featureSpelling[street], streetPartStart[street], streetPartStart[street + 1]);
  }
  const nameOf = (line: number) =>
    textOf(spellingText, spellingOffset[spelling[line]], spellingOffset[spelling[line] + 1]);
  return { importance, nameOf };
}

/** Leaves each name to the longest of its lines in a tile, as far as it fits along that and is among the first ones. */
function withNames(shapes: TileShape[]): TileShape[] {
  const longest = new Map<string, { shape: TileShape; order: number }>();
  for (const shape of shapes) {
    const { name, kind, points } = shape;
    if (name === undefined) continue;
    const length = lengthOf(points);
    // Main roads in front of all others.
    const order = length + (kind === 'main_road' ? 100 * TILE_UNITS : 0);
    if (length >= NAME_UNITS * name.length && order > (longest.get(name)?.order ?? 0))
      longest.set(name, { shape, order });
  }
  const named = [...longest.values()].sort((a, b) => b.order - a.order).slice(0, MOST_NAMES);
  const kept = new Set(named.map(({ shape }) => shape));
  return shapes.map((shape) =>
    kept.has(shape) ? shape : { kind: shape.kind, isArea: shape.isArea, points: shape.points },
  );
}

function lengthOf(points: readonly number[]): number {
  let length = 0;
  for (let at = 2; at < points.length; at += 2)
    length += Math.hypot(points[at] - points[at - 2], points[at + 1] - points[at - 1]);
  return length;
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
