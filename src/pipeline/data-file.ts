import { verifiedFile, type BlockSums } from './block-sums.ts';
import type { DurableFile, DurableFs } from './durable-fs.ts';

/** Opens the file that the rows of a run are read from; `sums` are the checksums of a copy of the input. Errors: IO, also of a read from a damaged copy. */
export async function openData(
  fs: DurableFs,
  { dataPath, sums }: { dataPath: string; sums?: BlockSums },
): Promise<Pick<DurableFile, 'read' | 'size' | 'close'>> {
  const file = await fs.openRead(dataPath);
  if (sums === undefined) return file;
  return {
    ...verifiedFile(file, sums),
    // Not that of the file: one that was cut would end the run early, as if it were complete.
    size: async () => sums.bytes,
    close: () => file.close(),
  };
}
