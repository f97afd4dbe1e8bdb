import { endsRun, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import type { InputRow, OutputRow } from '../../formats/record.ts';
import {
  isBatchPlan,
  noStatuses,
  type BatchResult,
  type BatchStagePlan,
  type Placement,
  type RowStagePlan,
  type StageColumn,
  type StageLine,
  type StageRow,
  type StageTableRow,
  type StageResult,
  type StageStatus,
} from '../stages/stage.ts';
import type { ChunkWork } from './chunk-work.ts';
import type { ReasonCounts } from './error-reasons.ts';
import { stageOffsets, type PlannedStage } from './plan-stages.ts';
import type { RunCounts } from './run-counts.ts';

const NO_CONTEXT = {};

/** A row on its way through the stages: the values of its output so far, and its position. */
interface Draft {
  row: InputRow;
  number: number;
  values: unknown[];
  filled: number;
  position: OutputRow['position'];
  placement: Placement | undefined;
  /** Notes of the stages; rare. */
  notes?: { prefix: string; note: string }[];
}

/** The rows of a chunk after the stages, and what these add to their outputs. */
interface StagedRows {
  rows: OutputRow[];
  lines: Record<string, StageLine[]>;
  tables: Record<string, StageTableRow[]>;
  stoppedAt?: number;
}

/**
 * Runs the stages of a job over the rows of a chunk; the chunk has whole batches where a stage processes them.
 *
 * Shape: `numbers` are those of the rows in the input; `stoppedAt` is the first row that was not processed because the run is being stopped; rows and counts end before it.
 * Guarantee: rows keep their order; a failure of scope `row` costs its row, or its batch.
 * Errors: failures that end the run; ABORTED when batches are stopped.
 */
export async function runStages(
  rows: readonly InputRow[],
  numbers: readonly number[],
  work: ChunkWork,
  counts: RunCounts,
): Promise<StagedRows> {
  const lines: Record<string, StageLine[]> = {};
  const tables: Record<string, StageTableRow[]> = {};
  const hasBatches = work.plans.some(({ plan }) => isBatchPlan(plan));
  const drafts = rows.map((row, at) => draftOf(row, numbers[at] as number, work.columnCount));
  if (hasBatches) {
    for (const stage of work.plans) {
      const { prefix, plan } = stage;
      const status = counts.stages[prefix] as Record<StageStatus, number>;
      if (isBatchPlan(plan)) {
        const results = await runBatches({ prefix, plan }, drafts, work, status);
        for (const result of results) {
          addTo(lines, stage, result.lines);
          addTo(tables, stage, result.tables ?? {});
        }
      } else await Promise.all(drafts.map((draft) => runRowStage({ prefix, plan }, draft, work, status)));
    }
  } else {
    const isDone = await Promise.all(drafts.map((draft) => runRow(draft, work, counts)));
    const stoppedAt = isDone.indexOf(false);
    if (stoppedAt !== -1) {
      drafts.length = stoppedAt;
      recount(drafts, work, counts);
      countNotes(drafts, counts);
      return { rows: drafts.map(rowOf), lines, tables, stoppedAt };
    }
  }
  countNotes(drafts, counts);
  return { rows: drafts.map(rowOf), lines, tables };
}

/** Counts the notes of the rows. */
function countNotes(drafts: readonly Draft[], counts: RunCounts): void {
  for (const { notes = [] } of drafts) {
    for (const { prefix, note } of notes) {
      const sums = ((counts.notes ??= {} as ReasonCounts)[prefix] ??= {});
      sums[note] = (sums[note] ?? 0) + 1;
    }
  }
}

const rowOf = ({ values, position }: Draft): OutputRow => ({ values, position });

/** Counts the statuses of rows again: those of the rows that were dropped count no more. */
function recount(drafts: readonly Draft[], { plans, columnCount }: ChunkWork, counts: RunCounts): void {
  stageOffsets(plans, columnCount).forEach((at, nth) => {
    const status = noStatuses();
    for (const { values } of drafts) status[values[at] as StageStatus] += 1;
    counts.stages[(plans[nth] as PlannedStage).prefix] = status;
  });
}

function draftOf(row: InputRow, number: number, columnCount: number): Draft {
  const values = new Array<unknown>(columnCount);
  let filled = 0;
  for (const cell of row.cells) values[filled++] = cell;
  return { row, number, values, filled, position: null, placement: undefined };
}

function stageRowOf({ row, number, position, placement }: Draft): StageRow {
  return { cells: row.cells, number, position, placement };
}

/** Runs all stages over a row. Shape: false when the run is being stopped and the row was not sent. */
async function runRow(draft: Draft, work: ChunkWork, counts: RunCounts): Promise<boolean> {
  try {
    for (const { prefix, plan } of work.plans) {
      const status = counts.stages[prefix] as Record<StageStatus, number>;
      await runRowStage({ prefix, plan: plan as RowStagePlan }, draft, work, status);
    }
  } catch (error) {
    if (work.context?.signal?.aborted && isGeomillError(error, 'ABORTED')) return false;
    throw error;
  }
  work.onRow?.();
  return true;
}

async function runRowStage(
  { prefix, plan }: { prefix: string; plan: RowStagePlan },
  draft: Draft,
  { service, context = NO_CONTEXT }: ChunkWork,
  counts: Record<StageStatus, number>,
): Promise<void> {
  let result: StageResult;
  try {
    result = await plan.run(stageRowOf(draft), service, context);
  } catch (error) {
    result = failed(error);
  }
  settle(draft, prefix, result, plan.columns, counts);
}

/** Runs a stage over the batches of a chunk, side by side. */
async function runBatches(
  { prefix, plan }: { prefix: string; plan: BatchStagePlan },
  drafts: readonly Draft[],
  { service, context = NO_CONTEXT, onRow, onBatch }: ChunkWork,
  counts: Record<StageStatus, number>,
): Promise<BatchResult[]> {
  const batches = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const key = plan.batchOf(draft.row.cells);
    const batch = batches.get(key);
    if (batch) batch.push(draft);
    else batches.set(key, [draft]);
  }
  const results = await Promise.all(
    [...batches].map(async ([key, batch]): Promise<BatchResult> => {
      onBatch?.(key, 'begun');
      try {
        return await plan.runBatch(key, batch.map(stageRowOf), service, context);
      } catch (error) {
        const result = failed(error);
        return { rows: batch.map(() => result), lines: {} };
      } finally {
        // The progress shows each batch when it is done: a chunk may have many.
        batch.forEach(() => onRow?.());
        onBatch?.(key, 'done');
      }
    }),
  );
  [...batches.values()].forEach((batch, at) => {
    const { rows } = results[at] as BatchResult;
    batch.forEach((draft, nth) => settle(draft, prefix, rows[nth] as StageResult, plan.columns, counts));
  });
  return results;
}

/** Collects what a batch adds to outputs. Errors: INTERNAL when the stage does not declare one of them. */
function addTo<T>(
  to: Record<string, T[]>,
  { prefix, outputs }: PlannedStage,
  added: Readonly<Record<string, readonly T[]>>,
): void {
  for (const [output, lines] of Object.entries(added)) {
    if (!outputs.some(({ name }) => name === output)) {
      throw new GeomillError(
        'INTERNAL',
        `the stage ${prefix} has lines for the output ${output}, which it does not declare: bug in Geomill, please report`,
      );
    }
    for (const line of lines) (to[output] ??= []).push(line);
  }
}

/** Builds the result of a row from a failure. Errors: the failure itself where it ends the run. */
function failed(error: unknown): StageResult {
  if (endsRun(error)) throw error;
  return { status: 'error', reason: (error as Error).message };
}

function settle(
  draft: Draft,
  prefix: string,
  result: StageResult,
  columns: readonly StageColumn[],
  counts: Record<StageStatus, number>,
): void {
  counts[result.status] += 1;
  draft.values[draft.filled++] = result.status;
  draft.values[draft.filled++] = result.reason ?? null;
  for (const column of columns) {
    draft.values[draft.filled++] = result.result === undefined ? null : (column.of(result.result) ?? null);
  }
  if (result.position !== undefined) {
    draft.position = result.position;
    draft.placement = result.placement;
  }
  if (result.note !== undefined) (draft.notes ??= []).push({ prefix, note: result.note });
}
