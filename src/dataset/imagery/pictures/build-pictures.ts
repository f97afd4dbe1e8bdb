import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, GeomillError } from '../../../errors/geomill-error.ts';
import { derivePicture } from './derive-picture.ts';
import { findOriginals, type Originals } from './find-originals.ts';
import { withPictures } from './item-assets.ts';
import { isFolderName, PICTURES_FOLDER } from './picture-files.ts';
import { loadSharp, type Sharp } from './sharp-package.ts';

/** The members of a STAC item that decide where its picture is and how it is cut. */
export interface PictureItem {
  id: string;
  properties: Record<string, unknown>;
}

/** An item whose picture could not be made, with the file and the reason. */
export interface PictureFault {
  id: string;
  /** The file that is bad; undefined if there is none. */
  file?: string;
  reason: string;
}

/** Makes the pictures of items. */
export interface PictureBuilder {
  /**
   * Makes the files of an item's picture and returns the item with their addresses.
   *
   * Shape: an item without a usable picture is returned unchanged, and its fault is added to `faults`.
   * Errors: IO when the disk is full or refuses to write.
   */
  build<I extends PictureItem>(item: I): Promise<I>;
  readonly faults: readonly PictureFault[];
}

/**
 * Opens a builder of pictures.
 *
 * Shape: `from` contains the originals, named `<id>.jpg` or as `original_file:name` of the item, in any sub-folder; `datasetDir` gets the
 * folder `pictures/`.
 * Errors: NOT_SUPPORTED if the image library is missing, INPUT_MISSING if `from` is no folder.
 */
export async function openPictureBuilder(from: string, datasetDir: string): Promise<PictureBuilder> {
  const sharp = await loadSharp();
  const originals = await findOriginals(from).catch((cause: unknown) => {
    const what =
      errnoOf(cause) === 'ENOENT' ? 'does not exist' : `cannot be read: ${(cause as Error).message}`;
    throw new GeomillError('INPUT_MISSING', `the folder of pictures ${from} ${what}`, { cause });
  });
  const faults: PictureFault[] = [];
  return {
    faults,
    build: async (item) => {
      const folder = join(datasetDir, PICTURES_FOLDER, item.id);
      const result = await buildOne(sharp, originals, item, folder);
      if (!('reason' in result)) return result.item;
      faults.push(result);
      return item;
    },
  };
}

async function buildOne<I extends PictureItem>(
  sharp: Sharp,
  originals: Originals,
  item: I,
  folder: string,
): Promise<{ item: I } | PictureFault> {
  const { id } = item;
  if (!isFolderName(id)) {
    return { id, reason: 'the id has characters that a file name cannot have on every system' };
  }
  const found = originalOf(originals, item);
  if (typeof found !== 'string') return { id, ...found };
  try {
    return { item: withPictures(item, await derivePicture(sharp, found, folder, is360(item))) };
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    const errno = errnoOf(cause);
    const reason = (cause as Error).message.split('\n')[0] ?? '';
    if (errno !== undefined || /no space|write error/i.test(reason)) {
      throw new GeomillError('IO', `the pictures of ${id} cannot be written to ${folder}: ${reason}`, {
        cause,
      });
    }
    return { id, file: found, reason };
  }
}

/** Returns the path of an item's original, or why there is none. */
function originalOf(originals: Originals, item: PictureItem): string | Omit<PictureFault, 'id'> {
  const name = item.properties['original_file:name'];
  const paths = originals.get(item.id) ?? (typeof name === 'string' ? originals.get(name) : undefined);
  if (!paths?.[0]) {
    return { reason: `no file is named ${item.id}.jpg${typeof name === 'string' ? ` or ${name}` : ''}` };
  }
  if (paths[1]) return { file: paths[1], reason: `there is another file of that name: ${paths[0]}` };
  return paths[0];
}

function is360({ properties }: PictureItem): boolean {
  const orientation = properties['pers:interior_orientation'] as { field_of_view?: unknown } | undefined;
  return orientation?.field_of_view === 360;
}
