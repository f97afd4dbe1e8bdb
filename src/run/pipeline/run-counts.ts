import { bandNameOf } from '../../contract/bands.ts';
import { noStatuses, STAGE_STATUSES, type StageStatus } from '../stages/stage.ts';
import { addReasons, countReasons, countUnanswered, type ReasonCounts } from './error-reasons.ts';
import { withOlder, type OlderRows } from './update/older-rows.ts';
import { STATUS_AND_REASON, stageOffsets, type PlannedStage } from './plan-stages.ts';

/** The number of rows by level of their match, by their verdict or by the band of their confidence, by stage prefix. */
type LevelCounts = Record<string, Record<string, number>>;

/** Counts what the columns of the stages say: reasons, levels, verdicts and bands. Shape: the columns of the stages are the last of `columnCount` values. */
export function countColumns(
  counts: RunCounts,
  rows: readonly (readonly unknown[])[],
  plans: readonly PlannedStage[],
  columnCount: number,
): void {
  if (plans.some(({ prefix }) => (counts.stages[prefix]?.error ?? 0) > 0)) {
    const reasons = countReasons(rows, plans, columnCount);
    if (reasons) counts.errorReasons = reasons;
    const unanswered = countUnanswered(rows, plans, columnCount);
    if (unanswered) counts.unanswered = unanswered;
  }
  const levels = countLevels(rows, plans, columnCount, 'level');
  if (levels) counts.levels = levels;
  const verdicts = countLevels(rows, plans, columnCount, 'verdict');
  if (verdicts) counts.verdicts = verdicts;
  const bands = countLevels(rows, plans, columnCount, 'confidence');
  if (bands) counts.bands = bands;
}

/**
 * Counts the levels of matches, the verdicts of rows, or the bands of their confidence.
 *
 * Shape: undefined where no stage has the column; without a match a stage has no levels.
 */
function countLevels(
  rows: readonly (readonly unknown[])[],
  plans: readonly PlannedStage[],
  columnCount: number,
  counted: 'level' | 'verdict' | 'confidence',
): LevelCounts | undefined {
  const offsets = stageOffsets(plans, columnCount);
  let levels: LevelCounts | undefined;
  plans.forEach(({ prefix, plan }, nth) => {
    const column = plan.columns.findIndex(({ name }) => name === counted);
    if (column < 0) return;
    const counts: Record<string, number> = {};
    (levels ??= {})[prefix] = counts;
    const at = (offsets[nth] as number) + STATUS_AND_REASON + column;
    for (const values of rows) {
      const value = values[at];
      const name = counted === 'confidence' ? bandOf(value) : value;
      if (typeof name === 'string' && name !== '') counts[name] = (counts[name] ?? 0) + 1;
    }
  });
  return levels;
}

/** Returns the band of a cell of confidence, which is a text where the row is a stored one; undefined for an empty one. */
function bandOf(cell: unknown): string | undefined {
  return cell === null || cell === undefined || cell === '' ? undefined : bandNameOf(Number(cell));
}

/** Adds counts to counts. */
function addLevels(to: LevelCounts, more: LevelCounts): void {
  for (const [prefix, counts] of Object.entries(more)) {
    const sums = (to[prefix] ??= {});
    for (const [level, count] of Object.entries(counts)) sums[level] = (sums[level] ?? 0) + count;
  }
}

/** The number of rows of a run, by outcome. */
export interface RunCounts {
  rowsIn: number;
  results: number;
  rejected: number;
  /** Number of rows by status, for each stage prefix. */
  stages: Record<string, Record<StageStatus, number>>;
  /** Rows with the status `error`, by reason; absent without errors. */
  errorReasons?: ReasonCounts;
  /** Rows that the service never answered, which are errors, by stage prefix; absent without such rows. */
  unanswered?: Record<string, number>;
  /** Rows that were read in an unusual way, by the note about it; absent without such rows. */
  notes?: ReasonCounts;
  /** Absent where no stage says a level. */
  levels?: LevelCounts;
  /** Rows by verdict; absent where no stage gives one. */
  verdicts?: LevelCounts;
  /** Rows by the band of their confidence; absent where no stage has one. */
  bands?: LevelCounts;
  /** Of a run that updates a finished one; no part of its manifest, which is that of a run over all rows. */
  update?: UpdateCounts;
  /** Rows of the results that another version or edition answered; absent where all are of the run's own. */
  older?: OlderRows;
}

/**
 * What became of the rows of an update: `kept` have the answers of the finished run; `changed` are other rows to the stages; `added` have no key, or
 * one that the finished run has not; `retried` ended with an error in it; `renewed` had been answered by another version or edition.
 */
export interface UpdateCounts {
  kept: number;
  changed: number;
  added: number;
  retried: number;
  renewed: number;
}

/** Returns counts of an update without rows. */
export const noUpdate = (): UpdateCounts => ({ kept: 0, changed: 0, added: 0, retried: 0, renewed: 0 });

/** Returns counts of zero. */
export function emptyCounts(prefixes: readonly string[]): RunCounts {
  const stages: RunCounts['stages'] = {};
  for (const prefix of prefixes) stages[prefix] = noStatuses();
  return { rowsIn: 0, results: 0, rejected: 0, stages };
}

/** Adds counts to counts; a stage keeps the first `maxReasons` reasons. */
export function addCounts(to: RunCounts, more: RunCounts, maxReasons?: number): void {
  if (more.older) to.older = withOlder(to.older, more.older, to.results);
  to.rowsIn += more.rowsIn;
  to.results += more.results;
  to.rejected += more.rejected;
  for (const [prefix, stage] of Object.entries(more.stages)) {
    const sum = to.stages[prefix];
    if (!sum) continue;
    // Counts that an earlier version wrote have no `ambiguous`.
    for (const status of STAGE_STATUSES) sum[status] += (stage as Partial<typeof stage>)[status] ?? 0;
  }
  if (more.errorReasons) addReasons((to.errorReasons ??= {}), more.errorReasons, maxReasons);
  for (const [prefix, rows] of Object.entries(more.unanswered ?? {})) {
    const sums = (to.unanswered ??= {});
    sums[prefix] = (sums[prefix] ?? 0) + rows;
  }
  if (more.levels) addLevels((to.levels ??= {}), more.levels);
  if (more.verdicts) addLevels((to.verdicts ??= {}), more.verdicts);
  if (more.bands) addLevels((to.bands ??= {}), more.bands);
  if (more.notes) addReasons((to.notes ??= {}), more.notes, maxReasons);
  if (more.update) {
    const sum = (to.update ??= noUpdate());
    for (const name of Object.keys(sum) as (keyof UpdateCounts)[]) sum[name] += more.update[name];
  }
}

/** Returns counts with their members and stages in one order, whichever of them was counted first. */
export function inOrder({ rowsIn, results, rejected, stages, ...more }: RunCounts): RunCounts {
  const byStage = <T>(counts: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(
      Object.keys(stages).flatMap((prefix) => {
        const count = counts[prefix];
        return count === undefined ? [] : [[prefix, count]];
      }),
    );
  return {
    rowsIn,
    results,
    rejected,
    stages,
    levels: more.levels && byStage(more.levels),
    verdicts: more.verdicts && byStage(more.verdicts),
    bands: more.bands && byStage(more.bands),
    errorReasons: more.errorReasons && byStage(more.errorReasons),
    unanswered: more.unanswered && byStage(more.unanswered),
    notes: more.notes && byStage(more.notes),
    older: more.older,
  };
}
