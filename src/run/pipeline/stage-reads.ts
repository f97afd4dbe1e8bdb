import { planStages, STATUS_AND_REASON } from './plan-stages.ts';
import type { JobSpec } from './job-spec.ts';
import { watchCells } from './update/read-cells.ts';

/** Cells that make stages read the others: one may be read only where an earlier one is empty, or is a number. */
const PROBES = ['', '1', '10.5', 'x'];
const POSITIONS = [null, { lat: 10.5, lon: 106.5 }];

/** The columns of the input that a stage reads, and those that it adds to the output. */
export interface StageReads {
  stage: string;
  reads: readonly string[];
  writes: readonly string[];
}

/**
 * Returns which columns of the input each stage of a job reads, and which it adds. A stage that goes on from the position of an earlier one reads what
 * that one reads.
 *
 * Guarantee: a stage reads in a run no column that it does not read in `questions`.
 */
export function stageReads(
  { stages }: Pick<JobSpec, 'stages'>,
  inputColumns: readonly string[],
): StageReads[] {
  const { plans, columns } = planStages(stages, inputColumns);
  let end = inputColumns.length;
  let ofPosition = new Set<number>();
  return plans.map(({ prefix, plan }) => {
    const read = new Set<number>();
    for (const probe of PROBES) {
      const cells = watchCells(
        inputColumns.map(() => probe),
        read,
      );
      for (const position of POSITIONS) {
        const row = {
          cells,
          get position() {
            for (const at of ofPosition) read.add(at);
            return position;
          },
        };
        plan.questions(row);
      }
    }
    const start = end;
    end += plan.columns.length + STATUS_AND_REASON;
    if (plan.givesPosition) ofPosition = read;
    return {
      stage: prefix,
      reads: [...read].sort((a, b) => a - b).flatMap((at) => inputColumns[at] ?? []),
      writes: columns.slice(start, end).map(({ name }) => name),
    };
  });
}
