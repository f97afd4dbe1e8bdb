import { FROM_INPUT, type OutputColumn } from '../../formats/record.ts';
import {
  isBatchPlan,
  STAGE_STATUSES,
  type BatchStagePlan,
  type StageFault,
  type StageOutput,
  type StagePlan,
} from '../stages/stage.ts';
import { nameInputColumns, nameStageColumns } from './column-names.ts';
import type { StageSpec } from './job-spec.ts';

/** A stage of a job, bound to its options and to the columns of an input. */
export interface PlannedStage {
  prefix: string;
  plan: StagePlan;
  /** Files that the stage writes beside the results. */
  outputs: readonly StageOutput[];
}

/** The stages of a job bound to the columns of an input; `faults` are the options that do not fit them. */
export interface PlannedStages {
  plans: readonly PlannedStage[];
  /** Columns of the input, by the names that they have in the output. */
  inputColumns: readonly string[];
  /** Columns of the output: those of the input, then those of the stages. */
  columns: readonly OutputColumn[];
  findings: readonly string[];
  faults: readonly (StageFault & { stage: string })[];
  /** The stage that processes batches, where there is one. */
  batches: BatchStagePlan | undefined;
}

/**
 * Returns the columns of the output: those of the input, unchanged and in order, then the status, reason and columns of each stage.
 *
 * Shape: `findings` are sentences about columns of stages that were renamed. Guarantee: no two columns have one name.
 */
export function outputColumns(
  inputColumns: readonly string[],
  plans: readonly { prefix: string; plan: StagePlan }[],
): { columns: OutputColumn[]; findings: string[] } {
  const columns: OutputColumn[] = inputColumns.map((name) => ({
    name,
    type: 'any',
    description: FROM_INPUT,
  }));
  const findings: string[] = [];
  for (const { prefix, plan } of plans) {
    const own: OutputColumn[] = [
      {
        name: 'status',
        type: 'string',
        description: 'ok, ambiguous, not_found, skipped or error',
        values: STAGE_STATUSES,
      },
      { name: 'reason', type: 'string', description: 'why, when the status is not ok' },
      ...plan.columns.map(({ name, type, description, vietnamese, unit, minimum, maximum }) => ({
        name,
        type,
        description,
        vietnamese,
        unit,
        minimum,
        maximum,
      })),
    ];
    const named = nameStageColumns(
      prefix,
      own.map(({ name }) => `${prefix}_${name}`),
      columns.map(({ name }) => name),
    );
    columns.push(...own.map((column, at) => ({ ...column, name: named.names[at] as string })));
    findings.push(...named.findings);
  }
  return { columns, findings };
}

/** Plans stages one after the other. Guarantee: reads column names only, so that every thread plans the same. */
export function planStages(stages: readonly StageSpec[], inputColumns: readonly string[]): PlannedStages {
  const plans: PlannedStage[] = [];
  const faults: (StageFault & { stage: string })[] = [];
  const input = nameInputColumns(inputColumns);
  const findings = [...input.findings];
  let hasPosition = false;
  let batches: BatchStagePlan | undefined;
  for (const { prefix, definition, options } of stages) {
    const plan = definition.plan(options, { columns: input.names, hasPosition });
    if ('faults' in plan) {
      faults.push(...plan.faults.map((fault) => ({ ...fault, stage: prefix })));
      continue;
    }
    if (isBatchPlan(plan)) {
      if (batches) {
        const message = 'a job can have only one stage that processes batches';
        faults.push({ stage: prefix, option: 'batch', message });
      }
      batches = plan;
    }
    hasPosition ||= plan.givesPosition;
    findings.push(...plan.findings);
    plans.push({ prefix, plan, outputs: definition.outputs ?? [] });
  }
  const named = outputColumns(input.names, plans);
  return {
    plans,
    inputColumns: input.names,
    columns: named.columns,
    findings: [...findings, ...named.findings],
    faults,
    batches,
  };
}

/** The number of columns that each stage begins with. */
export const STATUS_AND_REASON = 2;

/** Returns the number of columns that stages add. */
export function addedCount(plans: readonly Pick<PlannedStage, 'plan'>[]): number {
  return plans.reduce((sum, { plan }) => sum + STATUS_AND_REASON + plan.columns.length, 0);
}

/** Returns the index of the status column of each stage; its reason and its own columns follow. */
export function stageOffsets(plans: readonly Pick<PlannedStage, 'plan'>[], columnCount: number): number[] {
  const offsets: number[] = [];
  let end = columnCount;
  for (const { plan } of [...plans].reverse()) {
    end -= plan.columns.length + STATUS_AND_REASON;
    offsets.unshift(end);
  }
  return offsets;
}
