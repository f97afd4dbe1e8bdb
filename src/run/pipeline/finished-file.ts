import type { DurableFs, FileState } from '../../base/files/durable-fs.ts';
import { verifyMarks, type OutputMark } from './marks.ts';

/** How a finished file compares with its entry in the manifest. */
export type FileComparison = 'same' | 'changed' | 'missing';

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
