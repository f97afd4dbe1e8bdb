import { verifiedFile, type BlockSums, type DamagedBlock } from '../../base/files/block-sums.ts';
import type { DurableFile, DurableFs } from '../../base/files/durable-fs.ts';

/** The file that rows are read from, its checksums, and the failure of a block that has not its own. */
export interface DataSource {
  dataPath: string;
  sums?: BlockSums | undefined;
  damaged?: DamagedBlock | undefined;
}

/** An open file of rows. */
type DataFile = Pick<DurableFile, 'read' | 'size' | 'close'>;

/**
 * Opens the file that the rows of a run are read from.
 *
 * Shape: `sums` are the checksums of a copy of the input, or with `damaged` of the input; with `end` the file is read as if it ended there.
 * Errors: IO, also of a read from a damaged copy; those of `damaged`.
 */
export async function openData(
  fs: DurableFs,
  { dataPath, sums, damaged }: DataSource,
  end?: number,
): Promise<DataFile> {
  const file = await openWhole(fs, { dataPath, sums, damaged });
  if (end === undefined) return file;
  return {
    read: async (buffer, position) =>
      position < end ? file.read(buffer.subarray(0, Math.min(buffer.length, end - position)), position) : 0,
    size: async () => end,
    close: () => file.close(),
  };
}

async function openWhole(fs: DurableFs, { dataPath, sums, damaged }: DataSource): Promise<DataFile> {
  const file = await fs.openRead(dataPath);
  if (sums === undefined) return file;
  return {
    ...verifiedFile(file, sums, damaged),
    // Not that of the file: one that was cut would end the run early, as if it were complete.
    size: async () => sums.bytes,
    close: () => file.close(),
  };
}
