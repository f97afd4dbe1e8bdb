import { join } from 'node:path';
import { failure, type GeomillError } from '../base/errors/geomill-error.ts';
import type { DurableFs } from '../base/files/durable-fs.ts';
import { replaceFile } from '../base/files/replace-file.ts';
import { type Fingerprint, fingerprintFile } from '../run/pipeline/input/input-watch.ts';
import { EARLIER_NAME, readManifest } from '../run/pipeline/journal/manifest.ts';
import { hiddenName, isHidden, manifestPath } from '../run/pipeline/journal/run-paths.ts';
import type { ObjectInfo, ObjectStore, WriteCondition } from './object-store.ts';
import { keyBelow, type ObjectUrl } from './object-url.ts';
import { type NotedUpload, uploadFile } from './upload-file.ts';

/**
 * What a work folder knows of the place that its run is written to.
 *
 * Shape: `seen` are the ETags of the objects that the run may replace, `uploads` the uploads that were begun; both by name. No credentials.
 */
export interface UploadRecord {
  url: string;
  seen: Record<string, string>;
  uploads: Record<string, NotedUpload>;
}

const recordPath = (folder: string) => join(folder, 'upload.json');

/** Reads the record of a folder; undefined where there is none, or none that can be read: then the place is looked at again. */
export async function readUploadRecord(fs: DurableFs, folder: string): Promise<UploadRecord | undefined> {
  const text = await fs.readText(recordPath(folder));
  if (text === undefined) return undefined;
  try {
    const { url, seen, uploads } = JSON.parse(text) as Partial<UploadRecord>;
    if (typeof url === 'string' && isTable(seen) && isTable(uploads)) return { url, seen, uploads };
  } catch {
    // Reported below.
  }
  throw failure('RESULTS_CHANGED', 'store.recordDamaged', { path: recordPath(folder) });
}

function isTable(value: unknown): value is Record<string, never> {
  return typeof value === 'object' && value !== null;
}

/** Writes the record of a folder. Errors: IO. */
export async function writeUploadRecord(fs: DurableFs, folder: string, record: UploadRecord): Promise<void> {
  await replaceFile(fs, recordPath(folder), `${JSON.stringify(record)}\n`);
  await fs.syncFolder(folder);
}

/** Removes the record of a folder. */
export async function removeUploadRecord(fs: DurableFs, folder: string): Promise<void> {
  await fs.remove(recordPath(folder));
}

const MANIFEST = 'manifest.json';
/** Files that may differ between two runs with the same results: they have times, or what was in the folder before. */
const TIMED = ['activity.ndjson', EARLIER_NAME, 'report.html'];

/** A finished run, and where it is written to. */
interface RunToPublish {
  place: ObjectUrl;
  store: ObjectStore;
  fs: DurableFs;
  folder: string;
  record: UploadRecord;
  /** Writes the record to disk. */
  save: (record: UploadRecord) => Promise<void>;
  onNote?: ((note: string) => void) | undefined;
}

/** A file of the run, and the object that has its name now. */
interface PlannedFile {
  name: string;
  fingerprint: Fingerprint;
  found: ObjectInfo | undefined;
}

/**
 * Writes the files of a finished run as objects: the results one after the other in the order of their names, then the report, the manifest last.
 *
 * Shape: objects that have the bytes already are left as they are; a row file under the other of its two names is removed. An object is replaced only if it is the one that the record has seen.
 * Errors: OUTPUT_REFUSED when an object of another content is in the way, before anything is written; RESULTS_CHANGED when another run has written there
 * meanwhile; those of the store and the disk.
 * Guarantee: a visible manifest means a complete run: one that is replaced is removed before the first of its files. May be interrupted anywhere and repeated. Of
 * several runs with different results the first to write a file that differs goes on, and the others stop there.
 */
export async function publishRun(run: RunToPublish): Promise<void> {
  const { place, store, record, save, onNote } = run;
  const planned = await planFiles(run);
  const manifest = planned.find(({ name }) => name === MANIFEST);
  const isDone = manifest !== undefined && isSame(manifest);
  const open = planned.filter((file) => !isSame(file) && !(isDone && TIMED.includes(file.name)));
  for (const file of open) conditionOf(run, file);
  if (open.length === 0) return;
  const bytes = open.reduce((sum, { fingerprint }) => sum + fingerprint.bytes, 0);
  onNote?.(`writing ${open.length} files, ${bytes} bytes, to ${place.url}`);
  if (manifest?.found && !isDone) await removeManifest(run, manifest.found);
  if (!isDone) await removeOtherNames(run, planned);
  for (const file of open) {
    const { name } = file;
    const condition = name === MANIFEST && !isDone ? 'absent' : conditionOf(run, file);
    const written = await uploadFile(store, run.fs, {
      path: join(run.folder, name),
      key: keyBelow(place, name),
      fingerprint: file.fingerprint,
      condition,
      noted: record.uploads[name],
      note: async (upload) => {
        record.uploads[name] = upload;
        await save(record);
      },
    });
    // The report of another run with the same results says the same.
    if (written === 'conflict' && !TIMED.includes(name)) throw lostRace(place, name);
    if (written === 'conflict') continue;
    record.seen[name] = written.etag;
    delete record.uploads[name];
    await save(record);
  }
}

/** Lists the files of the run in the order of writing, and looks at the objects with their names. */
async function planFiles({ place, store, fs, folder }: RunToPublish): Promise<PlannedFile[]> {
  const manifest = await readManifest(fs, { manifest: manifestPath(folder) });
  if (!manifest) throw failure('RESULTS_CHANGED', 'store.noFinishedRun', { folder, name: MANIFEST });
  const results = Object.values(manifest.files);
  const names = ['datapackage.json', ...results.map(({ name }) => name)].sort();
  const planned: PlannedFile[] = [];
  for (const name of [...names, ...TIMED, MANIFEST]) {
    const path = join(folder, name);
    if (TIMED.includes(name) && !(await fs.exists(path))) continue;
    const { bytes, sha256 } = await fingerprintFile(fs, path);
    const stated = results.find((file) => file.name === name);
    if (stated && stated.sha256 !== sha256) throw failure('RESULTS_CHANGED', 'store.otherFile', { path });
    planned.push({ name, fingerprint: { bytes, sha256 }, found: await store.head(keyBelow(place, name)) });
  }
  return planned;
}

function isSame({ fingerprint, found }: PlannedFile): boolean {
  return found?.sha256 === fingerprint.sha256 && found.bytes === fingerprint.bytes;
}

/** Returns what the object must be when the file is written. Errors: OUTPUT_REFUSED when it is of something else. */
function conditionOf({ place, record }: RunToPublish, { name, found }: PlannedFile): WriteCondition {
  if (!found) return 'absent';
  const isOurs = found.sha256 !== undefined && TIMED.includes(name);
  if (record.seen[name] === found.etag || isOurs) return { etag: found.etag };
  throw failure('OUTPUT_REFUSED', 'store.exists', { url: place.url, name });
}

async function removeManifest({ place, store }: RunToPublish, { etag }: ObjectInfo): Promise<void> {
  if ((await store.remove(keyBelow(place, MANIFEST), etag)) === 'conflict') throw lostRace(place, MANIFEST);
}

/** Removes row files of the run that is replaced which have another name now: hidden where they were visible, or the reverse. */
async function removeOtherNames(
  { place, store, record }: RunToPublish,
  planned: readonly PlannedFile[],
): Promise<void> {
  const names = planned.map(({ name }) => (isHidden({ name }) ? name.slice(1) : hiddenName(name)));
  for (const name of names) {
    const seen = record.seen[name];
    if (seen === undefined) continue;
    const found = await store.head(keyBelow(place, name));
    // Only what Geomill has written: with --restart everything that the place has was seen.
    if (found?.sha256 === undefined || found.etag !== seen) continue;
    await store.remove(keyBelow(place, name), seen);
  }
}

function lostRace({ url }: ObjectUrl, name: string): GeomillError {
  return failure('RESULTS_CHANGED', 'store.lostRace', { url, name });
}
