import { message, type Message } from '../../base/messages/message.ts';
import { listFirst } from '../../base/messages/join-messages.ts';
import { chooseColumns, type ChosenColumn, type StatedColumn } from '../../formats/chosen-columns.ts';
import { FROM_INPUT, type OutputColumn } from '../../formats/record.ts';
import {
  type BatchStagePlan,
  isBatchPlan,
  STAGE_STATUSES,
  type StageFault,
  type StageOutput,
  type StagePlan,
  type StageTable,
} from '../stages/stage.ts';
import type { StageSpec } from './job-spec.ts';
import { uniqueNames } from '../../formats/unique-names.ts';

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
  /** Those of the results, where the job chooses them. */
  chosen?: readonly ChosenColumn[];
  findings: readonly Message[];
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
): { columns: OutputColumn[]; findings: Message[] } {
  const columns: OutputColumn[] = inputColumns.map((name) => ({
    name,
    type: 'any',
    description: FROM_INPUT,
  }));
  const findings: Message[] = [];
  for (const { prefix, plan } of plans) {
    const own: OutputColumn[] = [
      {
        name: 'status',
        type: 'string',
        description: message('column.status'),
        values: STAGE_STATUSES,
      },
      { name: 'reason', type: 'string', description: message('column.reason') },
      ...plan.columns.map(({ name, type, description, unit, minimum, maximum }) => ({
        ...{ name, type, description, unit, minimum, maximum },
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

/** Plans stages one after the other. Guarantee: reads column names and what the layout says of the sample, so that every thread plans the same. */
export function planStages(
  stages: readonly StageSpec[],
  inputColumns: readonly string[],
  { digits = {}, period }: Pick<StageTable, 'digits' | 'period'> = {},
): PlannedStages {
  const plans: PlannedStage[] = [];
  const faults: (StageFault & { stage: string })[] = [];
  const input = nameInputColumns(inputColumns);
  const findings = [...input.findings];
  let hasPosition = false;
  let batches: BatchStagePlan | undefined;
  for (const { prefix, definition, options } of stages) {
    const plan = definition.plan(options, { columns: input.names, digits, period, hasPosition });
    if ('faults' in plan) {
      faults.push(...plan.faults.map((fault) => ({ ...fault, stage: prefix })));
      continue;
    }
    if (isBatchPlan(plan)) {
      if (batches) faults.push({ stage: prefix, option: 'batch', message: message('run.twoBatchStages') });
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

/** Adds the columns that a job chooses for its results. */
export function withChosen<T extends PlannedStages>(planned: T, stated?: readonly StatedColumn[]): T {
  // A stage that does not fit has no columns to choose from.
  if (!stated || planned.faults.length > 0) return planned;
  const found = chooseColumns(stated, planned.columns);
  if ('chosen' in found) return { ...planned, chosen: found.chosen };
  return { ...planned, faults: [{ stage: 'result_columns', option: '', message: found.fault }] };
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

/** The names of some columns in the output, no two of them equal, and a sentence for the user for each kind of change. */
interface NamedColumns {
  names: readonly string[];
  findings: readonly Message[];
}

const SHOWN_NAMES = 5;

/**
 * Names the columns of an input: a second column of one name gets a suffix (`name_2`), one without a name is called by its number (`column_3`).
 *
 * Guarantee: depends on the names only; unique names are unchanged.
 */
export function nameInputColumns(columns: readonly string[]): NamedColumns {
  const filled = columns.map((name, at) => (name.trim() === '' ? `column_${at + 1}` : name));
  const names = uniqueNames(filled);
  const findings: Message[] = [];
  const unnamed = filled.filter((name, at) => name !== columns[at]);
  if (unnamed.length > 0) findings.push(message('run.columnsNamed', { columns: listed(unnamed) }));
  const repeated = new Map<string, string[]>();
  filled.forEach((name, at) => {
    const unique = names[at] as string;
    const later = repeated.get(name) ?? [];
    if (unique !== name) later.push(unique);
    if (later.length === 1) repeated.set(name, later);
  });
  for (const [name, later] of [...repeated].slice(0, SHOWN_NAMES))
    findings.push(
      message('run.columnRepeated', {
        ...{ columns: later.length + 1, name, others: later.length, names: listed(later) },
      }),
    );
  if (repeated.size > SHOWN_NAMES)
    findings.push(message('run.moreColumnsRepeated', { names: repeated.size - SHOWN_NAMES }));
  return { names, findings };
}

/** Names the columns of a stage, after those that are there already. */
function nameStageColumns(stage: string, columns: readonly string[], taken: readonly string[]): NamedColumns {
  const names = uniqueNames([...taken, ...columns]).slice(taken.length);
  const changed = names.filter((name, at) => name !== columns[at]);
  if (changed.length === 0) return { names, findings: [] };
  return { names, findings: [message('run.stageColumnsRenamed', { stage, names: listed(changed) })] };
}

const listed = (names: readonly string[]) =>
  listFirst(
    names.map((name) => `"${name}"`),
    SHOWN_NAMES,
  );
