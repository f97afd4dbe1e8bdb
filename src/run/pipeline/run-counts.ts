import { cellText } from '../../base/text/cell-text.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { bandNameOf } from '../../contract/bands.ts';
import { USE_COLUMNS, useColumn, useFigures, useOfCells, USES } from '../../contract/uses.ts';
import { NEARNESS } from '../stages/place-columns.ts';
import { noStatuses, STAGE_STATUSES, type StageStatus } from '../stages/stage.ts';
import { addMessages, addReason, addReasons, type ReasonCounts, type RowMessages } from './reason-counts.ts';
import { type OlderRows, withOlder } from './update/older-rows.ts';
import { type PlannedStage, stageOffsets } from './plan-stages.ts';
import { joinMessages } from '../../base/messages/join-messages.ts';

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

/** Reads the name that a row is counted by in a stage; empty or undefined for a row that is not counted. */
type NameOf = (values: readonly unknown[]) => unknown;

/** How the rows of a stage are counted by its columns; undefined for a stage without them. Shape: `cell` returns the reader of a column. */
const COUNTED = {
  levels: (_, cell) => cell('level'),
  verdicts: (_, cell) => cell('verdict'),
  bands: (_, cell) => {
    const confidence = cell('confidence');
    return confidence && ((values) => bandOf(confidence(values)));
  },
  uses: ({ plan }, cell) => {
    const hasLevel = cell('level') !== undefined;
    if (!hasLevel && !useColumn('ward_code', cell)) return undefined;
    const hasProbability = !plan.columns.some(({ description }) => description === NEARNESS);
    const readers = new Map(USE_COLUMNS.map((name) => [name, useColumn(name, cell)] as const));
    return (values) =>
      useOfCells((name) => cellText(readers.get(name)?.(values)), { hasLevel, hasProbability });
  },
} satisfies Record<
  string,
  (stage: PlannedStage, cell: (name: string) => NameOf | undefined) => NameOf | undefined
>;

type CountedColumns = { [kind in keyof typeof COUNTED]?: LevelCounts };
const KINDS = Object.keys(COUNTED) as (keyof CountedColumns)[];

/** Counts what the columns of the stages say: levels, verdicts, bands and uses. Shape: the columns of the stages are the last of `columnCount` values. */
export function countColumns(
  counts: RunCounts,
  rows: readonly (readonly unknown[])[],
  plans: readonly PlannedStage[],
  columnCount: number,
): void {
  const offsets = stageOffsets(plans, columnCount);
  for (const kind of KINDS)
    plans.forEach((stage, nth) => {
      const names = ['status', 'reason', ...stage.plan.columns.map(({ name }) => name)];
      const nameOf = COUNTED[kind](stage, (name): NameOf | undefined => {
        const at = offsets[nth]! + names.indexOf(name);
        return names.includes(name) ? (values) => values[at] : undefined;
      });
      if (!nameOf) return;
      const sums = ((counts[kind] ??= {})[stage.prefix] = kind === 'uses' ? { ...NO_USES } : {});
      for (const values of rows) {
        const name = nameOf(values);
        if (typeof name === 'string' && name !== '') sums[name] = (sums[name] ?? 0) + 1;
      }
    });
}

/** In the order of {@link USES}. */
const NO_USES: Readonly<Record<string, number>> = Object.fromEntries(USES.map((use) => [use, 0]));

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
    for (const status of STAGE_STATUSES) sum[status] += stage[status];
  }
  addRowReasons(to, more);
  for (const kind of KINDS) if (more[kind]) addLevels((to[kind] ??= {}), more[kind]);
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
    ...Object.fromEntries(KINDS.map((kind) => [kind, more[kind] && byStage(more[kind])])),
    errorReasons: more.errorReasons && byStage(more.errorReasons),
    notes: more.notes && byStage(more.notes),
    messages: more.messages && { ...byStage(more.messages), ...unreadOf(more.messages) },
    older: more.older,
  };
}

/** Returns the sentence about what the rows of a stage are good for, with their numbers; undefined where none is counted. */
export function usesMessage(all: number, counts: Readonly<Record<string, number>>): Message | undefined {
  const parts = useFigures(counts).map(({ name, rows, isWithin }) =>
    message(isWithin ? 'use.within' : 'use.part', { n: rows, use: message(`use.${name}`) }),
  );
  const uses = joinMessages(parts, 'list.semicolons');
  return uses && message('use.rows', { all, uses });
}
