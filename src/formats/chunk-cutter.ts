import { createFramer, type FramedLayout } from './framer.ts';
import { rowTooLarge } from './framing.ts';
import { REJECT_BYTES_KEPT } from './limits.ts';
import { asBuffer, CR, LF } from './lines.ts';
import type { Chunk, Frame } from './record.ts';

/**
 * A chunk and the position of the next one.
 *
 * Shape: `endOffset` is the input position after the chunk. It is more than `offset + bytes.length` only if one record was too
 * large to be held: then `bytes` is its first `REJECT_BYTES_KEPT` bytes, the only frame has the issue, and the rest is dropped.
 */
export interface CutChunk extends Chunk {
  endOffset: number;
  nextRow: number;
  nextLine: number;
}

/**
 * The start position and the size of chunks.
 *
 * Shape: `offset`, `row` and `line` are those of the first byte pushed; the defaults are those of the input's beginning;
 * `line` is required after a header.
 */
export interface ChunkCutterOptions {
  offset?: number;
  row?: number;
  line?: number;
  index?: number;
  maxRows?: number;
}

/** All cells and texts of a chunk in progress live at once: 1000 short rows of forcodes in two threads took 7.8 s of CPU in place of 5.1, for collecting garbage. */
const MAX_ROWS = 250;
/** Cells of a chunk at most: rows of thousands of columns fill the memory long before a chunk has its bytes. */
const MAX_CELLS = 20_000;

/** Returns the number of rows of a chunk, at most, for rows of so many columns. */
export function maxRowsFor(columns: number): number {
  return Math.min(MAX_ROWS, Math.ceil(MAX_CELLS / Math.max(1, columns)));
}

/** A cutter of blocks of bytes into chunks. */
export interface ChunkCutter {
  /** Returns the chunks that end in this block; all of the rest too when the input ends with it. */
  push(block: Uint8Array, atEnd: boolean): CutChunk[];
}

/**
 * Returns a cutter for the data of an input, header excluded.
 *
 * Guarantee: the records do not depend on the blocks; the chunks together cover every byte. Cost: memory for one block and at
 * most `ROW_BYTES_MAX` bytes, however large a record is.
 */
export function createChunkCutter(layout: FramedLayout, options: ChunkCutterOptions = {}): ChunkCutter {
  const framer = createFramer(layout);
  const maxRows = options.maxRows ?? MAX_ROWS;
  let carry: Buffer = Buffer.alloc(0);
  let offset = options.offset ?? 0;
  let row = options.row ?? 1;
  let line = options.line ?? 1;
  let index = options.index ?? 0;
  // A record being skipped: its first bytes, its length so far, and whether its last byte was a carriage return.
  let skipped: { head: Buffer; byteLength: number; endsWithCr: boolean } | undefined;

  function cut(bytes: Uint8Array, frames: Frame[], byteLength: number, lines: number): CutChunk {
    const chunk = {
      index: index++,
      offset,
      bytes,
      frames,
      firstRow: row,
      firstLine: line,
      endOffset: offset + byteLength,
      nextRow: row + frames.length,
      nextLine: line + lines,
    };
    ({ endOffset: offset, nextRow: row, nextLine: line } = chunk);
    return chunk;
  }

  /** Continues to skip; returns the position after the record's newline, or -1 if it is not in these bytes. */
  function skip(bytes: Buffer, atEnd: boolean, chunks: CutChunk[]): number {
    if (skipped === undefined) return 0;
    const newline = bytes.indexOf(LF);
    const contentLength = newline === -1 ? bytes.length : newline;
    if (contentLength > 0) skipped.endsWithCr = bytes[contentLength - 1] === CR;
    skipped.byteLength += contentLength;
    if (newline === -1 && !atEnd) return -1;
    const rowLength = skipped.byteLength - (skipped.endsWithCr ? 1 : 0);
    const frame = { start: 0, end: skipped.head.length, line: 0, issue: rowTooLarge(rowLength) };
    chunks.push(cut(skipped.head, [frame], skipped.byteLength + (newline === -1 ? 0 : 1), 1));
    skipped = undefined;
    return newline === -1 ? bytes.length : newline + 1;
  }

  return {
    push(block, atEnd) {
      const chunks: CutChunk[] = [];
      const bytes = carry.length === 0 ? asBuffer(block) : Buffer.concat([carry, block]);
      let at = skip(bytes, atEnd, chunks);
      while (at !== -1 && at < bytes.length) {
        const frames: Frame[] = [];
        const { next, lines, isTooLong } = framer.frame(bytes, at, atEnd, maxRows, frames);
        if (next > at) {
          for (const frame of frames) {
            frame.start -= at;
            frame.end -= at;
          }
          chunks.push(cut(bytes.subarray(at, next), frames, next - at, lines));
        }
        if (isTooLong) {
          const head = Buffer.from(bytes.subarray(next, next + REJECT_BYTES_KEPT));
          skipped = { head, byteLength: bytes.length - next, endsWithCr: bytes[bytes.length - 1] === CR };
          at = -1;
        } else if (next === at) break;
        else at = next;
      }
      carry = at === -1 ? Buffer.alloc(0) : Buffer.from(bytes.subarray(at));
      if (atEnd && skipped !== undefined) skip(Buffer.alloc(0), true, chunks);
      return chunks;
    },
  };
}
