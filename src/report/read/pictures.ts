import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURES_FOLDER, readManifest } from '../../engine/gazetteer/store/manifest.ts';

/** Bytes of all thumbnails in a report at most: as base64 a third more. */
const MOST_BYTES = 1_500_000;
/** Thumbnails of rows that are looked up at most; each has some kilobytes. */
const MOST_THUMBS = 2000;
/** Addresses of thumbnails in a dataset; others are on a server, and a report asks none. */
const THUMB = new RegExp(`^${PICTURES_FOLDER}/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}/thumb\\.(?:jpg|webp)$`);

/** Collects the thumbnails of rows, each once, in their order. */
export function createThumbList() {
  const thumbs = new Set<string>();
  return {
    add(text: string): void {
      if (thumbs.size < MOST_THUMBS && THUMB.test(text)) thumbs.add(text);
    },
    list: (): string[] => [...thumbs],
  };
}

/** Thumbnails by their address in the results. */
export type ReportPictures = ReadonlyMap<string, Buffer>;

/** Reads thumbnails from the dataset with an id, as many as fit; those that are missing are left out. Guarantee: reads no file outside of the folder of pictures. */
export async function readPictures(
  dir: string,
  id: string,
  thumbs: readonly string[],
): Promise<ReportPictures> {
  const pictures = new Map<string, Buffer>();
  if (thumbs.length === 0) return pictures;
  const manifest = await readManifest(dir).catch(() => undefined);
  if (manifest?.id !== id) return pictures;
  let left = MOST_BYTES;
  for (const thumb of thumbs) {
    const bytes = await readFile(join(dir, thumb)).catch(() => undefined);
    if (!bytes || bytes.length > left) continue;
    left -= bytes.length;
    pictures.set(thumb, bytes);
  }
  return pictures;
}
