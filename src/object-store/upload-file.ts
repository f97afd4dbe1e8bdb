import { createHash } from 'node:crypto';
import { failure } from '../base/errors/geomill-error.ts';
import type { DurableFile, DurableFs } from '../base/files/durable-fs.ts';
import type { Fingerprint } from '../run/pipeline/input/input-watch.ts';
import type { ObjectStore, UploadedPart, WriteCondition } from './object-store.ts';

/** Parts that are in flight at once; each is in memory. */
const PARTS_AT_ONCE = 4;

/** A range of an object. Shape: `number` from 1, `end` exclusive. */
interface PartRange {
  number: number;
  start: number;
  end: number;
}

/** Returns the ranges of an object in parts of equal size, the last one shorter; none for an empty object. */
export function partRanges(bytes: number, partBytes: number): PartRange[] {
  return Array.from({ length: Math.ceil(bytes / partBytes) }, (_, at) => ({
    number: at + 1,
    start: at * partBytes,
    end: Math.min(bytes, (at + 1) * partBytes),
  }));
}

/**
 * Calls for each part, some at once; after a failure no further part is begun.
 *
 * Errors: the first failure, when the calls in flight have ended.
 */
export async function forEachPart(
  parts: readonly PartRange[],
  call: (part: PartRange) => Promise<void>,
): Promise<void> {
  const rest = parts.values();
  let first: { error: unknown } | undefined;
  const work = async () => {
    for (const part of rest) {
      if (first) return;
      await call(part).catch((error: unknown) => (first ??= { error }));
    }
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, work));
  if (first) throw first.error;
}

/** Parts are at least 5 MiB in S3, except the last one. */
const PART_BYTES = 8 << 20;
/** S3 has 10,000 parts at most. */
const MOST_PARTS = 9000;
/** An upload that the store has lost is begun anew this often. */
const MOST_UPLOADS = 3;

/** A multipart upload that was begun, as it is noted on disk. */
export interface NotedUpload {
  uploadId: string;
  sha256: string;
}

/** A file to write as an object. */
interface FileToUpload {
  path: string;
  key: string;
  fingerprint: Fingerprint;
  condition: WriteCondition;
  /** The upload that an earlier process began. */
  noted?: NotedUpload | undefined;
  /** Called before the first part is sent. */
  note: (upload: NotedUpload) => Promise<void>;
  /** Size of a part; tests use smaller ones. */
  partBytes?: number;
}

/**
 * Writes a file as an object, under a condition: nothing is visible before all of it is. Small files are one request, others a multipart upload,
 * which goes on with the parts that are there.
 *
 * Shape: the ETag of the object, also where a request succeeded whose reply was lost; `conflict` if the condition does not hold and the object is another one.
 * Errors: those of the store; IO.
 */
export async function uploadFile(
  store: ObjectStore,
  fs: DurableFs,
  file: FileToUpload,
): Promise<{ etag: string } | 'conflict'> {
  const { key, fingerprint, condition } = file;
  const partBytes = file.partBytes ?? partBytesOf(fingerprint.bytes);
  const open = await fs.openRead(file.path);
  try {
    if (fingerprint.bytes <= partBytes) {
      const bytes = await readRange(open, { number: 1, start: 0, end: fingerprint.bytes });
      const written = await store.put(key, bytes, fingerprint.sha256, condition);
      return typeof written === 'object' ? written : await sameObject(store, file);
    }
    return await uploadParts(store, open, file, partBytes);
  } finally {
    await open.close();
  }
}

function partBytesOf(bytes: number): number {
  const mebibyte = 1 << 20;
  return Math.max(PART_BYTES, Math.ceil(bytes / MOST_PARTS / mebibyte) * mebibyte);
}

async function uploadParts(
  store: ObjectStore,
  open: DurableFile,
  file: FileToUpload,
  partBytes: number,
): Promise<{ etag: string } | 'conflict'> {
  const { key, fingerprint, condition, noted } = file;
  let upload = noted?.sha256 === fingerprint.sha256 ? noted : undefined;
  for (let begun = 0; ;) {
    if (!upload) {
      begun += 1;
      upload = { uploadId: await store.beginUpload(key, fingerprint.sha256), sha256: fingerprint.sha256 };
      await file.note(upload);
    }
    const { uploadId } = upload;
    const parts = await sendParts(store, open, file, uploadId, partRanges(fingerprint.bytes, partBytes));
    const written = parts === 'gone' ? 'gone' : await store.completeUpload(key, uploadId, parts, condition);
    if (typeof written === 'object') return written;
    // The upload is gone after a completion whose reply was lost, too.
    const same = await sameObject(store, file);
    if (written === 'conflict') await store.abortUpload(key, uploadId);
    if (same !== 'conflict' || written === 'conflict') return same;
    if (begun === MOST_UPLOADS) throw failure('SERVICE_DOWN', 'store.uploadLost', { key, times: begun });
    upload = undefined;
  }
}

async function sendParts(
  store: ObjectStore,
  open: DurableFile,
  { key }: FileToUpload,
  uploadId: string,
  ranges: readonly PartRange[],
): Promise<UploadedPart[] | 'gone'> {
  const there = await store.listParts(key, uploadId);
  if (there === 'gone') return 'gone';
  const known = new Map(there.map((part) => [part.number, part]));
  const parts: UploadedPart[] = [];
  let isGone = false;
  await forEachPart(ranges, async (range) => {
    if (isGone) return;
    const { number } = range;
    const bytes = await readRange(open, range);
    const sha256 = createHash('sha256').update(bytes).digest('base64');
    const found = known.get(number);
    if (found?.bytes === bytes.length && found.sha256 === sha256) {
      parts.push(found);
      return;
    }
    const sent = await store.putPart(key, uploadId, { number, sha256 }, bytes);
    if (sent === 'gone') isGone = true;
    else parts.push({ number, etag: sent.etag, bytes: bytes.length, sha256 });
  });
  return isGone ? 'gone' : parts.sort((a, b) => a.number - b.number);
}

async function readRange(file: DurableFile, { start, end }: PartRange): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(end - start);
  let done = 0;
  while (done < bytes.length) {
    const read = await file.read(bytes.subarray(done), start + done);
    if (read === 0) throw failure('IO', 'store.cutWhileSent', { path: file.path });
    done += read;
  }
  return bytes;
}

/** Returns the ETag of the object if it has the bytes of the file. */
async function sameObject(
  store: ObjectStore,
  { key, fingerprint }: FileToUpload,
): Promise<{ etag: string } | 'conflict'> {
  const found = await store.head(key);
  const isSame = found?.sha256 === fingerprint.sha256 && found.bytes === fingerprint.bytes;
  return found && isSame ? { etag: found.etag } : 'conflict';
}
