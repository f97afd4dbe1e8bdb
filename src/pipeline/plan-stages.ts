import type { OutputColumn } from '../formats/record.ts';
import { isBatchPlan, type BatchStagePlan, type StageFault, type StagePlan } from '../stages/stage.ts';
import { outputColumns } from './columns.ts';
import type { StageSpec } from './spec.ts';

/** Holds the stages of a job bound to the columns of an input; `faults` name options that do not fit them. */
export interface PlannedStages {
  plans: readonly { prefix: string; plan: StagePlan }[];
  /** Of the output: those of the input, then those of the stages. */
  columns: readonly OutputColumn[];
  findings: readonly string[];
  faults: readonly (StageFault & { stage: string })[];
  /** The stage that works on batches, where there is one. */
  batches: BatchStagePlan | undefined;
}

/** Plans stages one after the other. Guarantee: looks at column names only, so that it gives the same in every thread. */
export function planStages(stages: readonly StageSpec[], inputColumns: readonly string[]): PlannedStages {
  const plans: { prefix: string; plan: StagePlan }[] = [];
  const faults: (StageFault & { stage: string })[] = [];
  const findings: string[] = [];
  let hasPosition = false;
  let batches: BatchStagePlan | undefined;
  for (const { prefix, definition, options } of stages) {
    const plan = definition.plan(options, { columns: inputColumns, hasPosition });
    if ('faults' in plan) {
      faults.push(...plan.faults.map((fault) => ({ ...fault, stage: prefix })));
      continue;
    }
    if (isBatchPlan(plan)) {
      if (batches) {
        const message = 'a job has one stage at most that works on batches';
        faults.push({ stage: prefix, option: 'batch', message });
      }
      batches = plan;
    }
    hasPosition ||= plan.givesPosition;
    findings.push(...plan.findings);
    plans.push({ prefix, plan });
  }
  return { plans, columns: outputColumns(inputColumns, plans), findings, faults, batches };
}
