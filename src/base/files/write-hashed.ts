import { createHash } from 'node:crypto';
import type { DurableFs } from './durable-fs.ts';

/** Size and hash of a file. Shape: `sha256` in hexadecimal. */
export interface HashedFile {
  sha256: string;
  bytes: number;
}

/** Writes a new file to disk, synced, and returns its hash and size. Errors: IO, OUTPUT_REFUSED. */
export async function writeHashed(
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
