import { createHash } from 'node:crypto';
import { constants, open, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errnoOf } from '../../../base/errors/geomill-error.ts';
import { message } from '../../../base/messages/message.ts';
import { NO_WAIT } from '../../../base/files/durable-fs.ts';
import { badDataset, type DatasetManifest } from './manifest.ts';

const BLOCK_BYTES = 1 << 22;

/** A file that was read and checked, for as long as anything uses its bytes. Shape: `version` is what changes when the file is written. */
interface KeptFile {
  version: string;
  bytes: WeakRef<SharedArrayBuffer>;
}

const kept = new Map<string, KeptFile>();

/** A file that was written just before it was read may be written again without a new time; it is not kept. Units: milliseconds. */
const SETTLED_MS = 2000;

/** Returns the error for a file of a dataset that the system cannot read; other errors unchanged. */
export function unreadable(dir: string, file: string, cause: unknown): unknown {
  const errno = errnoOf(cause);
  return errno === undefined
    ? cause
    : badDataset(dir, message('dataset.fileUnreadable', { file, cause: errno }), cause);
}

/**
 * Reads a file of a dataset into shared memory.
 *
 * Shape: the same memory as before for a file that is in use and was not written since: the report of a run needs the streets that its rows were searched in.
 * Errors: DATASET_BAD if it is missing, truncated, or does not have the size and SHA-256 of the manifest.
 * Cost: its size once; about a second for 700 MB.
 */
export async function readSharedFile(
  dir: string,
  name: string,
  { files }: Pick<DatasetManifest, 'files'>,
): Promise<SharedArrayBuffer> {
  const { bytes, sha256 } = files[name];
  const path = resolve(dir, name);
  const hash = createHash('sha256');
  let version: string;
  let isSettled: boolean;
  let shared: SharedArrayBuffer;
  let file: FileHandle | undefined;
  try {
    // A pipe in its place would be waited for.
    file = await open(path, constants.O_RDONLY | NO_WAIT);
    const stats = await file.stat({ bigint: true });
    const { size, mtimeNs, ino } = stats;
    if (!stats.isFile()) throw badDataset(dir, message('dataset.fileNotOrdinary', { file: name }));
    version = `${sha256} ${mtimeNs} ${ino}`;
    isSettled = Date.now() - Number(mtimeNs / 1_000_000n) > SETTLED_MS;
    const known = kept.get(path);
    const before = known?.version === version ? known.bytes.deref() : undefined;
    if (before !== undefined) return before;
    if (size !== BigInt(bytes))
      throw badDataset(dir, message('dataset.otherFileSize', { file: name, found: String(size), bytes }));
    shared = new SharedArrayBuffer(bytes);
    const handle = file;
    const readFrom = (at: number) =>
      handle.read(new Uint8Array(shared, at, Math.min(BLOCK_BYTES, bytes - at)), 0, undefined, at);
    // One block is hashed while the next one is read.
    let reading = readFrom(0);
    for (let at = 0; at < bytes;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) throw badDataset(dir, message('dataset.fileTooShort', { file: name, at, bytes }));
      const end = at + bytesRead;
      if (end < bytes) reading = readFrom(end);
      hash.update(new Uint8Array(shared, at, bytesRead));
      at = end;
    }
  } catch (cause) {
    throw unreadable(dir, name, cause);
  } finally {
    await file?.close();
  }
  if (hash.digest('hex') !== sha256) throw badDataset(dir, message('dataset.otherFileHash', { file: name }));
  if (isSettled) kept.set(path, { version, bytes: new WeakRef(shared) });
  return shared;
}
