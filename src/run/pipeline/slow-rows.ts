import { failure, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { message } from '../../base/messages/message.ts';
import type { CutChunk } from '../../formats/chunk-cutter.ts';
import { firstRows } from './input/chunk-reader.ts';
import type { ChunkResult } from './process-chunk.ts';
import { CHUNK_STEP, type SlowRow } from './read-around.ts';

/** Processes a chunk within a time. Errors: a failure of {@link stuckAt} when the time is over. */
export type ProcessInTime = (
  chunk: CutChunk,
  budgetMs: number,
  slow: readonly SlowRow[],
) => Promise<ChunkResult>;

/** The failure of a chunk that exceeded its time. */
export function stuckAt(step: number): GeomillError<'TOOK_TOO_LONG'> {
  return new GeomillError('TOOK_TOO_LONG', message('run.chunkTookTooLong'), { details: { step } });
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
  throw failure('INTERNAL', 'run.rowsTookTooLong', {
    first: chunk.firstRow,
    last: chunk.firstRow + chunk.frames.length - 1,
  });
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
