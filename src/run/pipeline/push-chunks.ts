import type { CutChunk } from '../../formats/chunk-cutter.ts';
import { checkResult, placeOf } from './check-result.ts';
import type { ChunkProcessor } from './chunk-processor.ts';
import type { OrderedPool } from './ordered-pool.ts';
import type { ChunkResult } from './process-chunk.ts';

/** Larger chunks produce texts in V8's large object space: measured, 250 MB instead of 190, and no faster. */
export const CHUNK_BYTES = 16 << 10;
/** If other threads process the chunks, small reads would take a quarter of the time of this thread. */
const BLOCKS_PER_READ = 16;

/** Returns the number of blocks that are read at once for a processor. */
export function blocksPerReadOf({ openBytes, openChunks }: ChunkProcessor): number {
  return openBytes === undefined && openChunks === undefined ? 1 : BLOCKS_PER_READ;
}

/** Returns how much may be in progress at once, and what a chunk counts of it: in bytes, chunks or rows, whichever its processor limits. */
export function chunkWindow(
  { openBytes, openChunks }: ChunkProcessor,
  openRows: number,
  costOfRow = 1,
): { maxOpenCost: number; costOf: (chunk: CutChunk) => number } {
  if (openBytes !== undefined) return { maxOpenCost: openBytes, costOf: ({ bytes }) => bytes.length };
  if (openChunks !== undefined) return { maxOpenCost: openChunks, costOf: () => 1 };
  return { maxOpenCost: openRows, costOf: ({ frames }) => frames.length * costOfRow };
}

/** Pushes chunks to a processor while the pool has room; a failure to read fails the pool. Shape: returns the number of rows, and the offset after them. */
export async function pushChunks(
  chunks: AsyncIterable<CutChunk>,
  processor: Pick<ChunkProcessor, 'process'>,
  pool: OrderedPool<ChunkResult>,
  costOf: (chunk: CutChunk) => number,
): Promise<{ rows: number; upTo?: number }> {
  const pushed: { rows: number; upTo?: number } = { rows: 0 };
  try {
    for await (const chunk of chunks) {
      const { endOffset } = chunk;
      const rows = chunk.frames.length;
      const place = placeOf(chunk);
      const compute = async () => {
        const result = await processor.process(chunk);
        checkResult(place, result);
        return result;
      };
      if (!(await pool.push(costOf(chunk), compute))) return pushed;
      pushed.rows += rows;
      pushed.upTo = endOffset;
    }
    pool.end();
  } catch (error) {
    pool.fail(error);
  }
  return pushed;
}
