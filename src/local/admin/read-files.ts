import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { errnoOf, GeomillError } from '../../errors/geomill-error.ts';
import {
  ADMIN_FILES,
  ADMIN_FORMAT,
  ADMIN_FORMAT_VERSION,
  MANIFEST_FILE,
  type AdminManifest,
} from './dataset-files.ts';

/**
 * Reads the manifest of a dataset.
 *
 * Errors: DATASET_BAD when there is none, or one of another format or version.
 */
export async function readManifest(dir: string): Promise<AdminManifest> {
  const bytes = await readDatasetFile(dir, MANIFEST_FILE);
  let manifest: Partial<AdminManifest> | null;
  try {
    manifest = JSON.parse(bytes.toString('utf8')) as Partial<AdminManifest> | null;
  } catch (cause) {
    throw new GeomillError('DATASET_BAD', `${MANIFEST_FILE} of the dataset ${dir} is no JSON. ${REMEDY}`, {
      cause,
    });
  }
  if (manifest?.format !== ADMIN_FORMAT || manifest.version !== ADMIN_FORMAT_VERSION) {
    const found = `${String(manifest?.format)} version ${String(manifest?.version)}`;
    throw new GeomillError(
      'DATASET_BAD',
      `The dataset ${dir} is ${found}; this program reads ${ADMIN_FORMAT} version ${ADMIN_FORMAT_VERSION}. Build it anew with this version, or name another folder.`,
    );
  }
  for (const name of Object.values(ADMIN_FILES)) {
    if (typeof manifest.files?.[name]?.sha256 !== 'string') {
      throw new GeomillError(
        'DATASET_BAD',
        `${MANIFEST_FILE} of the dataset ${dir} does not vouch for ${name}. ${REMEDY}`,
      );
    }
  }
  return manifest as AdminManifest;
}

/**
 * Reads a file of a dataset whose bytes are those the manifest vouches for.
 *
 * Errors: DATASET_BAD when it is missing or another.
 */
export async function readVouchedFile(dir: string, name: string, manifest: AdminManifest): Promise<Buffer> {
  const bytes = await readDatasetFile(dir, name);
  if (sha256Of(bytes) !== manifest.files[name]?.sha256) {
    throw new GeomillError(
      'DATASET_BAD',
      `${name} of the dataset ${dir} is not the file its manifest speaks of (another SHA-256). ${REMEDY}`,
    );
  }
  return bytes;
}

/**
 * Reads a table as rows of text.
 *
 * Errors: DATASET_BAD when its columns are not the expected ones.
 */
export function readTable(bytes: Buffer, name: string, columns: readonly string[]): string[][] {
  const [header = [], ...rows] = parse(bytes);
  if (header.join() !== columns.join()) {
    throw new GeomillError(
      'DATASET_BAD',
      `${name} of the dataset has the columns ${header.join(', ')}; expected ${columns.join(', ')}. ${REMEDY}`,
    );
  }
  return rows;
}

/** Hashes bytes, in hex. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const REMEDY = 'Copy the dataset again, or build it anew.';

async function readDatasetFile(dir: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(dir, name));
  } catch (cause) {
    throw new GeomillError(
      'DATASET_BAD',
      `No dataset in ${dir}: ${name} cannot be read (${errnoOf(cause) ?? 'unknown error'}). Name the folder that holds ${MANIFEST_FILE}, or build the dataset.`,
      { cause },
    );
  }
}
