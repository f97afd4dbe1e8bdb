import type { OperationName } from '../contract/catalogue.ts';
import type { StatedInput } from '../formats/inspect.ts';
import type { StageDefinition } from '../stages/stage.ts';

/** A stage of a job: its kind, its checked options, and the prefix of its columns. */
export interface StageSpec {
  prefix: string;
  definition: StageDefinition;
  options: Readonly<Record<string, unknown>>;
}

/** What a run does to its rows: everything that decides the bytes of the output besides input and responses. */
export interface JobSpec {
  name: string;
  input: StatedInput;
  stages: readonly StageSpec[];
  /** Names from the registry of output formats. */
  outputs: readonly string[];
}

/** Returns the operations of the interface that the stages of a job call. */
export function operationsOf({ stages }: Pick<JobSpec, 'stages'>): OperationName[] {
  return [...new Set(stages.flatMap(({ definition }) => definition.operations))];
}
