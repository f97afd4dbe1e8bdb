import type { OutputRow } from '../../formats/record.ts';
import type { PlannedStage } from './plan-stages.ts';
import { STATUS_AND_REASON, stageOffsets } from './stage-offsets.ts';

/** The number of rows by level of their match, or by their verdict, by stage prefix. */
export type LevelCounts = Record<string, Record<string, number>>;

/**
 * Counts the levels of matches, or the verdicts of rows.
 *
 * Shape: undefined where no stage has the column; without a match a stage has no levels.
 */
export function countLevels(
  rows: readonly OutputRow[],
  plans: readonly PlannedStage[],
  columnCount: number,
  counted: 'level' | 'verdict' = 'level',
): LevelCounts | undefined {
  const offsets = stageOffsets(plans, columnCount);
  let levels: LevelCounts | undefined;
  plans.forEach(({ prefix, plan }, nth) => {
    const column = plan.columns.findIndex(({ name }) => name === counted);
    if (column < 0) return;
    const counts: Record<string, number> = {};
    (levels ??= {})[prefix] = counts;
    const at = (offsets[nth] as number) + STATUS_AND_REASON + column;
    for (const { values } of rows) {
      const level = values[at];
      if (typeof level === 'string' && level !== '') counts[level] = (counts[level] ?? 0) + 1;
    }
  });
  return levels;
}

/** Adds counts to counts. */
export function addLevels(to: LevelCounts, more: LevelCounts): void {
  for (const [prefix, counts] of Object.entries(more)) {
    const sums = (to[prefix] ??= {});
    for (const [level, count] of Object.entries(counts)) sums[level] = (sums[level] ?? 0) + count;
  }
}
