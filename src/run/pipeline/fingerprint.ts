import { createHash } from 'node:crypto';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import { openInput } from './open-input.ts';

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
