import { firstAt } from '../../base/bisect.ts';
import { mercator } from '../../base/geo/mercator.ts';
import { TILE_UNITS, type TileShape } from '../../base/geo/ground-tiles.ts';

const E7 = 1e7;
/** Lines with one box in common: neighbours in a table are mostly neighbours on the ground. */
const GROUP = 32;
/** How much boxes are enlarged, since positions are rounded when they are projected. Units: 1e-7 degrees. */
const ROUNDING = 1;
/** Bounds of 32-bit numbers, beyond those of positions. */
const [LEAST, MOST] = [-(2 ** 31), 2 ** 31 - 1];

/**
 * Lines of one table, with their boxes.
 *
 * Units: 1e-7 degrees. Shape: line i has the points from `start[i]` to `start[i + 1]`; `boxes` are south, west, north, east of each line, `groupBoxes`
 * those of each GROUP of lines. A line without points has no box: its south is greater than its north.
 */
export interface LineTable {
  lat: Int32Array;
  lon: Int32Array;
  start: Uint32Array;
  boxes: Int32Array;
  groupBoxes: Int32Array;
}

/** Opens a table of lines. Cost: reads all points; 17 bytes a line. */
export function openLineTable(lat: Int32Array, lon: Int32Array, start: Uint32Array): LineTable {
  const count = start.length - 1;
  const boxes = new Int32Array(4 * count);
  const groupBoxes = new Int32Array(4 * Math.ceil(count / GROUP));
  for (let at = 0; at < groupBoxes.length; at += 4) groupBoxes.set([MOST, MOST, LEAST, LEAST], at);
  for (let line = 0; line < count; line += 1) {
    let [south, west, north, east] = [MOST, MOST, LEAST, LEAST];
    for (let at = start[line]; at < start[line + 1]; at += 1) {
      if (lat[at] < south) south = lat[at];
      if (lat[at] > north) north = lat[at];
      if (lon[at] < west) west = lon[at];
      if (lon[at] > east) east = lon[at];
    }
    const to = 4 * line;
    boxes[to] = south;
    boxes[to + 1] = west;
    boxes[to + 2] = north;
    boxes[to + 3] = east;
    const group = 4 * Math.floor(line / GROUP);
    groupBoxes[group] = Math.min(groupBoxes[group], south);
    groupBoxes[group + 1] = Math.min(groupBoxes[group + 1], west);
    groupBoxes[group + 2] = Math.max(groupBoxes[group + 2], north);
    groupBoxes[group + 3] = Math.max(groupBoxes[group + 3], east);
  }
  return { lat, lon, start, boxes, groupBoxes };
}

/** Visits the wanted lines whose boxes touch a wanted tile, in their order. Cost: reads the boxes of groups, and those of lines in the groups that touch one. */
export function eachLineNear(
  { boxes, groupBoxes }: LineTable,
  grid: TileGrid,
  isWanted: (line: number) => boolean,
  visit: (line: number) => void,
): void {
  const isNear = createBoxTest(grid);
  const count = boxes.length / 4;
  for (let first = 0; first < count; first += GROUP) {
    if (!isNear(groupBoxes, first / GROUP)) continue;
    const end = Math.min(count, first + GROUP);
    for (let line = first; line < end; line += 1) if (isWanted(line) && isNear(boxes, line)) visit(line);
  }
}

/** Returns the points of a line in tiles of a grid: x and y in turns. */
export function projected({ lat, lon, start }: LineTable, line: number, { side }: TileGrid): Float64Array {
  const points = new Float64Array(2 * (start[line + 1] - start[line]));
  for (let at = start[line], to = 0; at < start[line + 1]; at += 1, to += 2) {
    const { x, y } = mercator(lat[at] / E7, lon[at] / E7);
    points[to] = x * side;
    points[to + 1] = y * side;
  }
  return points;
}

/** Creates the function that reports whether a box of a list touches a wanted tile; true for one that misses it by less than rounding. */
function createBoxTest(grid: TileGrid): (boxes: Int32Array, index: number) => boolean {
  const { side, box } = grid;
  const rows = box.south - box.north + 1;
  // The northern edge of each row, and the southern one of the last: a row is found without a logarithm for each box.
  const edges = Float64Array.from({ length: rows + 1 }, (_, row) => latitudeOf((box.north + row) / side));
  const columnOf = (lon: number): number => Math.floor((lon / (360 * E7) + 0.5) * side);
  const touched = { west: 0, north: 0, east: 0, south: 0 };
  return (boxes, index) => {
    const at = 4 * index;
    const north = rowOf(edges, boxes[at + 2] + ROUNDING);
    const south = rowOf(edges, boxes[at] - ROUNDING);
    if (north === rows || south < 0) return false;
    const west = Math.max(box.west, columnOf(boxes[at + 1] - ROUNDING));
    const east = Math.min(box.east, columnOf(boxes[at + 3] + ROUNDING));
    if (west > east) return false;
    touched.west = west;
    touched.east = east;
    touched.north = box.north + Math.max(0, north);
    touched.south = box.north + Math.min(rows - 1, south);
    return grid.hasWithin(touched);
  };
}

/** Returns the latitude at a share of the map of the world from the north. Units: 1e-7 degrees. */
function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 * E7) / Math.PI;
}

/** Returns the row of a latitude by the edges of the rows; -1 north of them, their number south of them. */
function rowOf(edges: Float64Array, lat: number): number {
  return firstAt(0, edges.length, (row) => edges[row] < lat) - 1;
}

/** The column and row of a tile of some zoom. */
export type TileNumber = readonly [x: number, y: number];

/** Tiles of one zoom that are wanted, with the shapes found for them. */
export interface TileGrid {
  zoom: number;
  /** Tiles in a row. */
  side: number;
  /** The columns and rows of the wanted tiles, as a box. */
  box: TileBox;
  get(x: number, y: number): TileShape[] | undefined;
  /** Lists the wanted tiles within a box. */
  within(box: TileBox): readonly TileNumber[];
  /** Reports whether there is one. */
  hasWithin(box: TileBox): boolean;
}

/** Columns and rows, ends included. */
export interface TileBox {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** Prepares tiles to be filled. */
export function createTileGrid(zoom: number, tiles: readonly TileNumber[]): TileGrid {
  const side = 2 ** zoom;
  const shapes = new Map<number, TileShape[]>();
  const box = { west: side, north: side, east: -1, south: -1 };
  for (const [x, y] of tiles) {
    shapes.set(y * side + x, []);
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.north = Math.min(box.north, y);
    box.south = Math.max(box.south, y);
  }
  const columns = Array.from({ length: box.south - box.north + 1 }, () => [] as number[]);
  for (const [x, y] of tiles) columns[y - box.north].push(x);
  const get = (x: number, y: number) => shapes.get(y * side + x);
  return {
    zoom,
    side,
    box,
    get,
    within({ west, north, east, south }) {
      const isIn = ([x, y]: TileNumber) => x >= west && x <= east && y >= north && y <= south;
      if ((east - west + 1) * (south - north + 1) > tiles.length) return tiles.filter(isIn);
      const found: TileNumber[] = [];
      for (let y = north; y <= south; y += 1)
        for (let x = west; x <= east; x += 1) if (get(x, y)) found.push([x, y]);
      return found;
    },
    hasWithin({ west, north, east, south }) {
      const end = Math.min(box.south, south) - box.north;
      for (let row = Math.max(box.north, north) - box.north; row <= end; row += 1)
        for (const x of columns[row]) if (x >= west && x <= east) return true;
      return false;
    },
  };
}

/** Returns a place in units of a tile. Shape: `x` and `y` in tiles of the zoom. */
export function unitsOf(x: number, y: number, tileX: number, tileY: number): [x: number, y: number] {
  return [Math.round((x - tileX) * TILE_UNITS), Math.round((y - tileY) * TILE_UNITS)];
}
