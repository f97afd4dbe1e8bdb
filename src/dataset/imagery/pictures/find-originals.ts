import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';

const ENDINGS = /\.(jpe?g|png|webp|tiff?|avif)$/i;

/** The original pictures in a folder and its sub-folders, by file name with and without ending. Shape: paths, sorted. */
export type Originals = ReadonlyMap<string, readonly string[]>;

/** Lists the pictures in a folder and its sub-folders. Errors: those of the file system. */
export async function findOriginals(folder: string): Promise<Originals> {
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
