import type { StagePlan, StageResult } from '../../src/run/stages/stage.ts';

/** Returns the value of one column of a plan for a result, as the pipeline reads it. */
export function valueOf({ columns }: StagePlan, { result }: StageResult, name: string): unknown {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw new Error(`no column ${name}`);
  return result === undefined ? null : (column.of(result) ?? null);
}
