// The files of one picture in a dataset, and their addresses.

/** Width of the thumbnail. Units: pixels. Source: interface document, section 2.7. */
export const THUMB_PIXELS = 500;
/** Width of the picture in standard definition. Units: pixels. Source: interface document, section 2.7. */
export const SD_PIXELS = 2048;
/** Edge of a tile. Units: pixels. */
export const TILE_PIXELS = 512;

/** The most columns of tiles: a picture of 16,384 pixels, the largest texture that browsers draw. */
const COLUMNS_MAX = 32;

/** The formats of derived pictures, by the ending of the file. */
export const MEDIA_TYPES = { jpg: 'image/jpeg', webp: 'image/webp' } as const;

/** The ending of the files of a picture. */
export type PictureEnding = keyof typeof MEDIA_TYPES;

/** How a 360 picture is divided into tiles. Shape: columns and rows are powers of two, for the viewer. */
export interface TileGrid {
  columns: number;
  rows: number;
}

/** What was made of one picture. Units: pixels and bytes, of the original with its orientation applied. */
export interface PictureFiles {
  ending: PictureEnding;
  width: number;
  height: number;
  originalName: string;
  originalBytes: number;
  /** Undefined for a picture that is not equirectangular. */
  tiles?: TileGrid;
}

/**
 * Returns the grid of tiles for an equirectangular picture of a width: the power of two that changes its size least.
 *
 * Shape: tiles are square and cover 360 by 180 degrees, so there are half as many rows as columns.
 */
export function tileGridOf(width: number): TileGrid {
  const columns = Math.min(COLUMNS_MAX, Math.max(2, 2 ** Math.round(Math.log2(width / TILE_PIXELS))));
  return { columns, rows: columns / 2 };
}

/**
 * Returns the grids of coarser tiles, each half as wide as the one before: for views that do not need the finest.
 *
 * Shape: down to the width of the picture in standard definition; none for a picture that is not wider.
 */
export function overviewGridsOf({ columns, rows }: TileGrid): TileGrid[] {
  const half = { columns: columns / 2, rows: rows / 2 };
  return half.columns * TILE_PIXELS < SD_PIXELS ? [] : [half, ...overviewGridsOf(half)];
}

/** Reports whether an id can be the name of a folder on every system, and in a URL without escapes. */
export function isFolderName(id: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/.test(id) && !id.endsWith('.');
}
