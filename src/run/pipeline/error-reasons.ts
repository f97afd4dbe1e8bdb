import { isUnanswered } from '../../base/errors/attempts.ts';
import { stageOffsets, type PlannedStage } from './plan-stages.ts';

/** The number of reasons that are counted for a stage; further ones are counted together. */
const MAX_REASONS = 20;
const MAX_REASON_LENGTH = 160;

/** The reason that stands for all beyond the first ones. */
export const OTHER_REASONS = 'other reasons';

/** The number of rows by stage prefix and reason, or note. */
export type ReasonCounts = Record<string, Record<string, number>>;

/**
 * Counts why rows have the status `error`.
 *
 * Shape: texts in quotes and long numbers, which differ from row to row, are replaced; undefined without an error.
 * Guarantee: in the order of the rows, so that the sums do not depend on how they were cut into chunks.
 */
export function countReasons(
  rows: readonly (readonly unknown[])[],
  plans: readonly PlannedStage[],
  columnCount: number,
): ReasonCounts | undefined {
  let reasons: ReasonCounts | undefined;
  stageOffsets(plans, columnCount).forEach((at, nth) => {
    for (const values of rows) {
      if (values[at] !== 'error') continue;
      reasons ??= {};
      const counts = (reasons[(plans[nth] as PlannedStage).prefix] ??= {});
      const reason = generalReason(String(values[at + 1]));
      counts[reason] = (counts[reason] ?? 0) + 1;
    }
  });
  return reasons;
}

/**
 * Counts the errors of rows that the service never answered, by stage prefix; undefined without one.
 *
 * Shape: read from the reasons, which are all that a finished run has of its rows.
 */
export function countUnanswered(
  rows: readonly (readonly unknown[])[],
  plans: readonly PlannedStage[],
  columnCount: number,
): Record<string, number> | undefined {
  let counts: Record<string, number> | undefined;
  stageOffsets(plans, columnCount).forEach((at, nth) => {
    for (const values of rows) {
      if (values[at] !== 'error' || !isUnanswered(String(values[at + 1]))) continue;
      const { prefix } = plans[nth] as PlannedStage;
      counts ??= {};
      counts[prefix] = (counts[prefix] ?? 0) + 1;
    }
  });
  return counts;
}

/** Adds reasons to reasons; a stage keeps the first `most` ones. */
export function addReasons(to: ReasonCounts, more: ReasonCounts, most = MAX_REASONS): void {
  for (const [prefix, counts] of Object.entries(more)) {
    const sums = (to[prefix] ??= {});
    for (const [reason, count] of Object.entries(counts)) {
      const isKept = Object.hasOwn(sums, reason) || Object.keys(sums).length < most;
      const name = isKept ? reason : OTHER_REASONS;
      sums[name] = (sums[name] ?? 0) + count;
    }
  }
}

/** Characters of a reason that are read. */
const MOST_READ = 10_000;

function generalReason(reason: string): string {
  return (
    reason
      .slice(0, MOST_READ)
      .replace(/"[^"]*"?|“[^”]*”?/g, (quoted) => (/^.[^]*["”]$/u.test(quoted) ? '"..."' : quoted))
      // The name of a reference system (VN-2000) is no number.
      // bounded: MOST_READ
      .replace(/(?<![A-Z]-)(?:\d{4,}(?:\.\d+)?|-?\d{1,3}\.\d+|-\d{4,}\.\d+)/g, '#')
      .slice(0, MAX_REASON_LENGTH)
  );
}
