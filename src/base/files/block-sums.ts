import { createHash } from 'node:crypto';
import { GeomillError } from '../errors/geomill-error.ts';
import type { DurableFile } from './durable-fs.ts';

const BLOCK_BYTES = 1 << 18;

/** The checksums of a file: the sha256 of each block of `blockBytes`, in order; the last block may be shorter. */
export interface BlockSums {
  bytes: number;
  blockBytes: number;
  sha256: readonly string[];
}

/** Computes the checksums of bytes that come in any parts. */
export interface BlockHasher {
  update(bytes: Uint8Array): void;
  /** Returns the checksums of all bytes; nothing may be added afterwards. */
  sums(): BlockSums;
}

/** Builds a block hasher. */
export function createBlockHasher(blockBytes = BLOCK_BYTES): BlockHasher {
  const sha256: string[] = [];
  let hash = createHash('sha256');
  let inBlock = 0;
  let bytes = 0;
  function endBlock(): void {
    sha256.push(hash.digest('hex'));
    hash = createHash('sha256');
    inBlock = 0;
  }
  return {
    update(part) {
      for (let at = 0; at < part.length;) {
        const next = part.subarray(at, at + blockBytes - inBlock);
        hash.update(next);
        at += next.length;
        inBlock += next.length;
        if (inBlock === blockBytes) endBlock();
      }
      bytes += part.length;
    },
    sums() {
      if (inBlock > 0) endBlock();
      return { bytes, blockBytes, sha256 };
    },
  };
}

/** Reports whether a file has the bytes of its checksums, and no more. */
export async function verifyBlocks(
  file: Pick<DurableFile, 'read' | 'size'>,
  sums: BlockSums,
): Promise<boolean> {
  if ((await file.size()) !== sums.bytes) return false;
  const block = Buffer.allocUnsafe(sums.blockBytes);
  for (let nth = 0; nth < sums.sha256.length; nth += 1)
    if ((await readBlock(file, sums, nth, block)) === undefined) return false;
  return true;
}

/**
 * Wraps a file so that each block is compared with its checksum before bytes of it are returned.
 *
 * Errors: IO for a block that is not the one of its checksum.
 * Cost: one block of memory; reading on is cheap, jumping reads and hashes a whole block.
 */
export function verifiedFile(
  file: Pick<DurableFile, 'path' | 'read'>,
  sums: BlockSums,
): Pick<DurableFile, 'read'> {
  const block = Buffer.allocUnsafeSlow(sums.blockBytes);
  let current = -1;
  let content: Buffer = block.subarray(0, 0);

  async function load(nth: number): Promise<void> {
    const read = await readBlock(file, sums, nth, block);
    if (read === undefined) {
      const start = nth * sums.blockBytes;
      throw damagedCopy(file.path, start, Math.min(sums.bytes, start + sums.blockBytes));
    }
    current = nth;
    content = read;
  }

  return {
    async read(buffer, position) {
      let done = 0;
      while (done < buffer.length && position + done < sums.bytes) {
        const at = position + done;
        const nth = Math.floor(at / sums.blockBytes);
        if (nth !== current) await load(nth);
        done += content.copy(buffer, done, at - nth * sums.blockBytes);
      }
      return done;
    },
  };
}

/** Reads a block; undefined when it is not the one of its checksum. */
async function readBlock(
  file: Pick<DurableFile, 'read'>,
  { bytes, blockBytes, sha256 }: BlockSums,
  nth: number,
  block: Buffer,
): Promise<Buffer | undefined> {
  const start = nth * blockBytes;
  const content = block.subarray(0, Math.min(blockBytes, bytes - start));
  for (let at = 0; at < content.length;) {
    const read = await file.read(content.subarray(at), start + at);
    if (read === 0) return undefined;
    at += read;
  }
  return createHash('sha256').update(content).digest('hex') === sha256[nth] ? content : undefined;
}

function damagedCopy(path: string, from: number, to: number): GeomillError {
  return new GeomillError(
    'IO',
    `${path}, the run's copy of the input, was damaged or changed between byte ${from} and ${to}: run the same command again; the copy is made again`,
    { details: { path } },
  );
}
