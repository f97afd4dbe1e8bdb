import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, GeomillError } from '../../base/errors/geomill-error.ts';
import {
  MANIFEST_FILE,
  PICTURE_HASHES_FILE,
  PICTURES_FOLDER,
} from '../../engine/gazetteer/store/manifest.ts';

/** Formats of datasets that may be replaced, including older ones. */
const FORMATS: readonly unknown[] = ['geomill-dataset', 'geomill-admin'];

/**
 * Refuses a folder that is given by mistake, because all its files would be deleted with the old dataset.
 *
 * Errors: OUTPUT_REFUSED if the folder is a file, or contains a file that is not listed in its manifest.
 */
export async function refuseForeignFolder(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return [];
    if (errnoOf(error) === 'ENOTDIR') throw refusal(`${dir} is a file.`);
    throw error;
  });
  const known = await knownFiles(dir);
  const foreign = names.find((name) => !known.has(name));
  if (foreign === undefined) return;
  throw refusal(
    `The folder ${dir} contains ${foreign}, which is not part of a dataset, and would be replaced as a whole.`,
  );
}

/** Returns the manifest and the files listed in it; none if there is no manifest of a dataset. */
async function knownFiles(dir: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(dir, MANIFEST_FILE), 'utf8').catch(() => '');
  try {
    const { format, files } = JSON.parse(text) as { format?: unknown; files?: Record<string, unknown> };
    if (!FORMATS.includes(format)) return new Set();
    const folders = files !== undefined && PICTURE_HASHES_FILE in files ? [PICTURES_FOLDER] : [];
    return new Set([MANIFEST_FILE, ...folders, ...Object.keys(files ?? {})]);
  } catch {
    return new Set();
  }
}

function refusal(what: string): GeomillError {
  return new GeomillError('OUTPUT_REFUSED', `${what} Name an empty or new folder.`);
}
