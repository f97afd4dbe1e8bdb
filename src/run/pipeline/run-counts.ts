import { cellText } from '../../base/text/cell-text.ts';
import type { Message } from '../../base/messages/message.ts';
import { bandNameOf } from '../../contract/bands.ts';
import { levelOfCodes, useOf, USES } from '../../contract/uses.ts';
import { NEARNESS } from '../stages/place-columns.ts';
import { noStatuses, STAGE_STATUSES, type StageStatus } from '../stages/stage.ts';
import { addMessages, addReason, addReasons, type ReasonCounts, type RowMessages } from './reason-counts.ts';
import { withOlder, type OlderRows } from './update/older-rows.ts';
import { STATUS_AND_REASON, stageOffsets, type PlannedStage } from './plan-stages.ts';

/** The number of rows by level of their match, by their verdict, by the band of their confidence or by what they are good for, by stage prefix. */
type LevelCounts = Record<string, Record<string, number>>;

/** The prefix of records that could not be read, which no stage has. */
export const NO_STAGE = '';

/** Counts the reason of a row in a stage. */
export function countReason(counts: RowReasons, prefix: string, status: StageStatus, reason: Message): void {
  if (status === 'error') addReason((counts.errorReasons ??= {}), prefix, reason);
  if (status !== 'ok') addMessages((counts.messages ??= {}), prefix, [reason]);
}

/** Adds the reasons and notes of rows. */
export function addRowReasons(to: RowReasons, { errorReasons, messages, notes }: RowReasons): void {
  if (errorReasons) addReasons((to.errorReasons ??= {}), errorReasons);
  for (const [prefix, more] of Object.entries(messages ?? {}))
    addMessages((to.messages ??= {}), prefix, more);
  if (notes) addReasons((to.notes ??= {}), notes);
}

/** Counts what the columns of the stages say: levels, verdicts, bands and uses. Shape: the columns of the stages are the last of `columnCount` values. */
export function countColumns(
  counts: RunCounts,
  rows: readonly (readonly unknown[])[],
  plans: readonly PlannedStage[],
  columnCount: number,
): void {
  const levels = countLevels(rows, plans, columnCount, 'level');
  if (levels) counts.levels = levels;
  const verdicts = countLevels(rows, plans, columnCount, 'verdict');
  if (verdicts) counts.verdicts = verdicts;
  const bands = countLevels(rows, plans, columnCount, 'confidence');
  if (bands) counts.bands = bands;
  const uses = countUses(rows, plans, columnCount);
  if (uses) counts.uses = uses;
}

/** Counts what rows are good for. Shape: undefined where no stage has levels or codes of units; in the order of {@link USES}. */
function countUses(
  rows: readonly (readonly unknown[])[],
  plans: readonly PlannedStage[],
  columnCount: number,
): LevelCounts | undefined {
  const offsets = stageOffsets(plans, columnCount);
  let uses: LevelCounts | undefined;
  plans.forEach(({ prefix, plan }, nth) => {
    const first = offsets[nth] as number;
    const placeOf = (name: string) => {
      const at = plan.columns.findIndex((column) => column.name === name);
      return at < 0 ? undefined : first + STATUS_AND_REASON + at;
    };
    const [level, verdict, confidence] = ['level', 'verdict', 'confidence'].map(placeOf);
    const [ward, province] = ['ward_code_new', 'province_code_new'].map(placeOf);
    if (level === undefined && ward === undefined) return;
    const isNearness = plan.columns.some(({ description }) => description === NEARNESS);
    const counts: Record<string, number> = Object.fromEntries(USES.map((use) => [use, 0]));
    for (const values of rows) {
      const text = (at: number | undefined) => (at === undefined ? '' : cellText(values[at]));
      const probability = isNearness ? '' : text(confidence);
      const use = useOf({
        status: text(first),
        level: level === undefined ? levelOfCodes(text(ward), text(province)) : text(level),
        verdict: text(verdict),
        probability: probability === '' ? undefined : Number(probability),
      });
      if (use !== undefined) counts[use] = (counts[use] ?? 0) + 1;
    }
    (uses ??= {})[prefix] = counts;
  });
  return uses;
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

/** Why rows are as they are. */
export interface RowReasons {
  /** Rows with the status `error`, by reason; absent without errors. */
  errorReasons?: ReasonCounts;
  /** The different reasons of rows that are not ok, for their other languages; absent without such rows. */
  messages?: RowMessages;
  /** Rows that were read in an unusual way, by the note about it; absent without such rows. */
  notes?: ReasonCounts;
}

/** The number of rows of a run, by outcome. */
export interface RunCounts extends RowReasons {
  rowsIn: number;
  results: number;
  rejected: number;
  /** Number of rows by status, for each stage prefix. */
  stages: Record<string, Record<StageStatus, number>>;
  /** Absent where no stage says a level. */
  levels?: LevelCounts;
  /** Rows by verdict; absent where no stage gives one. */
  verdicts?: LevelCounts;
  /** Rows by the band of their confidence; absent where no stage has one. */
  bands?: LevelCounts;
  /** Rows by what they are good for; absent where no stage has levels or codes of units. */
  uses?: LevelCounts;
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

/** Adds counts to counts. */
export function addCounts(to: RunCounts, more: RunCounts): void {
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
  addRowReasons(to, more);
  if (more.levels) addLevels((to.levels ??= {}), more.levels);
  if (more.verdicts) addLevels((to.verdicts ??= {}), more.verdicts);
  if (more.bands) addLevels((to.bands ??= {}), more.bands);
  if (more.uses) addLevels((to.uses ??= {}), more.uses);
  if (more.update) {
    const sum = (to.update ??= noUpdate());
    for (const name of Object.keys(sum) as (keyof UpdateCounts)[]) sum[name] += more.update[name];
  }
}

/** Returns the messages of records that could not be read. */
const unreadOf = ({ [NO_STAGE]: messages }: RowMessages): RowMessages =>
  messages === undefined ? {} : { [NO_STAGE]: messages };

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
    uses: more.uses && byStage(more.uses),
    errorReasons: more.errorReasons && byStage(more.errorReasons),
    notes: more.notes && byStage(more.notes),
    messages: more.messages && { ...byStage(more.messages), ...unreadOf(more.messages) },
    older: more.older,
  };
}
