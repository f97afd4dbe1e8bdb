import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GeomillError } from '../../base/errors/geomill-error.ts';

const REMOTE = /^[a-z][a-z\d+.-]*:\/\//i;
const PARTS = /\.(?:geo)?parquet$/i;

/**
 * Returns the files of Overture's places: a folder stands for the Parquet files in it and below, by name.
 *
 * Errors: USAGE for an address of a server, with the command that downloads the places of Vietnam; INPUT_MISSING for a folder without Parquet files.
 */
export async function overtureFiles(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    if (REMOTE.test(path)) {
      const message = `--overture ${path}: Overture is not read from a server. Download the places of Vietnam first: pip install overturemaps && overturemaps download --bbox=102.1,8.3,109.5,23.4 -f geoparquet --type=place -o places.parquet`;
      throw new GeomillError('USAGE', message);
    }
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      // That it is missing is reported by the reader.
      () => false,
    );
    files.push(...(isFolder ? await filesIn(path) : [path]));
  }
  return files;
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => PARTS.test(name)).sort();
  if (files.length === 0) {
    const message = `--overture ${folder}: there is no file in it whose name ends in .parquet. Name the file, or the folder that has the files of Overture.`;
    throw new GeomillError('INPUT_MISSING', message);
  }
  return files.map((name) => join(folder, name));
}
