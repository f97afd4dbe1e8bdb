import { message, type Message } from '../../../base/messages/message.ts';
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { PICTURE_HASHES_FILE, PICTURES_FOLDER } from '../../../engine/gazetteer/store/manifest.ts';
import type { SourcePicture } from '../../../engine/imagery/source/read-item.ts';
import type { PictureBuilder, PictureFault } from './build-pictures.ts';

/** The pictures of a dataset after their files were made. */
export interface MadePictures {
  pictures: SourcePicture[];
  /** Number of items whose files were made. */
  madeCount: number;
  faults: PictureFault[];
}

/**
 * Makes the files of all pictures of a dataset.
 *
 * Shape: an item whose file is damaged gets the status `broken`, so that no search returns it; an item without a file is kept as it came.
 * Errors: IO when the disk is full or refuses to write.
 */
export async function makePictures(
  builder: PictureBuilder,
  pictures: readonly SourcePicture[],
  folder: string,
  onPicture: (done: number, total: number) => void,
): Promise<MadePictures> {
  await mkdir(folder, { recursive: true });
  const result: MadePictures = { pictures: [], madeCount: 0, faults: [] };
  for (const [index, picture] of pictures.entries()) {
    const built = await builder.build(picture.item, folder);
    if ('item' in built) {
      result.madeCount += 1;
      result.pictures.push({ ...picture, item: built.item });
    } else {
      result.faults.push(built);
      result.pictures.push(built.file === undefined ? picture : broken(picture));
    }
    onPicture(index + 1, pictures.length);
  }
  return result;
}

function broken(picture: SourcePicture): SourcePicture {
  const properties = { ...picture.item.properties, 'imagery:status': 'broken' };
  return { ...picture, status: 'broken', item: { ...picture.item, properties } };
}

/**
 * Returns the list of the files of the pictures with their hashes, in the format of `sha256sum`, sorted, once all of them are on disk.
 *
 * Shape: the manifest of the dataset has the hash of this list, and not a line per tile.
 */
export async function hashesText(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  let text = '';
  for (const name of names) {
    const hash = createHash('sha256');
    const file = await open(join(folder, name), 'r+');
    try {
      hash.update(await file.readFile());
      // The image library does not wait for the disk.
      await file.sync();
    } finally {
      await file.close();
    }
    text += `${hash.digest('hex')}  ${PICTURES_FOLDER}/${name}\n`;
  }
  return text;
}

/** Compares the pictures of a dataset with the list of their hashes. Shape: a clause that describes the first fault; undefined if there is none. */
export async function findHashFault(datasetDir: string, hashes: string): Promise<Message | undefined> {
  for (const line of hashes.split('\n').filter(Boolean)) {
    const [expected, name = ''] = line.split('  ');
    const bytes = await readFile(join(datasetDir, name)).catch(() => undefined);
    if (bytes === undefined) return message('pictures.fileMissing', { name });
    if (createHash('sha256').update(bytes).digest('hex') !== expected)
      return message('pictures.otherHash', { name, list: PICTURE_HASHES_FILE });
  }
  return undefined;
}
