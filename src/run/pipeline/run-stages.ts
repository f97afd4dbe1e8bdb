import { endsRun, failure, type GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { englishText, type Message } from '../../base/messages/message.ts';
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
import { addMessages, addReason } from './reason-counts.ts';
import { addedCount, stageOffsets, type PlannedStage } from './plan-stages.ts';
import { countReason, type RunCounts } from './run-counts.ts';

const NO_CONTEXT = {};

/** A row on its way through the stages: what they added to its cells so far, and its position. A class, since its rows are those of the whole input. */
class Draft implements StageRow, OutputRow {
  readonly source: InputRow;
  readonly number: number;
  readonly added: unknown[] = [];
  position: OutputRow['position'] = null;
  placement: Placement | undefined = undefined;
  /** Notes of the stages, and why they have no match; rare. */
  notes: { prefix: string; note: Message }[] | undefined = undefined;
  reasons: { prefix: string; status: StageStatus; reason: Message }[] | undefined = undefined;
  remarks: { prefix: string; messages: readonly Message[] }[] | undefined = undefined;

  constructor(source: InputRow, number: number) {
    this.source = source;
    this.number = number;
  }

  get cells(): readonly unknown[] {
    return this.source.cells;
  }

  get values(): readonly unknown[] {
    return [...this.source.cells, ...this.added];
  }
}

/** A row after the stages, which has its cells and what they added apart. */
export interface StagedRow extends OutputRow {
  readonly source: InputRow;
  readonly added: readonly unknown[];
}

/** The rows of a chunk after the stages, and what these add to their outputs. */
interface StagedRows {
  rows: StagedRow[];
  lines: Record<string, StageLine[]>;
  tables: Record<string, StageTableRow[]>;
  stoppedAt?: number;
}

/**
 * Runs the stages of a job over the rows of a chunk; the chunk has whole batches where a stage processes them.
 *
 * Shape: `numbers` are those of the rows in the input; rows of `errors` are not processed, and have the reason; `stoppedAt` is the first row that was not processed because the run is being stopped; rows and counts end before it.
 * Guarantee: rows keep their order; a failure of scope `row` costs its row, or its batch.
 * Errors: failures that end the run; ABORTED when batches are stopped.
 */
export async function runStages(
  rows: readonly InputRow[],
  numbers: readonly number[],
  work: ChunkWork,
  counts: RunCounts,
  errors: ReadonlyMap<number, Message> = new Map(),
): Promise<StagedRows> {
  const lines: Record<string, StageLine[]> = {};
  const tables: Record<string, StageTableRow[]> = {};
  const hasBatches = work.plans.some(({ plan }) => isBatchPlan(plan));
  const drafts = rows.map((row, at) => new Draft(row, numbers[at] as number));
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
      } else {
        const results = await Promise.all(drafts.map(async (draft) => resultOf(plan, draft, work)));
        drafts.forEach((draft, at) =>
          settle(draft, prefix, results[at] as StageResult, plan.columns, status),
        );
      }
    }
  } else {
    const areDone = await Promise.all(drafts.map((draft, at) => runRow(draft, work, counts, errors.get(at))));
    const stoppedAt = areDone.indexOf(false);
    if (stoppedAt !== -1) {
      drafts.length = stoppedAt;
      recount(drafts, work, counts);
      countReasons(drafts, counts);
      return { rows: drafts, lines, tables, stoppedAt };
    }
  }
  countReasons(drafts, counts);
  return { rows: drafts, lines, tables };
}

/** Counts the reasons and notes of the rows, in their order. */
function countReasons(drafts: readonly Draft[], counts: RunCounts): void {
  for (const { notes = [], reasons = [], remarks = [] } of drafts) {
    for (const { prefix, status, reason } of reasons) countReason(counts, prefix, status, reason);
    for (const { prefix, messages } of remarks) addMessages((counts.messages ??= {}), prefix, messages);
    for (const { prefix, note } of notes) addReason((counts.notes ??= {}), prefix, note);
  }
}

/** Counts the statuses of rows again: those of the rows that were dropped count no more. */
function recount(drafts: readonly Draft[], { plans }: ChunkWork, counts: RunCounts): void {
  stageOffsets(plans, addedCount(plans)).forEach((at, nth) => {
    const status = noStatuses();
    for (const { added } of drafts) status[added[at] as StageStatus] += 1;
    counts.stages[(plans[nth] as PlannedStage).prefix] = status;
  });
}

/**
 * Runs all stages over a row; none of them over one with an error, which all have as their reason.
 *
 * Shape: false if the row was not sent because the run is being stopped.
 *
 * Cost: waits only where a service does not answer at once; a million rows would spend more on waiting than on some answers.
 */
async function runRow(draft: Draft, work: ChunkWork, counts: RunCounts, error?: Message): Promise<boolean> {
  try {
    for (const { prefix, plan } of work.plans) {
      const result: StageResult | Promise<StageResult> =
        error === undefined
          ? resultOf(plan as RowStagePlan, draft, work)
          : { status: 'error', reason: error };
      const status = counts.stages[prefix] as Record<StageStatus, number>;
      settle(draft, prefix, result instanceof Promise ? await result : result, plan.columns, status);
    }
  } catch (thrown) {
    if (work.context?.signal?.aborted && isGeomillError(thrown, 'ABORTED')) return false;
    throw thrown;
  }
  work.onRow?.();
  return true;
}

/** Returns the result of a stage for a row. Errors: failures that end the run. */
function resultOf(
  plan: RowStagePlan,
  draft: Draft,
  { service, context = NO_CONTEXT }: ChunkWork,
): StageResult | Promise<StageResult> {
  try {
    const result = plan.run(draft, service, context);
    return result instanceof Promise ? result.catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
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
    const key = plan.batchOf(draft.cells);
    const batch = batches.get(key);
    if (batch) batch.push(draft);
    else batches.set(key, [draft]);
  }
  const results = await Promise.all(
    [...batches].map(async ([key, batch]): Promise<BatchResult> => {
      onBatch?.(key, 'begun');
      try {
        return await plan.runBatch(key, batch, service, context);
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
    if (!outputs.some(({ name }) => name === output))
      throw failure('INTERNAL', 'run.undeclaredOutput', { stage: prefix, output });
    for (const line of lines) (to[output] ??= []).push(line);
  }
}

/** Builds the result of a row from a failure. Errors: the failure itself where it ends the run. */
function failed(error: unknown): StageResult {
  if (endsRun(error)) throw error;
  return { status: 'error', reason: (error as GeomillError).reason };
}

function settle(
  draft: Draft,
  prefix: string,
  result: StageResult,
  columns: readonly StageColumn[],
  counts: Record<StageStatus, number>,
): void {
  counts[result.status] += 1;
  const { added } = draft;
  const { status, reason } = result;
  added.push(status, reason === undefined ? null : englishText(reason));
  if (reason !== undefined) (draft.reasons ??= []).push({ prefix, status, reason });
  for (const column of columns)
    added.push(result.result === undefined ? null : (column.of(result.result) ?? null));
  if (result.position !== undefined) {
    draft.position = result.position;
    draft.placement = result.placement;
  }
  if (result.remarks?.length) (draft.remarks ??= []).push({ prefix, messages: result.remarks });
  if (result.note !== undefined) (draft.notes ??= []).push({ prefix, note: result.note });
}
