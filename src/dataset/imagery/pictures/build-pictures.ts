import { rm, readdir } from 'node:fs/promises';
import { join, extname } from 'node:path';
import { errnoOf, GeomillError } from '../../../base/errors/geomill-error.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import { derivePicture } from './derive-picture.ts';
import { withPictures } from './item-assets.ts';
import { isFolderName } from './picture-files.ts';
import { loadSharp, type Sharp } from './sharp-package.ts';

/** The members of a STAC item that decide where its picture is and how it is cut. */
export interface PictureItem {
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
  if (!isFolderName(id)) {
    return { id, reason: message('pictures.badId') };
  }
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
