import { message, type Message } from '../base/messages/message.ts';
import { basename, join } from 'node:path';
import { failure, type GeomillError } from '../base/errors/geomill-error.ts';
import { createDurableFs, type DurableFs } from '../base/files/durable-fs.ts';
import { partPathOf } from '../base/files/replace-file.ts';
import {
  EARLIER_NAME,
  isOfHiddenRows,
  type Manifest,
  readManifest,
} from '../run/pipeline/journal/manifest.ts';
import { manifestPath } from '../run/pipeline/journal/run-paths.ts';
import { openCopy } from './copies.ts';
import type { ObjectInfo, ObjectStore } from './object-store.ts';
import { folderNameOf, keyBelow, type ObjectUrl, parseObjectUrl } from './object-url.ts';
import { openS3Store } from './s3-store.ts';
import { fingerprintFile } from '../run/pipeline/input/input-watch.ts';
import { forEachPart, partRanges } from './upload-file.ts';

/** What copies of objects need; `open` opens a bucket. */
export interface FetchOptions {
  /** Folder of the cache. */
  cacheDir: string;
  open?: (bucket: string) => Promise<ObjectStore>;
  fs?: DurableFs;
  onNote?: (note: string) => void;
}

/** An object or folder of objects with the store that has it. */
export interface Source {
  place: ObjectUrl;
  store: ObjectStore;
  fs: DurableFs;
}

/** What is known of a dataset's format. Shape: `read` returns the files that the manifest in a folder lists. */
interface DatasetManifest {
  name: string;
  read(folder: string): Promise<{ files: Record<string, { bytes: number; sha256: string }> }>;
}

/** Returns the folder of the copies in a cache folder. */
const copiesIn = (cacheDir: string) => join(cacheDir, 'objects');

/**
 * Returns the path of a copy of an input, with the name of the object. A copy of the same version is used again.
 *
 * Errors: INPUT_MISSING, USAGE; INPUT_CHANGED when the object is replaced while it is copied; those of the store and the disk.
 */
export async function fetchInput(url: string, options: FetchOptions): Promise<string> {
  const { place, store, fs } = await openSource(url, options);
  if (place.key === '') throw failure('USAGE', 'store.bucketNotObject', { url });
  const info = await store.head(place.key);
  if (!info) throw failure('INPUT_MISSING', 'store.noObject', { url: place.url });
  const folder = await openCopy(copiesIn(options.cacheDir), folderNameOf(place, info.etag), async (into) => {
    options.onNote?.(`copying ${place.url}, ${info.bytes} bytes`);
    const done = await downloadObject(store, place.key, info, fs, join(into, basename(place.key)));
    const fault = faultOf(done, info);
    if (fault !== undefined) throw failure('INPUT_CHANGED', 'store.copyAgain', { object: place.url, fault });
  });
  return join(folder, basename(place.key));
}

/**
 * Returns the folder of a copy of a dataset; each file is compared with its hash in the manifest. A copy of the same manifest is used again,
 * after one request for its ETag. Street pictures, which only a server needs, are not copied.
 *
 * Errors: DATASET_BAD when there is none, or its files are not those of the manifest; those of the store and the disk.
 */
export async function fetchDataset(
  url: string,
  manifest: DatasetManifest,
  options: FetchOptions,
): Promise<string> {
  const source = await openSource(url, options);
  const { place, store, fs } = source;
  const info = await store.head(keyBelow(place, manifest.name));
  if (!info) throw failure('DATASET_BAD', 'store.noDataset', { url: place.url, name: manifest.name });
  return openCopy(copiesIn(options.cacheDir), folderNameOf(place, info.etag), async (into) => {
    options.onNote?.(`copying the dataset ${place.url}`);
    const bad = (fault: Message) => failure('DATASET_BAD', 'store.datasetFault', { fault });
    await download(source, manifest.name, info, join(into, manifest.name), bad);
    const { files } = await manifest.read(into);
    for (const [name, expected] of Object.entries(files)) {
      checkName(name, bad);
      const found = await store.head(keyBelow(place, name));
      await download(source, name, found, join(into, name), bad, expected);
    }
    await fs.syncFolder(into);
  });
}

/**
 * Returns the folder of a copy of a finished run; each file is compared with its hash in the manifest. A copy of the same manifest is used again unless `isFresh`.
 *
 * Errors: RESULTS_CHANGED when there is none, or its files are not those of the manifest; those of the store and the disk.
 */
export async function fetchRun(url: string, options: FetchOptions, isFresh = false): Promise<string> {
  const source = await openSource(url, options);
  const { place, store } = source;
  const info = await store.head(manifestKey(place));
  if (!info) throw failure('RESULTS_CHANGED', 'store.noRunThere', { url: place.url });
  const version = isFresh ? `${info.etag} ${Date.now()}` : info.etag;
  return openCopy(copiesIn(options.cacheDir), folderNameOf(place, version), async (into) => {
    options.onNote?.(`copying the run ${place.url}`);
    await downloadRun(source, info, into);
  });
}

/** Returns the key of the manifest of a run. */
export const manifestKey = (place: ObjectUrl) => keyBelow(place, 'manifest.json');

/**
 * Copies the files of a finished run into a folder, its manifest last.
 *
 * Shape: `beforeManifest` is called when everything else is there. Returns the ETags of the objects, by name.
 * Errors: RESULTS_CHANGED; those of the store and the disk.
 */
export async function downloadRun(
  source: Source,
  info: ObjectInfo,
  folder: string,
  beforeManifest: (etags: Record<string, string>) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { place, store, fs } = source;
  const bad = (fault: Message) => failure('RESULTS_CHANGED', 'store.runIncomplete', { fault });
  const manifest = partPathOf(manifestPath(folder));
  await download(source, 'manifest.json', info, manifest, bad);
  const run = await readManifest(fs, { manifest });
  const etags: Record<string, string> = { 'manifest.json': info.etag };
  for (const [output, { name, ...expected }] of Object.entries(run?.files ?? {})) {
    if (!isOfHiddenRows(run as Manifest, output, name)) checkName(name, bad);
    const found = await store.head(keyBelow(place, name));
    await download(source, name, found, join(folder, name), bad, expected);
    if (found) etags[name] = found.etag;
  }
  for (const name of ['datapackage.json', 'activity.ndjson', EARLIER_NAME]) {
    const found = await store.head(keyBelow(place, name));
    if (!found) continue;
    await download(source, name, found, join(folder, name), bad);
    etags[name] = found.etag;
  }
  await beforeManifest(etags);
  await fs.rename(manifest, manifestPath(folder));
  await fs.syncFolder(folder);
}

/** Opens the store of a URL. Errors: USAGE, NOT_SUPPORTED. */
export async function openSource(
  url: string,
  { open = openS3Store, fs = createDurableFs() }: Omit<FetchOptions, 'cacheDir'>,
): Promise<Source> {
  const place = parseObjectUrl(url);
  return { place, store: await open(place.bucket), fs };
}

async function download(
  { place, store, fs }: Source,
  name: string,
  info: ObjectInfo | undefined,
  path: string,
  bad: (fault: Message) => GeomillError,
  expected: Pick<ObjectInfo, 'bytes' | 'sha256'> | undefined = info,
): Promise<void> {
  const object = `${place.url}/${name}`;
  if (!info || !expected) throw bad(message('store.missing', { object }));
  if (info.bytes !== expected.bytes)
    throw bad(message('store.otherSize', { object, found: info.bytes, noted: expected.bytes }));
  const fault = faultOf(await downloadObject(store, keyBelow(place, name), info, fs, path), expected);
  if (fault !== undefined) throw bad(message('store.objectFault', { object, fault }));
}

/** Returns what is wrong with a copy; undefined when it has the size of the object, and the hash where one is known. */
function faultOf(
  done: Downloaded | 'changed',
  { bytes, sha256 }: Pick<ObjectInfo, 'bytes' | 'sha256'>,
): Message | undefined {
  if (done === 'changed') return message('store.changed');
  return done.bytes === bytes && (sha256 ?? done.sha256) === done.sha256
    ? undefined
    : message('store.otherBytes');
}

/** A name of a manifest becomes a path on this machine. */
function checkName(name: string, bad: (fault: Message) => GeomillError): void {
  if (basename(name) !== name || name.startsWith('.')) throw bad(message('store.namesFile', { name }));
}

const PART_BYTES = 8 << 20;

/** A file that was copied from an object. */
interface Downloaded {
  bytes: number;
  sha256: string;
}

/**
 * Copies an object into a file, in parts that are each of the same version of the object.
 *
 * Shape: `changed` when the object was replaced or removed meanwhile; the hash is computed from the bytes on disk.
 * Errors: those of the store; IO.
 */
export async function downloadObject(
  store: ObjectStore,
  key: string,
  version: ObjectInfo,
  fs: DurableFs,
  path: string,
  partBytes = PART_BYTES,
): Promise<Downloaded | 'changed'> {
  const file = await fs.openWrite(path);
  let isChanged = false;
  try {
    await file.truncate(0);
    await forEachPart(partRanges(version.bytes, partBytes), async ({ start, end }) => {
      if (isChanged) return;
      const part = await store.read(key, version, start, end);
      if (part === 'changed') isChanged = true;
      else await file.write(part, start);
    });
    await file.sync();
  } finally {
    await file.close();
  }
  return isChanged ? 'changed' : fingerprintFile(fs, path);
}
