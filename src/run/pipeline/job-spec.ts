import type { OperationName } from '../../contract/catalogue.ts';
import type { StatedColumn } from '../../formats/chosen-columns.ts';
import type { StatedInput } from '../../formats/inspect.ts';
import type { StageDefinition } from '../stages/stage.ts';

/** A stage of a job: its kind, its checked options, and the prefix of its columns. */
export interface StageSpec {
  prefix: string;
  definition: StageDefinition;
  options: Readonly<Record<string, unknown>>;
}

/** A bound of a figure of a run. Shape: a rate is 0 to 1, else a number of rows. */
export interface Bound {
  operator: '>=' | '<=';
  value: number;
}

/** What a job expects of the results of its runs, by the name of the figure. */
export type Expectations = Readonly<Record<string, Bound>>;

/** What a run does to its rows: everything that decides the bytes of the output besides input and responses, and what its results are compared with. */
export interface JobSpec {
  name: string;
  input: StatedInput;
  stages: readonly StageSpec[];
  /** Names from the registry of output formats. */
  outputs: readonly string[];
  /** Columns of the results; all of them when left out. */
  resultColumns?: readonly StatedColumn[];
  /** Decides no byte of the output. */
  expect?: Expectations;
}

/** Returns the operations of the interface that the stages of a job call. */
export function operationsOf({ stages }: Pick<JobSpec, 'stages'>): OperationName[] {
  return [...new Set(stages.flatMap(({ definition }) => definition.operations))];
}
