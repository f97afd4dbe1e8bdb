import type { DurableFs } from '../base/files/durable-fs.ts';
import { fingerprintFile } from '../run/pipeline/fingerprint.ts';
import type { ObjectInfo, ObjectStore } from './object-store.ts';
import { forEachPart, partRanges } from './parts.ts';

const PART_BYTES = 8 << 20;

/** A file that was copied from an object. */
export interface Downloaded {
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
