import { readdir, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { errnoOf, GeomillError } from '../../../base/errors/geomill-error.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import { PICTURES_FOLDER } from '../../../engine/gazetteer/store/manifest.ts';
import {
  derivePicture,
  isFolderName,
  MEDIA_TYPES,
  overviewGridsOf,
  type PictureFiles,
  TILE_PIXELS,
  type TileGrid,
} from './derive-picture.ts';
import { loadSharp, type Sharp } from './sharp-package.ts';

/** The members of an item that its pictures decide. Source: interface document, section 2.7. */
interface ItemMembers {
  id: string;
  properties: object;
}

/**
 * Returns an item with the assets, templates and sizes of its derived pictures; everything else of it is kept, `exif` too.
 *
 * Shape: addresses are relative to the dataset: `pictures/<id>/hd.jpg`.
 */
function withPictures<I extends ItemMembers>(item: I, files: PictureFiles): I {
  const { ending, tiles, width, height, originalName, originalBytes } = files;
  const folder = `${PICTURES_FOLDER}/${item.id}`;
  const asset = (name: string, title: string, description: string, role: string) => ({
    href: `${folder}/${name}.${ending}`,
    type: MEDIA_TYPES[ending],
    roles: [role],
    title,
    description,
  });
  // Tiles of an earlier picture of the item are removed.
  const rest: Partial<Record<string, unknown>> = Object.assign({}, item);
  delete rest['asset_templates'];
  const properties: Partial<Record<string, unknown>> = { ...item.properties };
  delete properties['tiles:tile_matrix_sets'];
  return {
    ...rest,
    properties: {
      ...properties,
      width,
      height,
      'original_file:name': properties['original_file:name'] ?? originalName,
      'original_file:size': originalBytes,
      'imagery:image': `${folder}/hd.${ending}`,
      'imagery:thumbnail': `${folder}/thumb.${ending}`,
      ...(tiles && { 'tiles:tile_matrix_sets': tileMatrixSets(item, tiles) }),
    },
    assets: {
      hd: asset('hd', 'HD picture', 'Highest resolution available of this picture', 'data'),
      sd: asset('sd', 'SD picture', 'Picture in standard definition (fixed width of 2048px)', 'visual'),
      thumb: asset('thumb', 'Thumbnail', 'Picture in low definition (fixed width of 500px)', 'thumbnail'),
    },
    ...(tiles && {
      asset_templates: {
        tiles: asset('tiles/{TileCol}_{TileRow}', 'HD tiled picture', 'Highest resolution, as tiles', 'data'),
        ...(overviewGridsOf(tiles).length > 0 && {
          overviews: asset(
            'overviews/{TileMatrix}/{TileCol}_{TileRow}',
            'Coarser tiled pictures',
            'Lower resolutions, as tiles, without the highest',
            'overview',
          ),
        }),
      },
    }),
  } as unknown as I;
}

function tileMatrixSets({ id, properties }: ItemMembers, tiles: TileGrid) {
  return {
    'view:azimuth': (properties as { 'view:azimuth'?: unknown })['view:azimuth'],
    width: tiles.columns * TILE_PIXELS,
    geomill: {
      identifier: `geomill-${id}`,
      title: `Tile matrix of picture ${id}`,
      type: 'TileMatrixSetType',
      tileMatrix: [tiles, ...overviewGridsOf(tiles)].map(({ columns, rows }, index) => ({
        identifier: `${index}`,
        type: 'TileMatrixType',
        matrixWidth: columns,
        matrixHeight: rows,
        tileWidth: TILE_PIXELS,
        tileHeight: TILE_PIXELS,
        scaleDenominator: 2 ** index,
        topLeftCorner: [0, 0],
      })),
    },
  };
}

/** The members of a STAC item that decide where its picture is and how it is cut. */
interface PictureItem {
  id: string;
  properties: object;
}

/** An item without pictures. */
export interface PictureFault {
  id: string;
  /** The file that is bad; undefined if there is none, and then the item can be used with the addresses it has. */
  file?: string;
  reason: Message;
}

/** Makes the pictures of items. */
export interface PictureBuilder {
  /**
   * Makes the files of an item's picture in a folder of its own under `folder`.
   *
   * Shape: the item with the addresses of the files, or why there are none.
   * Errors: IO when the disk is full or refuses to write.
   */
  build<I extends PictureItem>(item: I, folder: string): Promise<{ item: I } | PictureFault>;
}

/**
 * Opens a builder of pictures.
 *
 * Shape: `from` contains the originals, named `<id>.jpg` or as `original_file:name` of the item, in any sub-folder.
 * Errors: NOT_SUPPORTED if the image library is missing, INPUT_MISSING if `from` is no folder.
 */
export async function openPictureBuilder(from: string): Promise<PictureBuilder> {
  const sharp = await loadSharp();
  const originals = await findOriginals(from).catch((cause: unknown) => {
    const code = errnoOf(cause) === 'ENOENT' ? 'pictures.noFolder' : 'pictures.folderUnreadable';
    const reason = message(code, { folder: from, cause: errnoOf(cause) ?? message('fault.unknownError') });
    throw new GeomillError('INPUT_MISSING', reason, { cause });
  });
  return { build: (item, folder) => buildOne(sharp, originals, item, join(folder, item.id)) };
}

async function buildOne<I extends PictureItem>(
  sharp: Sharp,
  originals: Originals,
  item: I,
  folder: string,
): Promise<{ item: I } | PictureFault> {
  const { id } = item;
  if (!isFolderName(id)) return { id, reason: message('pictures.badId') };
  const original = originalOf(originals, item);
  if (typeof original !== 'string') return { id, ...original };
  try {
    return { item: withPictures(item, await derivePicture(sharp, original, folder, is360(item))) };
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    const words = (cause as Error).message.split('\n')[0] ?? '';
    // The image library reports errors of the disk as text.
    if (
      errnoOf(cause) !== undefined ||
      /no space|unable to (?:open|write|close) (?:for write|to target)/i.test(words)
    ) {
      throw new GeomillError('IO', message('pictures.unwritable', { id, folder, cause: words }), {
        cause,
      });
    }
    return { id, file: original, reason: message('text.plain', { text: words }) };
  }
}

/** Returns the path of an item's original, or why there is none. */
function originalOf(
  originals: Originals,
  { id, properties }: PictureItem,
): string | Omit<PictureFault, 'id'> {
  const name = (properties as { 'original_file:name'?: unknown })['original_file:name'];
  const paths = originals.get(id) ?? (typeof name === 'string' ? originals.get(name) : undefined);
  if (!paths?.[0]) {
    return {
      reason:
        typeof name === 'string'
          ? message('pictures.noFileOrNamed', { id, name })
          : message('pictures.noFile', { id }),
    };
  }
  if (paths[1]) return { file: paths[1], reason: message('pictures.sameName', { path: paths[0] }) };
  return paths[0];
}

function is360({ properties }: PictureItem): boolean {
  const { 'pers:interior_orientation': orientation } = properties as {
    'pers:interior_orientation'?: { field_of_view?: unknown };
  };
  return orientation?.field_of_view === 360;
}

const ENDINGS = /\.(jpe?g|png|webp|tiff?|avif)$/i;

/** The original pictures in a folder and its sub-folders, by file name with and without ending. Shape: paths, sorted. */
type Originals = ReadonlyMap<string, readonly string[]>;

/** Lists the pictures in a folder and its sub-folders. Errors: those of the file system. */
async function findOriginals(folder: string): Promise<Originals> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const originals = new Map<string, string[]>();
  const add = (name: string, path: string) => {
    const paths = originals.get(name);
    if (paths) paths.push(path);
    else originals.set(name, [path]);
  };
  for (const entry of entries) {
    if (!entry.isFile() || !ENDINGS.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    add(entry.name, path);
    add(entry.name.slice(0, -extname(entry.name).length), path);
  }
  for (const paths of originals.values()) paths.sort();
  return originals;
}
