import { createHash, type Hash } from 'node:crypto';
import type { DurableFs, FileState } from '../../../base/files/durable-fs.ts';

const BLOCK_BYTES = 1 << 20;

/** The state of an output at a checkpoint: its length, and the sha256 of its bytes. */
export interface OutputMark {
  bytes: number;
  sha256: string;
}

/** Writes a file from its beginning, and syncs it. Shape: its mark, and the sha256 state of its bytes. */
export async function writeHashed(
  fs: DurableFs,
  path: string,
  blocks: AsyncIterable<Uint8Array>,
): Promise<{ mark: OutputMark; hash: Hash }> {
  const file = await fs.openWrite(path);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await file.truncate(0);
    for await (const block of blocks) {
      if (block.length === 0) continue;
      await file.write(block, bytes);
      hash.update(block);
      bytes += block.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { mark: { bytes, sha256: hash.copy().digest('hex') }, hash };
}

/**
 * Compares a file with the marks that were set while it was written.
 *
 * Shape: `valid` is the number of marks, from the first, whose bytes are unchanged; `hash` is the sha256 state at the last of them.
 * Guarantee: a file that is shorter, damaged or missing has fewer valid marks, never a wrong one.
 */
export async function verifyMarks(
  fs: DurableFs,
  path: string,
  marks: readonly OutputMark[],
): Promise<{ valid: number; hash: Hash }> {
  const hash = createHash('sha256');
  let last = hash.copy();
  let valid = 0;
  if (!(await fs.exists(path))) return { valid, hash: last };
  const file = await fs.openRead(path);
  try {
    const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
    let at = 0;
    for (const mark of marks) {
      while (at < mark.bytes) {
        const read = await file.read(buffer.subarray(0, Math.min(BLOCK_BYTES, mark.bytes - at)), at);
        if (read === 0) return { valid, hash: last };
        hash.update(buffer.subarray(0, read));
        at += read;
      }
      const here = hash.copy();
      if (at !== mark.bytes || hash.copy().digest('hex') !== mark.sha256) break;
      last = here;
      valid += 1;
    }
  } finally {
    await file.close();
  }
  return { valid, hash: last };
}

/** How a finished file compares with its entry in the manifest. */
type FileComparison = 'same' | 'changed' | 'missing';

/** Compares the bytes of a finished file with its mark in the manifest; a file without a mark is missing. */
export async function compareFile(
  fs: DurableFs,
  path: string,
  mark: OutputMark | undefined,
): Promise<FileComparison> {
  const found = await fs.stat(path);
  if (found === undefined || mark === undefined) return 'missing';
  if (found.bytes !== mark.bytes) return 'changed';
  return (await verifyMarks(fs, path, [mark])).valid === 1 ? 'same' : 'changed';
}

/**
 * As {@link compareFile}, but reads the file only when it may have been changed since its manifest was written.
 *
 * Shape: `manifest` is the state of the manifest's file, which is written after all other files.
 * Guarantee: an edited file is found, unless it has the old size and times that were set back.
 */
export async function compareQuickly(
  fs: DurableFs,
  path: string,
  mark: OutputMark | undefined,
  manifest: FileState | undefined,
): Promise<FileComparison> {
  const found = await fs.stat(path);
  const isOld =
    found !== undefined &&
    manifest !== undefined &&
    found.modifiedNs <= manifest.modifiedNs &&
    found.changedNs <= manifest.changedNs;
  return isOld && found.bytes === mark?.bytes ? 'same' : compareFile(fs, path, mark);
}
