import { TILE_UNITS, type TileShape } from '../../base/geo/ground-tiles.ts';

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
