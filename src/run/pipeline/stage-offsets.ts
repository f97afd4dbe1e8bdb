import type { PlannedStage } from './plan-stages.ts';

/** The number of columns that each stage begins with. */
export const STATUS_AND_REASON = 2;

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
