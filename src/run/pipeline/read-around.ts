import { message, type Message } from '../../base/messages/message.ts';
import type { CutChunk } from '../../formats/chunk-cutter.ts';
import type { BadRow, InputRow } from '../../formats/record.ts';
import type { ChunkWork } from './chunk-work.ts';

/** The steps of a chunk, in order. */
export const CHUNK_STEP = { reading: 0, stages: 1, writing: 2 } as const;

/**
 * A row of a chunk that took too long, twice, alone. Shape: `at` is its index in the chunk. One that cannot be read or written in its time is
 * rejected, one that the stages take too long for has the status `error`.
 */
export interface SlowRow {
  at: number;
  isRejected: boolean;
}

/** The reason of a slow row. Shape: `row` is its number in the input. */
export const tookTooLong = (row: number): Message => message('run.rowTookTooLong', { row });

/** Reads the rows of a chunk without looking at those that took too long to read. */
export function readAround(
  chunk: CutChunk,
  { readRows }: Pick<ChunkWork, 'readRows'>,
  slow: readonly SlowRow[],
  numberAt: (at: number) => number,
): (InputRow | BadRow)[] {
  const rows: (InputRow | BadRow)[] = [];
  // The rows before and after it are read apart: a reader may take the bytes of several rows at once.
  const readUpTo = (end: number) => {
    const frames = chunk.frames.slice(rows.length, end);
    if (frames.length > 0) rows.push(...readRows({ ...chunk, frames }));
  };
  for (const { at, isRejected } of slow) {
    const frame = chunk.frames[at];
    if (!isRejected || !frame) continue;
    readUpTo(at);
    rows.push({ frame, issues: [{ code: 'took_too_long', message: tookTooLong(numberAt(at)) }] });
  }
  readUpTo(chunk.frames.length);
  return rows;
}
