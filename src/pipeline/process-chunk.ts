import type { GeoService } from '../contract/service.ts';
import { endsRun } from '../errors/geomill-error.ts';
import type { CutChunk } from '../formats/chunk-cutter.ts';
import type { BadRow, Chunk, InputRow, OutputRow } from '../formats/record.ts';
import { isBadRow } from '../formats/record.ts';
import type { StagePlan, StageResult, StageStatus } from '../stages/stage.ts';
import { encodeReject } from './rejects.ts';
import { emptyCounts, type RunCounts } from './run-counts.ts';

/** Holds what the processing of every chunk needs; nothing in it changes during a run. */
export interface ChunkWork {
  readRows: (chunk: Chunk) => (InputRow | BadRow)[];
  plans: readonly { prefix: string; plan: StagePlan }[];
  columnCount: number;
  encoders: readonly ((rows: readonly OutputRow[]) => string)[];
  service: GeoService;
  onRow?: () => void;
}

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
  const outputRows = await Promise.all(good.map((row) => runRow(row, work, counts)));
  counts.rowsIn = rows.length;
  counts.results = outputRows.length;
  counts.rejected = rows.length - good.length;
  return {
    endOffset: chunk.endOffset,
    nextLine: chunk.nextLine,
    outputs: work.encoders.map((encode) => encode(outputRows)),
    rejects: rows
      .map((row, at) => (isBadRow(row) ? encodeReject(chunk, row, chunk.firstRow + at) : ''))
      .join(''),
    counts,
  };
}

async function runRow(row: InputRow, work: ChunkWork, counts: RunCounts): Promise<OutputRow> {
  const values: unknown[] = new Array<unknown>(work.columnCount);
  let at = 0;
  for (const cell of row.cells) values[at++] = cell;
  let position: OutputRow['position'] = null;
  for (const { prefix, plan } of work.plans) {
    const result = await runStage(plan, row, position, work);
    (counts.stages[prefix] as Record<StageStatus, number>)[result.status] += 1;
    values[at++] = result.status;
    values[at++] = result.reason ?? null;
    for (let i = 0; i < plan.columns.length; i += 1) values[at++] = result.values[i] ?? null;
    if (result.position !== undefined) position = result.position;
  }
  work.onRow?.();
  return { values, position };
}

async function runStage(
  plan: StagePlan,
  row: InputRow,
  position: OutputRow['position'],
  work: ChunkWork,
): Promise<StageResult> {
  try {
    return await plan.run({ cells: row.cells, position }, work.service, {});
  } catch (error) {
    if (endsRun(error)) throw error;
    return { status: 'error', reason: (error as Error).message, values: [] };
  }
}
