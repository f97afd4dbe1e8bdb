import type { OutputColumn } from '../../formats/record.ts';
import {
  isBatchPlan,
  type BatchStagePlan,
  type StageFault,
  type StageOutput,
  type StagePlan,
} from '../stages/stage.ts';
import { nameInputColumns } from './column-names.ts';
import { outputColumns } from './columns.ts';
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
