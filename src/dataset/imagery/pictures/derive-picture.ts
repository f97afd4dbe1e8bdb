import { mkdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Sharp } from './sharp-package.ts';

type Image = ReturnType<Sharp>;

/** A panorama may be this far from twice as wide as high; cameras cut a few rows. */
const RATIO_TOLERANCE = 0.02;

/**
 * Makes the files of one picture: thumb, sd, hd, and tiles if it is a 360 picture.
 *
 * Shape: a drawing (PNG) becomes lossless WebP, everything else JPEG. The orientation is applied to the pixels and all metadata is removed:
 * what is public about a picture is in its item. Pictures are never enlarged, except to fill the tiles.
 * Errors: the error of the image library for a file that is no picture, or a damaged one.
 */
export async function derivePicture(
  sharp: Sharp,
  source: string,
  folder: string,
  is360: boolean,
): Promise<PictureFiles> {
  const { format, autoOrient } = await sharp(source).metadata();
  const { width, height } = autoOrient;
  const ending: PictureEnding = format === 'png' ? 'webp' : 'jpg';
  await mkdir(folder, { recursive: true });
  // Decoded once; `failOn` makes a truncated file an error instead of a grey half.
  const pixels = await sharp(source, { failOn: 'truncated' })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const image = () => sharp(pixels.data, { raw: pixels.info });
  const write = (one: Image, name: string, isSmall = false) =>
    encode(one, ending, isSmall).toFile(join(folder, `${name}.${ending}`));
  await write(image(), 'hd');
  await write(image().resize({ width: SD_PIXELS, withoutEnlargement: true }), 'sd');
  await write(image().resize({ width: THUMB_PIXELS, withoutEnlargement: true }), 'thumb', true);
  const files: PictureFiles = {
    ending,
    width,
    height,
    originalName: basename(source),
    originalBytes: (await stat(source)).size,
  };
  if (!is360 || Math.abs(width / height / 2 - 1) > RATIO_TOLERANCE) return files;
  const tiles = tileGridOf(width);
  await writeTiles(sharp, image(), join(folder, 'tiles'), tiles, ending);
  for (const [index, overview] of overviewGridsOf(tiles).entries())
    await writeTiles(sharp, image(), join(folder, 'overviews', `${index + 1}`), overview, ending);
  return { ...files, tiles };
}

async function writeTiles(
  sharp: Sharp,
  image: Image,
  folder: string,
  { columns, rows }: TileGrid,
  ending: PictureEnding,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { data, info } = await image
    .resize({ width: columns * TILE_PIXELS, height: rows * TILE_PIXELS, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const region = {
        left: column * TILE_PIXELS,
        top: row * TILE_PIXELS,
        width: TILE_PIXELS,
        height: TILE_PIXELS,
      };
      const tile = sharp(data, { raw: info }).extract(region);
      await encode(tile, ending, false).toFile(join(folder, `${column}_${row}.${ending}`));
    }
  }
}

/** A thumbnail of a drawing has blurred edges, which lossless WebP stores badly. */
function encode(image: Image, ending: PictureEnding, isSmall: boolean): Image {
  if (ending === 'jpg') return image.jpeg({ quality: 82, mozjpeg: true });
  return image.webp(isSmall ? { quality: 70, effort: 6 } : { lossless: true, effort: 6 });
}

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
