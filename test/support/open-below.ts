import { readdir, readlink } from 'node:fs/promises';

/** Returns the names of the files below a folder that this process has open. Shape: Linux only. */
export async function openBelow(folder: string): Promise<string[]> {
  const ids = await readdir('/proc/self/fd');
  const paths = await Promise.all(ids.map((id) => readlink(`/proc/self/fd/${id}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length + 1));
}
