import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, failure, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { message } from '../../base/messages/message.ts';
import { hashOfJson } from '../../base/files/checked-json.ts';
import { createDurableFs, type DurableFs } from '../../base/files/durable-fs.ts';
import { type ReplacedContent, replaceFolder } from '../../base/files/replace-folder.ts';
import {
  ARRAY_TYPES,
  type ArrayEntry,
  type Arrays,
  type ArrayType,
} from '../../engine/gazetteer/store/array-types.ts';
import {
  BLOCK_FAMILY,
  buildBlockArrays,
  hashBlocks,
  WHOLE_FILE_BYTES,
} from '../../engine/gazetteer/store/block-family.ts';
import { toPrefixedNames } from '../../engine/gazetteer/store/array-family.ts';
import { toManifestName } from '../../engine/gazetteer/store/manifest-names.ts';
import {
  ARRAY_ALIGNMENT,
  DATASET_FORMAT,
  DATASET_VERSION,
  type DatasetManifest,
  DECREES_FOLDER,
  type FileEntry,
  MANIFEST_FILE,
  PICTURE_HASHES_FILE,
  PICTURES_FOLDER,
} from '../../engine/gazetteer/store/manifest.ts';

/** Members of the manifest that the writer does not know itself. */
type ManifestContent = Pick<
  DatasetManifest,
  'edition' | 'counts' | 'bbox' | 'attribution' | 'provinces' | 'build' | 'map' | 'chances'
>;

/** Writer of a dataset into a temporary folder beside its target. */
export interface DatasetWriter {
  /** Returns the path of a file or folder of the new dataset, while it is built. */
  pathOf(name: string): string;
  addFile(name: string, bytes: Uint8Array): Promise<void>;
  /** Adds a file that `make` writes at the given path; no file if `make` returns false. */
  addMade(name: string, make: (path: string) => Promise<boolean>): Promise<void>;
  /** Adds a file of arrays; each name occurs once in the whole dataset. */
  addArrays(name: string, arrays: Arrays): Promise<void>;
  /** Writes the manifest and moves the dataset to its target. */
  finish(content: ManifestContent): Promise<DatasetManifest>;
  /** Moves a dataset to its target whose files were all put there, with their manifest. */
  finishAs(): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/**
 * Creates the writer of a dataset.
 *
 * Errors: OUTPUT_REFUSED if the folder contains other files than a dataset; IO for errors of the disk.
 * Guarantee: the folder has the old dataset until all of the new one is on disk, then the new one. If the machine stops between the two
 * renames, the next build restores the old one.
 */
export async function createDatasetWriter(dir: string): Promise<DatasetWriter> {
  const fs = createDurableFs();
  const files: Record<string, FileEntry> = {};
  const entries: ArrayEntry[] = [];
  const names = new Set<string>();
  /** The hashes of the blocks of each file of arrays so far. */
  const blockHashes: (readonly Uint8Array[])[] = [];

  const guard = createGuard(dir);

  const folder = await guard(() => replaceFolder(fs, dir, DATASET_CONTENT));
  const { aside } = folder;

  async function addArrays(file: string, arrays: Arrays): Promise<void> {
    const blocks: Uint8Array[] = [];
    let offset = 0;
    for (const [codeName, values] of Object.entries(arrays)) {
      const name = toManifestName(codeName);
      if (names.has(name)) throw failure('INTERNAL', 'dataset.sameArrayName', { name });
      names.add(name);
      entries.push({ file, name, type: typeOf(values), offset, length: values.length });
      const padding = -values.byteLength & (ARRAY_ALIGNMENT - 1);
      blocks.push(
        new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
        new Uint8Array(padding),
      );
      offset += values.byteLength + padding;
    }
    files[file] = await writeHashed(fs, join(aside, file), blocks);
    blockHashes.push(offset > WHOLE_FILE_BYTES ? hashBlocks(blocks) : []);
  }

  return {
    pathOf: (name) => join(aside, name),
    addFile: (name, bytes) =>
      guard(async () => {
        files[name] = await writeHashed(fs, join(aside, name), [bytes]);
      }),
    async addMade(name, make) {
      const path = join(aside, name);
      if (!(await make(path))) return;
      files[name] = await guard(() => fileEntry(path));
    },
    addArrays: (file, arrays) => guard(() => addArrays(file, arrays)),
    finish: ({ provinces, build, map, ...content }) =>
      guard(async () => {
        const hashes = buildBlockArrays(blockHashes);
        if (hashes) await addArrays(BLOCK_FAMILY.file, toPrefixedNames(BLOCK_FAMILY, hashes));
        const described = { ...content, files, arrays: entries };
        const manifest: DatasetManifest = {
          format: DATASET_FORMAT,
          version: DATASET_VERSION,
          id: hashOfJson(described),
          ...described,
          // These follow from the arrays, and from where the sources are.
          ...(provinces && { provinces }),
          ...(build && { build }),
          ...(map !== undefined && { map }),
        };
        await writeHashed(fs, join(aside, MANIFEST_FILE), [Buffer.from(manifestText(manifest))]);
        await folder.finish();
        return manifest;
      }),
    finishAs: () => guard(() => folder.finish()),
    discard: () => guard(() => folder.discard()),
  };
}

/** Creates the function that runs a write to the dataset and converts errors of the disk to IO. */
function createGuard(dir: string): <T>(work: () => Promise<T>) => Promise<T> {
  return async (work) => {
    try {
      return await work();
    } catch (cause) {
      if ((isGeomillError(cause) && !isGeomillError(cause, 'IO')) || errnoOf(cause) === undefined)
        throw cause;
      throw new GeomillError(
        'IO',
        message('dataset.unwritable', { folder: dir, cause: errnoOf(cause) ?? '' }),
        { cause },
      );
    }
  };
}

/** Returns the hash and size of a file. */
async function fileEntry(path: string): Promise<FileEntry> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const block of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(block);
    bytes += block.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Returns the text of a manifest in a readable layout: one member per line, one province and one array per line. */
function manifestText({ arrays, provinces, ...rest }: DatasetManifest): string {
  const head = JSON.stringify(rest, null, 2).slice(0, -2);
  const linesOf = (entries: readonly object[]) =>
    entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
  const counted = provinces === undefined ? '' : `  "provinces": [\n${linesOf(provinces)}\n  ],\n`;
  return `${head},\n${counted}  "arrays": [\n${linesOf(arrays)}\n  ]\n}\n`;
}

function typeOf(values: Arrays[string]): ArrayType {
  for (const [type, constructor] of Object.entries(ARRAY_TYPES)) {
    if (values instanceof constructor) return type as ArrayType;
  }
  throw failure('INTERNAL', 'dataset.unknownArrayType');
}

/** Formats of datasets that may be replaced, including older ones. */
const FORMATS: readonly unknown[] = ['geomill-dataset', 'geomill-admin'];

/** What a folder may contain that a dataset replaces. */
export const DATASET_CONTENT: ReplacedContent = { of: 'a dataset', knownFiles };

/** Returns the manifest and the files listed in it; none if there is no manifest of a dataset. */
async function knownFiles(dir: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(dir, MANIFEST_FILE), 'utf8').catch(() => '');
  try {
    const { format, files } = JSON.parse(text) as { format?: unknown; files?: Record<string, unknown> };
    if (!FORMATS.includes(format)) return new Set();
    const folders = files !== undefined && PICTURE_HASHES_FILE in files ? [PICTURES_FOLDER] : [];
    return new Set([MANIFEST_FILE, DECREES_FOLDER, ...folders, ...Object.keys(files ?? {})]);
  } catch {
    return new Set();
  }
}

/** Size and hash of a file. Shape: `sha256` in hexadecimal. */
interface HashedFile {
  sha256: string;
  bytes: number;
}

/** Writes a new file to disk, synced, and returns its hash and size. Errors: IO, OUTPUT_REFUSED. */
async function writeHashed(
  fs: DurableFs,
  path: string,
  blocks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<HashedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await fs.openWrite(path);
  try {
    for await (const block of blocks) {
      hash.update(block);
      await file.write(block, bytes);
      bytes += block.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), bytes };
}
