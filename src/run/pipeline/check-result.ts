import { failure } from '../../base/errors/geomill-error.ts';
import { message, type Message } from '../../base/messages/message.ts';
import type { CutChunk } from '../../formats/chunk-cutter.ts';
import type { ChunkResult } from './process-chunk.ts';
import type { RunCounts } from './run-counts.ts';

/** The place of a chunk in its input. */
export type ChunkPlace = Pick<CutChunk, 'firstRow' | 'endOffset' | 'nextLine'> & { rows: number };

/** Returns the place of a chunk; to be kept where the chunk itself is given away. */
export function placeOf({ firstRow, endOffset, nextLine, frames }: CutChunk): ChunkPlace {
  return { firstRow, endOffset, nextLine, rows: frames.length };
}

/** Returns why a result is not that of a chunk; undefined if it may be. Shape: the result of a run that is being stopped may have the first rows only. */
export function misfitOf(
  place: ChunkPlace,
  { endOffset, nextLine, counts, isCut }: ChunkResult,
): Message | undefined {
  const isWhole =
    counts.rowsIn === place.rows && endOffset === place.endOffset && nextLine === place.nextLine;
  const isPart =
    isCut === true &&
    counts.rowsIn <= place.rows &&
    endOffset <= place.endOffset &&
    nextLine <= place.nextLine;
  if (!isWhole && !isPart)
    return message('run.otherPlace', {
      ...{ rows: counts.rowsIn, byte: endOffset, line: nextLine },
      ...{ rowsOfChunk: place.rows, byteOfChunk: place.endOffset, lineOfChunk: place.nextLine },
    });
  return doAddUp(counts)
    ? undefined
    : message('run.countsDoNotAddUp', {
        ...{ rows: counts.rowsIn, results: counts.results, rejected: counts.rejected },
      });
}

/** Reports whether all rows are results or rejected. */
export function doAddUp({ rowsIn, results, rejected }: RunCounts): boolean {
  const areCounts = [rowsIn, results, rejected].every((count) => Number.isSafeInteger(count) && count >= 0);
  return areCounts && rowsIn === results + rejected;
}

/**
 * Checks that a result is that of its chunk, before it is committed, whoever computed it.
 *
 * Errors: INTERNAL; nothing of the result is used, and what was committed before it stays right.
 */
export function checkResult(place: ChunkPlace, result: ChunkResult): void {
  const misfit = misfitOf(place, result);
  if (misfit === undefined) return;
  throw failure('INTERNAL', 'run.resultOfOtherRows', {
    first: place.firstRow,
    last: place.firstRow + place.rows - 1,
    fault: misfit,
  });
}
