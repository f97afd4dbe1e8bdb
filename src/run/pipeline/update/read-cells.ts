import { toCell } from '../../../formats/csv-write.ts';
import type { PlannedStage } from '../plan-stages.ts';

/** Reports whether two rows have the same cells. Shape: the cells of a stored row may be texts; an empty one is null. */
export function haveSameCells(now: readonly unknown[], then: readonly unknown[], count: number): boolean {
  for (let at = 0; at < count; at += 1) if (toCell(now[at]) !== toCell(then[at])) return false;
  return true;
}

/**
 * Reports whether two rows are the same to the stages of a job: the cells that any of them reads, in either row, are equal.
 *
 * Guarantee: a stage reads in `run` no cell that it does not read in `questions` (`test/property/stage-reads.test.ts`).
 */
export function areSameToStages(
  plans: readonly PlannedStage[],
  now: readonly unknown[],
  then: readonly unknown[],
): boolean {
  const read = new Set<number>();
  for (const cells of [now, then]) {
    const watched = watchCells(cells, read);
    for (const { plan } of plans) plan.questions({ cells: watched, position: null });
  }
  for (const at of read) if (toCell(now[at]) !== toCell(then[at])) return false;
  return true;
}

/** Returns cells that add the index of each one that is read to a set. */
export function watchCells(cells: readonly unknown[], read: Set<number>): readonly unknown[] {
  return new Proxy(cells, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) read.add(Number(name));
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
}
