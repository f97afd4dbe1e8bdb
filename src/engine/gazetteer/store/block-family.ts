import { message, type Message } from '../../../base/messages/message.ts';
import { createHash } from 'node:crypto';
import type { ArrayFamily, ArraysOf } from './array-family.ts';

/** Bytes of a block: large enough for one read, small enough that a question reads little beside what it needs. */
export const BLOCK_BYTES = 1 << 16;
/** Bytes of a SHA-256. */
const HASH_BYTES = 32;
/** Files up to this size are read as a whole, which is faster than by block. Units: bytes. */
export const WHOLE_FILE_BYTES = 4 << 20;

/** Hashes of the blocks of large files, in datasets that have any. */
export const BLOCK_FAMILY = {
  file: 'blocks.bin',
  meaning: 'hashes of blocks of large files, so that a few questions need not read these files as a whole',
  optional: true,
  isLazy: true,
  arrays: {
    blockStart: {
      type: 'u32',
      length: 'free',
      meaning:
        'blocks of a file of arrays: from `blockStart[i]` to `blockStart[i + 1]`, files in the order in which the manifest first names them; none for a small file',
    },
    blockHash: {
      type: 'u8',
      length: `${HASH_BYTES} x end of blockStart`,
      meaning: `SHA-256 of each block of ${BLOCK_BYTES} bytes; the last block of a file is shorter`,
    },
  },
} as const satisfies ArrayFamily;

/** Returns the SHA-256 of each block of a file that is the given bytes one after another. */
export function hashBlocks(parts: readonly Uint8Array[]): Buffer[] {
  const hashes: Buffer[] = [];
  const block = Buffer.alloc(BLOCK_BYTES);
  let filled = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length;) {
      const taken = Math.min(BLOCK_BYTES - filled, part.length - at);
      block.set(part.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled === BLOCK_BYTES) {
        hashes.push(hashBlock(block));
        filled = 0;
      }
    }
  }
  if (filled > 0) hashes.push(hashBlock(block.subarray(0, filled)));
  return hashes;
}

/** Returns the SHA-256 of a block. */
export function hashBlock(block: Uint8Array): Buffer {
  return createHash('sha256').update(block).digest();
}

/** Builds the arrays of the hashes of all files of arrays of a dataset, in the order of the manifest; undefined if no file has any. */
export function buildBlockArrays(
  files: readonly (readonly Uint8Array[])[],
): ArraysOf<typeof BLOCK_FAMILY> | undefined {
  const all = files.flat();
  if (all.length === 0) return undefined;
  const blockStart = new Uint32Array(files.length + 1);
  files.forEach((hashes, at) => (blockStart[at + 1] = blockStart[at] + hashes.length));
  return { blockStart, blockHash: new Uint8Array(Buffer.concat(all)) };
}

/**
 * Returns the hashes of the blocks of each file that has any, by its name.
 *
 * Shape: `names` are the files of arrays in the order of the manifest.
 */
export function blockHashesByFile(
  { blockStart, blockHash }: ArraysOf<typeof BLOCK_FAMILY>,
  names: readonly string[],
): Map<string, readonly Uint8Array[]> {
  const byFile = new Map<string, readonly Uint8Array[]>();
  for (let file = 0; file + 1 < blockStart.length; file += 1) {
    const hashes: Uint8Array[] = [];
    for (let block = blockStart[file]; block < blockStart[file + 1]; block += 1)
      hashes.push(blockHash.subarray(block * HASH_BYTES, (block + 1) * HASH_BYTES));
    if (hashes.length > 0) byFile.set(names[file], hashes);
  }
  return byFile;
}

/**
 * Returns what is wrong with the hashes of blocks of a dataset; undefined if they are those of its files.
 *
 * Shape: `files` are all files of arrays that have hashes of blocks.
 */
export function findBlockFault(
  hashes: ReadonlyMap<string, readonly Uint8Array[]>,
  files: Readonly<Record<string, SharedArrayBuffer>>,
): Message | undefined {
  for (const [name, expected] of hashes) {
    const found = hashBlocks([new Uint8Array(files[name])]);
    const block = expected.findIndex((each, at) => !found[at]?.equals(each));
    const list = BLOCK_FAMILY.file;
    if (found.length !== expected.length)
      return message('dataset.otherBlocks', {
        list,
        file: name,
        listed: expected.length,
        count: found.length,
      });
    if (block >= 0) return message('dataset.otherHashOfBlock', { list, file: name, block });
  }
  return undefined;
}
