import type { StageStatus } from '../../stages/stage.ts';
import { type PlannedStage, stageOffsets, STATUS_AND_REASON } from '../plan-stages.ts';
import { cellText } from '../../../base/text/cell-text.ts';
import type { UnitsDifference } from '../../../base/geo/units-difference.ts';
import type { JobSpec } from '../job-spec.ts';

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

/** Columns with codes of units: of the match, and of others that fit. */
const CODE_COLUMN = /(?:^|_)(?:(?:ward|district|province)_code(?:_|$)|candidates$)/;
/** Codes of provinces, districts and wards. A number that is none costs an answer at most. */
const WARD_DIGITS = 5;
const CODES = /(?<!\d)(?:\d{5}|\d{2,3})(?!\d)/g;

/**
 * Builds a function that reports whether a row of a finished run may have other answers by a law that differs in some units.
 *
 * Shape: undefined if a stage depends on more than the units in its columns and in its questions. A row is touched if its codes, or the texts that it asks, have
 * such a unit, or if it has no ward in a stage: the middle of a district or province is that of its wards, and without a match nobody knows which units were near to be one.
 */
export function createIsTouched(
  stages: JobSpec['stages'],
  plans: readonly PlannedStage[],
  columnCount: number,
  { hasCode, isNamedIn }: UnitsDifference,
  isSameEdition: boolean,
): ((values: readonly unknown[]) => boolean) | undefined {
  if (!stages.every(({ definition, options }) => definition.isOfUnits?.(options, isSameEdition)))
    return undefined;
  const outcomes = outcomeColumns(plans, columnCount);
  const codeColumns = plans.map(({ plan }, nth) =>
    plan.columns.flatMap(({ name }, at) => (CODE_COLUMN.test(name) ? [outcomes[nth]!.reason + 1 + at] : [])),
  );
  return (values) => {
    for (const columns of codeColumns) {
      const codes = columns.flatMap((at) => cellText(values[at]).match(CODES) ?? []);
      if (!codes.some((code) => code.length === WARD_DIGITS) || codes.some(hasCode)) return true;
    }
    const row = { cells: values, position: null };
    return plans.some(({ plan }) =>
      plan
        .questions(row)
        .some(({ parameters }) =>
          Object.values(parameters).some((value) => typeof value === 'string' && isNamedIn(value)),
        ),
    );
  };
}
