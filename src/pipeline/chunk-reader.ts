import type { ChunkCutter, CutChunk } from '../formats/chunk-cutter.ts';
import type { DurableFile } from './durable-fs.ts';

/**
 * Reads a file as chunks of whole records.
 *
 * Shape: blocks of `blockBytes` go through the cutter; `maxRows` ends the reading after so many records.
 */
export async function* readChunks(
  file: DurableFile,
  cutter: ChunkCutter,
  options: { offset: number; blockBytes: number; maxRows?: number },
): AsyncGenerator<CutChunk> {
  let { offset } = options;
  let rowsLeft = options.maxRows ?? Infinity;
  while (rowsLeft > 0) {
    // A block of its own each time: chunks are views of it and live until they are answered.
    const block = Buffer.allocUnsafeSlow(options.blockBytes);
    const read = await file.read(block, offset);
    offset += read;
    for (const chunk of cutter.push(block.subarray(0, read), read === 0)) {
      const limited = firstRows(chunk, rowsLeft);
      yield limited;
      rowsLeft -= limited.frames.length;
      if (rowsLeft <= 0) return;
    }
    if (read === 0) return;
  }
}

/** Cuts a chunk off where the record after the last wanted one begins. */
function firstRows(chunk: CutChunk, rows: number): CutChunk {
  const next = chunk.frames[rows];
  if (next === undefined) return chunk;
  return {
    ...chunk,
    bytes: chunk.bytes.subarray(0, next.start),
    frames: chunk.frames.slice(0, rows),
    endOffset: chunk.offset + next.start,
    nextRow: chunk.firstRow + rows,
    nextLine: chunk.firstLine + next.line,
  };
}
