import { constants, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_WAIT } from '../../../base/files/durable-fs.ts';
import { errnoOf, failure, GeomillError } from '../../../base/errors/geomill-error.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import { ADMIN_FILES } from './admin-files.ts';
import { ARRAY_TYPES, type ArrayEntry } from './array-types.ts';

/** Name of the layout of a dataset; any other is refused. */
export const DATASET_FORMAT = 'geomill-dataset';
/** Version of that layout. */
export const DATASET_VERSION = 3;
/** The versions that are read; version 2 has no dated units. */
export const READABLE_VERSIONS: readonly unknown[] = [2, DATASET_VERSION];
/** The file that lists the others with their hashes. */
export const MANIFEST_FILE = 'manifest.json';
/** The file of road tiles, if a dataset has one; the router maps it, Geomill does not read it. */
export const ROADS_FILE = 'roads.tar';
/** The folder of street pictures, if a dataset has any; the server sends its files. */
export const PICTURES_FOLDER = 'pictures';
/** The file that lists the files of that folder with their hashes, in the format of `sha256sum`. */
export const PICTURE_HASHES_FILE = 'pictures.sha256';
/** The table of the positions that persons confirmed, if a dataset has learned any: address, lat, lon, source, date. */
export const LEARNED_FILE = 'learned.csv';
/** The folder of the decrees that were added to a dataset, with the files that they changed as they were before. */
export const DECREES_FOLDER = 'decrees';
/** Arrays start at multiples of this in their files. Units: bytes. */
export const ARRAY_ALIGNMENT = 64;

/** Hash and size of one file of a dataset. */
export interface FileEntry {
  sha256: string;
  bytes: number;
}

/** Origin of data. Shape: `text` has to be displayed with results. */
export interface Attribution {
  text: string;
  license: string;
}

/** Numbers of units and places in a dataset. */
export interface DatasetCounts {
  provinces: number;
  wards: number;
  formerWards: number;
  streets: number;
  pois: number;
  houses: number;
  /** Only in a dataset with street pictures. */
  pictures?: number;
}

/** Numbers of places. */
export interface PlaceCounts {
  streets: number;
  houses: number;
  places: number;
}

/**
 * What a dataset has in a province.
 *
 * Shape: `covered` of its `wards` have several streets; streets are cut at the borders of wards. `base` are those that the build took over from the dataset that its
 * sources were added to.
 */
export interface ProvinceCounts extends PlaceCounts {
  code: string;
  name: string;
  wards: number;
  covered: number;
  base?: PlaceCounts;
}

/** How a dataset was built from files. Shape: paths are relative to its folder, with slashes; addresses are as they were given. */
export interface DatasetBuild {
  /** `starter`, `none` or the path of a dataset. */
  from: string;
  /** Source files by kind. */
  files: Readonly<Record<string, readonly string[]>>;
  columns: Readonly<Record<string, string>>;
  credit: readonly string[];
  roads: boolean;
  /** Whether the chances of distances were fitted on its own addresses. */
  fitsChances?: true;
  /** Folder of the original pictures. */
  pictures?: string;
}

/** The content of `manifest.json`; docs/DATASET.md describes each member. */
export interface DatasetManifest {
  format: typeof DATASET_FORMAT;
  version: number;
  id: string;
  edition: string;
  counts: DatasetCounts;
  bbox: [number, number, number, number] | null;
  attribution: Attribution[];
  /** Absent in datasets of versions before 0.2. */
  provinces?: ProvinceCounts[];
  /** Absent in the starter dataset. */
  build?: DatasetBuild;
  /** The constant and the factor of the log-odds of each chance of a distance, fitted on its own addresses; absent unless its build was told to. */
  chances?: readonly (readonly [number, number])[];
  /** Absent in datasets without decrees of their owner. */
  map?: string;
  files: Record<string, FileEntry>;
  arrays: ArrayEntry[];
}

/**
 * Reads the manifest of a dataset.
 *
 * Errors: DATASET_BAD if there is none, if it has another format or version, or if its arrays do not fit its files.
 */
export async function readManifest(dir: string): Promise<DatasetManifest> {
  let text: string;
  try {
    text = await readFile(join(dir, MANIFEST_FILE), {
      encoding: 'utf8',
      flag: constants.O_RDONLY | NO_WAIT,
    });
  } catch (cause) {
    throw new GeomillError(
      'DATASET_BAD',
      message('dataset.noManifest', { folder: dir, cause: errnoOf(cause) ?? message('fault.unknownError') }),
      { cause },
    );
  }
  let manifest: Partial<DatasetManifest> | null;
  try {
    manifest = JSON.parse(text) as Partial<DatasetManifest> | null;
  } catch (cause) {
    throw badDataset(dir, message('dataset.manifestNotJson'), cause);
  }
  if (manifest?.format !== DATASET_FORMAT || !READABLE_VERSIONS.includes(manifest.version)) {
    const values = {
      folder: dir,
      format: String(manifest?.format),
      version: String(manifest?.version),
      known: DATASET_FORMAT,
      versions: READABLE_VERSIONS.map(String),
    };
    throw failure('DATASET_BAD', 'dataset.otherVersion', values);
  }
  const fault = findFault(manifest);
  if (fault !== undefined) throw badDataset(dir, fault);
  return manifest as DatasetManifest;
}

/** Returns the error for a damaged dataset. */
export function badDataset(dir: string, fault: Message, cause?: unknown): GeomillError {
  return new GeomillError('DATASET_BAD', message('dataset.damaged', { folder: dir, fault }), { cause });
}

function findFault({
  files,
  arrays,
  counts,
  attribution,
  provinces,
  ...rest
}: Partial<DatasetManifest>): Message | undefined {
  if (typeof rest.id !== 'string' || typeof rest.edition !== 'string')
    return message('dataset.noIdOrEdition');
  if (!isObject(files) || !isObject(counts) || !Array.isArray(arrays) || !Array.isArray(attribution))
    return message('dataset.membersMissing');
  if (provinces !== undefined && !Array.isArray(provinces)) return message('dataset.membersMissing');
  if (rest.build !== undefined && !(isObject(rest.build) && isObject(rest.build.files)))
    return message('dataset.membersMissing');
  for (const [name, entry] of Object.entries(files)) {
    // Names become paths, so they must not leave the folder.
    if (!/^[a-z-]+\.(?:bin|csv|tar|sha256)$/.test(name))
      return message('dataset.strangeFile', { file: name });
    if (!/^[0-9a-f]{64}$/.test(String(entry.sha256)) || !isCount(entry.bytes))
      return message('dataset.noHash', { file: name });
  }
  const missing = Object.values(ADMIN_FILES).find((name) => !(name in files));
  if (missing !== undefined) return message('dataset.fileNotListed', { file: missing });
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
    if (!fits) return message('dataset.arrayDoesNotFit', { name, file });
    if (names.has(name)) return message('dataset.arrayTwice', { name });
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
