import { message } from '../base/messages/message.ts';
import { join } from 'node:path';
import { GeomillError } from '../base/errors/geomill-error.ts';
import type { DurableFs } from '../base/files/durable-fs.ts';
import { replaceFile } from '../base/files/replace-file.ts';
import type { NotedUpload } from './upload-file.ts';

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
  throw new GeomillError('RESULTS_CHANGED', message('store.recordDamaged', { path: recordPath(folder) }));
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
