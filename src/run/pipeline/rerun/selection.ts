import type { StageStatus } from '../../stages/stage.ts';
import { STATUS_AND_REASON, stageOffsets, type PlannedStage } from '../plan-stages.ts';

/**
 * Which rows of a finished run are processed again: those with the status `error` in any stage, and more where stated.
 *
 * Shape: `below` 0 to 1, rows with a match under that confidence; `notFound` rows without a match.
 */
export interface Selection {
  below?: number;
  notFound?: boolean;
}

/** The columns of the results that say how a row ended in one stage, by their index; -1 for one that the stage has not. */
export interface OutcomeColumns {
  prefix: string;
  status: number;
  reason: number;
  level: number;
  confidence: number;
}

/** Returns the outcome columns of the stages of a run. */
export function outcomeColumns(plans: readonly PlannedStage[], columnCount: number): OutcomeColumns[] {
  const offsets = stageOffsets(plans, columnCount);
  return plans.map(({ prefix, plan }, nth) => {
    const offset = offsets[nth] as number;
    const place = (name: string) => {
      const at = plan.columns.findIndex((column) => column.name === name);
      return at < 0 ? -1 : offset + STATUS_AND_REASON + at;
    };
    return {
      prefix,
      status: offset,
      reason: offset + 1,
      level: place('level'),
      confidence: place('confidence'),
    };
  });
}

/** Returns the status of a row in a stage. Shape: `values` in the order of the columns of the results. */
export function statusOf(values: readonly unknown[], { status }: OutcomeColumns): StageStatus {
  return values[status] as StageStatus;
}

/** Reports whether a row is processed again. Shape: `values` in the order of the columns of the results. */
export function isSelected(
  values: readonly unknown[],
  stages: readonly OutcomeColumns[],
  { below, notFound = false }: Selection,
): boolean {
  return stages.some((stage) => {
    const status = statusOf(values, stage);
    if (status === 'error' || (notFound && status === 'not_found')) return true;
    const confidence = values[stage.confidence] ?? null;
    return below !== undefined && confidence !== null && Number(confidence) < below;
  });
}
