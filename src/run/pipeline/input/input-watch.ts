import { failure, type GeomillError } from '../../../base/errors/geomill-error.ts';
import type { DurableFs, FileState } from '../../../base/files/durable-fs.ts';
import { createHash } from 'node:crypto';
import { openInput } from './input-file.ts';

/** The input of a run while it is read. */
export interface InputWatch {
  fingerprint: Fingerprint;
  /** Checks that the input is still the one of the fingerprint. Errors: INPUT_CHANGED with what happened to it. */
  check(): Promise<void>;
}

/**
 * Computes the fingerprint of an input, and watches the input from then on.
 *
 * Errors: as {@link fingerprintFile}.
 * Guarantee: what was read before a check that passes, was read from the bytes of the fingerprint.
 * Cost: of a check, one look at the file; its bytes are compared only when its size or times changed.
 */
export async function watchInput(fs: DurableFs, path: string, prefixBytes?: number): Promise<InputWatch> {
  // Before the bytes are read, so that a change during the reading shows.
  let seen = await fs.stat(path);
  const fingerprint = await fingerprintFile(fs, path, prefixBytes);
  return {
    fingerprint,
    async check() {
      const now = await fs.stat(path);
      if (now !== undefined && isSame(seen, now)) return;
      if (now === undefined) throw changed(path, 'removed');
      const { bytes, sha256 } = await fingerprintFile(fs, path);
      if (bytes !== fingerprint.bytes) {
        const how = bytes > fingerprint.bytes ? 'grown' : 'cut';
        const sizes = { before: fingerprint.bytes, bytes };
        throw failure('INPUT_CHANGED', 'input.sizeChangedWhileRead', { path, how, ...sizes });
      }
      if (sha256 !== fingerprint.sha256) throw changed(path, 'replaced');
      // Only its times or its name changed.
      seen = now;
    },
  };
}

function isSame(seen: FileState | undefined, now: FileState): boolean {
  return (
    seen?.id === now.id &&
    seen.bytes === now.bytes &&
    seen.modifiedNs === now.modifiedNs &&
    seen.changedNs === now.changedNs
  );
}

function changed(path: string, how: 'removed' | 'replaced'): GeomillError {
  return failure('INPUT_CHANGED', 'input.changedWhileRead', { path, how });
}

const BLOCK_BYTES = 1 << 20;

/** The identity of the bytes of an input, and of its first part where requested. */
export interface Fingerprint {
  bytes: number;
  sha256: string;
  /** sha256 of the first `prefixBytes`; undefined when the input is shorter. */
  prefixSha256?: string;
}

/**
 * Computes the fingerprint of an input in one pass.
 *
 * Errors: INPUT_MISSING when there is no such file, IO otherwise.
 * Cost: about 1 GB a second.
 */
export async function fingerprintFile(
  fs: DurableFs,
  path: string,
  prefixBytes?: number,
): Promise<Fingerprint> {
  const file = await openInput(fs, path);
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
    let bytes = 0;
    let prefixSha256: string | undefined = prefixBytes === 0 ? hash.copy().digest('hex') : undefined;
    for (;;) {
      const read = await file.read(buffer, bytes);
      if (read === 0) break;
      const cut = prefixBytes === undefined ? -1 : prefixBytes - bytes;
      if (cut > 0 && cut <= read) {
        hash.update(buffer.subarray(0, cut));
        prefixSha256 = hash.copy().digest('hex');
        hash.update(buffer.subarray(cut, read));
      } else {
        hash.update(buffer.subarray(0, read));
      }
      bytes += read;
    }
    return { bytes, sha256: hash.digest('hex'), prefixSha256 };
  } finally {
    await file.close();
  }
}
