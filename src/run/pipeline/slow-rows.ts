import { GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import type { CutChunk } from '../../formats/chunk-cutter.ts';
import type { BadRow, InputRow } from '../../formats/record.ts';
import { placeOf } from './check-result.ts';
import { firstRows } from './chunk-reader.ts';
import type { ChunkWork } from './chunk-work.ts';
import type { ChunkResult } from './process-chunk.ts';

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
export const tookTooLong = (row: number): string => `took too long: row ${row}`;

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

/** Processes a chunk within a time. Errors: a failure of {@link stuckAt} when the time is over. */
export type ProcessInTime = (
  chunk: CutChunk,
  budgetMs: number,
  slow: readonly SlowRow[],
) => Promise<ChunkResult>;

/** The failure of a chunk that exceeded its time. */
export function stuckAt(step: number): GeomillError<'TOOK_TOO_LONG'> {
  return new GeomillError('TOOK_TOO_LONG', 'a chunk took too long', { details: { step } });
}

/**
 * Processes a chunk within its time; where it exceeds that, looks for the rows to blame, one after the other, and processes it without them.
 *
 * Guarantee: a row is blamed only if it exceeds its own time twice, alone. The result is that of one chunk, whatever was tried before.
 * Errors: those of the chunk; TOOK_TOO_LONG where its rows exceed the sum of their times together, and none of them alone.
 */
export async function processBlaming(
  chunk: CutChunk,
  process: ProcessInTime,
  { chunkMs, rowMs }: { chunkMs: number; rowMs: number },
): Promise<ChunkResult> {
  const first = await inTime(() => process(chunk, chunkMs, []));
  if ('result' in first) return first.result;
  const slow: SlowRow[] = [];
  for (let at = 0; at < chunk.frames.length; at += 1) {
    const alone = () => inTime(() => process(rowOf(chunk, at), rowMs, []));
    const once = await alone();
    if ('result' in once) once.result.release?.();
    else {
      const again = await alone();
      if ('result' in again) again.result.release?.();
      else slow.push({ at, isRejected: again.step !== CHUNK_STEP.stages });
    }
  }
  const lastMs = Math.max(chunkMs, rowMs * chunk.frames.length);
  const last = await inTime(() => process(chunk, lastMs, slow));
  if ('result' in last) return last.result;
  if (slow.length > 0) {
    // What is slow for the stages may be slow to write, too.
    const rejected = slow.map(({ at }) => ({ at, isRejected: true }));
    const without = await inTime(() => process(chunk, lastMs, rejected));
    if ('result' in without) return without.result;
  }
  const { firstRow, rows } = placeOf(chunk);
  throw new GeomillError(
    'INTERNAL',
    `the rows ${firstRow} to ${firstRow + rows - 1} took too long together, and none of them alone. Please report this, with these rows`,
  );
}

async function inTime(
  process: () => Promise<ChunkResult>,
): Promise<{ result: ChunkResult } | { step: number }> {
  try {
    return { result: await process() };
  } catch (error) {
    if (!isGeomillError(error, 'TOOK_TOO_LONG') || error.details.step === undefined) throw error;
    return { step: error.details.step };
  }
}

/** Returns the chunk of one row. */
export function rowOf(chunk: CutChunk, at: number): CutChunk {
  const frame = chunk.frames[at];
  if (!frame) return firstRows(chunk, 0);
  const bytes = chunk.bytes.slice(frame.start, frame.end);
  return {
    ...chunk,
    bytes,
    offset: chunk.offset + frame.start,
    frames: [{ ...frame, start: 0, end: bytes.length, line: 0 }],
    firstRow: chunk.firstRow + at,
    firstLine: chunk.firstLine + frame.line,
    nextRow: chunk.firstRow + at + 1,
  };
}
