import type { CutChunk } from '../formats/chunk-cutter.ts';
import type { InputRow } from '../formats/record.ts';
import { isBadRow } from '../formats/record.ts';
import { encodeLines } from '../formats/line-write.ts';
import type { ChunkWork } from './chunk-work.ts';
import { encodeReject } from './rejects.ts';
import { emptyCounts, type RunCounts } from './run-counts.ts';
import { runStages } from './run-stages.ts';

/** Holds text for a file: as it is, or as its UTF-8. */
export type FileText = string | Uint8Array;

/** Holds what became of a chunk: the text for each output and for the rejects, and the counts to add. */
export interface ChunkResult {
  endOffset: number;
  nextLine: number;
  outputs: readonly FileText[];
  rejects: FileText;
  counts: RunCounts;
  /** Says that the text was taken over, and its memory may be used again. */
  release?: () => void;
}

/**
 * Turns the rows of a chunk into the text of every output.
 *
 * Guarantee: a function of the chunk, the job and the answers; every row is in the results or in the rejects, once, in order.
 * Errors: failures that end the run (scope `run`, and those nobody foresaw); all others become the row's `error`.
 */
export async function processChunk(chunk: CutChunk, work: ChunkWork): Promise<ChunkResult> {
  const rows = work.readRows(chunk);
  const good = rows.filter((row): row is InputRow => !isBadRow(row));
  const counts = emptyCounts(work.plans.map(({ prefix }) => prefix));
  const { rows: outputRows, lines } = await runStages(good, work, counts);
  counts.rowsIn = rows.length;
  counts.results = outputRows.length;
  counts.rejected = rows.length - good.length;
  return {
    endOffset: chunk.endOffset,
    nextLine: chunk.nextLine,
    outputs: [
      ...work.encoders.map((encode) => encode(outputRows)),
      ...(work.hasLines ? [encodeLines(lines)] : []),
    ],
    rejects: rows
      .map((row, at) => {
        const number = chunk.firstRow + at;
        return isBadRow(row) ? encodeReject(chunk, row, number, work.origins?.[number]) : '';
      })
      .join(''),
    counts,
  };
}
