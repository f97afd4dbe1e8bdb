import { mkdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  SD_PIXELS,
  THUMB_PIXELS,
  TILE_PIXELS,
  overviewGridsOf,
  tileGridOf,
  type PictureEnding,
  type PictureFiles,
  type TileGrid,
} from './picture-files.ts';
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
  for (const [index, overview] of overviewGridsOf(tiles).entries()) {
    await writeTiles(sharp, image(), join(folder, 'overviews', `${index + 1}`), overview, ending);
  }
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
