import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '../base/errors/geomill-error.ts';
import { lockFolder } from '../base/files/lock.ts';
import { journalPath, manifestPath } from '../run/pipeline/journal/run-paths.ts';
import { makePrivateFolder } from './copies.ts';
import { downloadRun, manifestKey, openSource, type FetchOptions, type Source } from './fetch.ts';
import type { ObjectStore } from './object-store.ts';
import { folderNameOf, keyBelow, type ObjectUrl } from './object-url.ts';
import {
  publishRun,
  readUploadRecord,
  removeUploadRecord,
  type UploadRecord,
  writeUploadRecord,
} from './publish-run.ts';

/** The output of a run that goes to an object store. */
export interface ObjectOutput {
  /** Folder on this machine that the run works in. */
  folder: string;
  /** Writes the finished run to the store, the manifest last. */
  publish: () => Promise<void>;
  /** Frees the work folder for other processes. */
  close: () => Promise<void>;
}

/** Settings of {@link openObjectOutput}. */
export interface OutputOptions extends FetchOptions {
  /** The folder to work in, which is kept; one in the cache folder, which is removed after the run was written, if left out. */
  work?: string | undefined;
  /** Replaces what the place has, as it is now. */
  restart?: boolean | undefined;
  /** The place must have a run. */
  isKept?: boolean;
}

/**
 * Opens a place in an object store as the output of a run: the run works in a folder on this machine, and is written to the store when it is finished.
 *
 * Shape: a finished run that the place has already is copied into the work folder first, so that a run continues it or finds nothing to do, on any machine.
 * Errors: USAGE; LOCKED when another process works in the folder; OUTPUT_REFUSED when the place has objects of something else; RESULTS_CHANGED; those of the store
 * and the disk.
 */
export async function openObjectOutput(url: string, options: OutputOptions): Promise<ObjectOutput> {
  const { place, store, fs } = await openSource(url, options);
  if (place.key === '') throw failure('USAGE', 'store.bucketNotPrefix', { url });
  const own = join(options.cacheDir, 'runs', folderNameOf(place));
  const folder = options.work ?? join(own, 'run');
  const recordFolder = options.work === undefined ? own : join(options.work, '.upload');
  await makePrivateFolder(own);
  await fs.makeFolder(folder);
  await fs.makeFolder(recordFolder);
  const lock = await lockFolder(recordFolder);
  try {
    const save = (record: UploadRecord) => writeUploadRecord(fs, recordFolder, record);
    if (options.restart) await save(await seenNow(place, store));
    const record = await readUploadRecord(fs, recordFolder);
    if (record === undefined) await begin({ place, store, fs }, folder, save, options);
    else if (record.url !== place.url)
      throw failure('USAGE', 'store.workOfOther', { folder, url: record.url });
    return {
      folder,
      async publish() {
        const known = (await readUploadRecord(fs, recordFolder)) ?? { url: place.url, seen: {}, uploads: {} };
        await publishRun({ place, store, fs, folder, record: known, save, onNote: options.onNote });
        if (options.work !== undefined) return;
        await rm(folder, { recursive: true, force: true });
        await removeUploadRecord(fs, recordFolder);
      },
      close: () => lock.release(),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Returns a record by which all objects of a place may be replaced that it has now. */
async function seenNow(place: ObjectUrl, store: ObjectStore): Promise<UploadRecord> {
  const prefix = keyBelow(place, '');
  const listed = await store.list(prefix);
  const seen = Object.fromEntries(listed.map(({ key, etag }) => [key.slice(prefix.length), etag]));
  return { url: place.url, seen, uploads: {} };
}

/** Makes a work folder ready that knows nothing of the place. */
async function begin(
  source: Source,
  folder: string,
  save: (record: UploadRecord) => Promise<void>,
  { onNote, isKept }: OutputOptions,
): Promise<void> {
  const { place, store, fs } = source;
  for (const path of [manifestPath(folder), journalPath(folder)])
    if (await fs.exists(path)) throw failure('OUTPUT_REFUSED', 'store.workTaken', { folder });
  const info = await store.head(manifestKey(place));
  if (info) {
    onNote?.(`continuing the run at ${place.url}: copying it to ${folder}`);
    await downloadRun(source, info, folder, (seen) => save({ url: place.url, seen, uploads: {} }));
    return;
  }
  if (isKept) throw failure('RESULTS_CHANGED', 'store.noRunThere', { url: place.url });
  await refuseForeign(place, store);
  await save({ url: place.url, seen: {}, uploads: {} });
}

/** Objects without the mark of Geomill are of something else. Those with it may be of this run, from another machine; their hashes are compared later. */
async function refuseForeign(place: ObjectUrl, store: ObjectStore): Promise<void> {
  for (const { key } of await store.list(keyBelow(place, ''))) {
    const found = await store.head(key);
    if (found && found.sha256 === undefined)
      throw failure('OUTPUT_REFUSED', 'store.foreignObject', { url: place.url, key });
  }
}
