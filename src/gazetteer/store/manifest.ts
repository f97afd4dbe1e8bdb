import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, GeomillError } from '../../errors/geomill-error.ts';
import { ADMIN_FILES } from '../units/dataset-files.ts';
import { ARRAY_TYPES, type ArrayEntry } from './array-types.ts';

/** Names the layout of a dataset; a reader refuses any other. */
export const DATASET_FORMAT = 'geomill-dataset';
/** Numbers the version of that layout. */
export const DATASET_VERSION = 2;
/** Names the file that describes and vouches for the others. */
export const MANIFEST_FILE = 'manifest.json';
/** Names the file of road tiles, where a dataset has one; it is mapped by the router, not read. */
export const ROADS_FILE = 'roads.tar';
/** Arrays begin at multiples of this in their files. Units: bytes. */
export const ARRAY_ALIGNMENT = 64;

/** Vouches for one file of a dataset. */
export interface FileEntry {
  sha256: string;
  bytes: number;
}

/** Says whom data are from. Shape: `text` is what has to be shown with answers. */
export interface Attribution {
  text: string;
  license: string;
}

/** Counts what a dataset holds. */
export interface DatasetCounts {
  provinces: number;
  wards: number;
  formerWards: number;
  streets: number;
  pois: number;
  houses: number;
}

/**
 * Describes a dataset: what `manifest.json` holds.
 *
 * Shape: `id` changes with any byte of the dataset; `edition` is the day the units are in force from; `bbox` is west, south, east and north of
 * the places, null where there are none.
 */
export interface DatasetManifest {
  format: typeof DATASET_FORMAT;
  version: typeof DATASET_VERSION;
  id: string;
  edition: string;
  counts: DatasetCounts;
  bbox: [number, number, number, number] | null;
  attribution: Attribution[];
  files: Record<string, FileEntry>;
  arrays: ArrayEntry[];
}

const REMEDY = 'Copy the dataset again, or build it anew.';

/**
 * Reads the manifest of a dataset.
 *
 * Errors: DATASET_BAD when there is none, one of another format or version, or one whose arrays do not fit its files.
 */
export async function readManifest(dir: string): Promise<DatasetManifest> {
  let text: string;
  try {
    text = await readFile(join(dir, MANIFEST_FILE), 'utf8');
  } catch (cause) {
    throw new GeomillError(
      'DATASET_BAD',
      `No dataset in ${dir}: ${MANIFEST_FILE} cannot be read (${errnoOf(cause) ?? 'unknown error'}). Name the folder that holds ${MANIFEST_FILE}, or build the dataset.`,
      { cause },
    );
  }
  let manifest: Partial<DatasetManifest> | null;
  try {
    manifest = JSON.parse(text) as Partial<DatasetManifest> | null;
  } catch (cause) {
    throw badDataset(dir, `${MANIFEST_FILE} is no JSON`, cause);
  }
  if (manifest?.format !== DATASET_FORMAT || manifest.version !== DATASET_VERSION) {
    const found = `${String(manifest?.format)} version ${String(manifest?.version)}`;
    throw new GeomillError(
      'DATASET_BAD',
      `The dataset ${dir} is ${found}; this program reads ${DATASET_FORMAT} version ${DATASET_VERSION}. Build it anew with this version, or name another folder.`,
    );
  }
  const fault = findFault(manifest);
  if (fault !== undefined) throw badDataset(dir, `${MANIFEST_FILE} ${fault}`);
  return manifest as DatasetManifest;
}

/** Builds the failure of a dataset that is damaged. */
export function badDataset(dir: string, fault: string, cause?: unknown): GeomillError {
  return new GeomillError('DATASET_BAD', `The dataset ${dir} is damaged: ${fault}. ${REMEDY}`, { cause });
}

function findFault({
  files,
  arrays,
  counts,
  attribution,
  ...rest
}: Partial<DatasetManifest>): string | undefined {
  if (typeof rest.id !== 'string' || typeof rest.edition !== 'string') return 'has no id or edition';
  if (!isObject(files) || !isObject(counts) || !Array.isArray(arrays) || !Array.isArray(attribution))
    return 'lacks files, counts, arrays or attribution';
  for (const [name, entry] of Object.entries(files)) {
    // Names lead to files, so they must not lead out of the folder.
    if (!/^[a-z-]+\.(?:bin|csv|tar)$/.test(name)) return `names a file that no dataset has: ${name}`;
    if (!/^[0-9a-f]{64}$/.test(String(entry.sha256)) || !isCount(entry.bytes))
      return `does not vouch for ${name}`;
  }
  const missing = Object.values(ADMIN_FILES).find((name) => !(name in files));
  if (missing !== undefined) return `does not vouch for ${missing}`;
  const names = new Set<string>();
  for (const entry of arrays) {
    const { file, name, type, offset, length } = entry;
    const size = Object.hasOwn(ARRAY_TYPES, type) ? ARRAY_TYPES[type].BYTES_PER_ELEMENT : Infinity;
    const end = offset + length * size;
    const fits =
      isCount(offset) &&
      isCount(length) &&
      offset % ARRAY_ALIGNMENT === 0 &&
      end <= (files[file]?.bytes ?? -1);
    if (!fits) return `lists the array ${name}, which does not fit its file ${file}`;
    if (names.has(name)) return `lists the array ${name} twice`;
    names.add(name);
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
