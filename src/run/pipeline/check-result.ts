import { GeomillError } from '../../base/errors/geomill-error.ts';
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
): string | undefined {
  const found = `it has ${counts.rowsIn} rows up to byte ${endOffset}, line ${nextLine}`;
  const isWhole =
    counts.rowsIn === place.rows && endOffset === place.endOffset && nextLine === place.nextLine;
  const isPart =
    isCut === true &&
    counts.rowsIn <= place.rows &&
    endOffset <= place.endOffset &&
    nextLine <= place.nextLine;
  if (!isWhole && !isPart)
    return `${found}, and the chunk has ${place.rows} up to byte ${place.endOffset}, line ${place.nextLine}`;
  return doAddUp(counts)
    ? undefined
    : `its ${counts.rowsIn} rows are ${counts.results} results and ${counts.rejected} rejected ones`;
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
  throw new GeomillError(
    'INTERNAL',
    `a result is not that of the rows ${place.firstRow} to ${place.firstRow + place.rows - 1}: ${misfit}. Nothing of it was committed. Please report this`,
  );
}
