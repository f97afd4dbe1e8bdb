import { isBadRow, type InputRow, type OutputRow } from '../../../formats/record.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import type { WrapChunkProcessor } from '../chunk-processor.ts';
import type { ChunkWork } from '../chunk-work.ts';
import { addReason } from '../reason-counts.ts';
import { REJECTS } from '../outputs/outputs.ts';
import type { FinishedRun } from '../rerun/finished-run.ts';
import { createCopyProcessor, createRowProcessor, textOf, type RowPart } from '../rerun/row-parts.ts';
import { statusOf } from '../rerun/selection.ts';
import { noUpdate, type RowReasons, type UpdateCounts } from '../run-counts.ts';
import { planOrder } from '../work-order.ts';
import { areSameToStages, haveSameCells } from './read-cells.ts';
import { createIsOlder, withOlder, type OlderRows } from './older-rows.ts';
import { indexFinishedRun, keyOf, type StoredRecords, type StoredRow } from './stored-index.ts';

/** What becomes of a row of the new input. */
type RowChoice =
  | { name: Exclude<keyof UpdateCounts, 'kept' | 'renewed'> }
  | { name: 'kept' | 'renewed'; stored: StoredRow; isOlder: boolean };

/** Which rows an update keeps. */
export interface UpdateRules {
  /** Column of the key. */
  key: string;
  /** Keeps the answers of older rows, too. */
  keepOlder: boolean;
  /** Rows of the finished run that another version or edition answered. */
  older: OlderRows | undefined;
  /** Reports whether the decision about a stored row is another one now; undefined where the alias file is the same. */
  hasAliasChanged: ((values: readonly unknown[]) => boolean) | undefined;
  /** Reports whether an older row may have other answers now; undefined if each may. */
  isTouched?: ((values: readonly unknown[]) => boolean) | undefined;
}

/**
 * Builds a processor that keeps the answers of a finished run for rows whose key it has and that are the same to the stages, and processes the others.
 *
 * Shape: for a run over another input with the same columns; its chunks may be in any order.
 * Guarantee: the bytes of all outputs are those of a run over the whole input, with the same answers.
 * Errors: RESULTS_CHANGED when the files of the finished run become shorter meanwhile.
 */
export function createUpdateProcessor(
  fs: DurableFs,
  finished: FinishedRun,
  { key, keepOlder, older, hasAliasChanged, isTouched = () => true }: UpdateRules,
): WrapChunkProcessor {
  const isOlderRow = createIsOlder(older ?? { ranges: [] });
  return async (inner, { order, ownKept, onRows }) => {
    const work = await planOrder(order);
    const outputs = [...work.writers.keys()].filter((name) => name !== REJECTS);
    const keyAt = finished.columns.indexOf(key);
    const inputCount = order.layout.columns.length;
    const stored = await indexFinishedRun(fs, finished, outputs, keyAt);
    const { columns, source, outcomes } = finished;
    const read = (record: string) => source.records.read(record, columns);
    const processKept = ownKept && createRowProcessor(ownKept, finished);
    const hasFailed = (values: readonly unknown[]) =>
      outcomes.some((stage) => statusOf(values, stage) === 'error');

    async function choose({ cells }: InputRow): Promise<RowChoice> {
      const text = keyOf(cells[keyAt]);
      const found = text === '' ? undefined : await stored.find(text);
      if (!found) return { name: 'added' };
      const then = read(found.records.get(source.name)!);
      const isSame = haveSameCells(cells, then, inputCount) || areSameToStages(work.plans, cells, then);
      if (!isSame || hasAliasChanged?.(then)) return { name: 'changed' };
      if (hasFailed(then)) return { name: 'retried' };
      const isOlder = isOlderRow(found.row) && isTouched(then);
      return { name: isOlder && !keepOlder ? 'renewed' : 'kept', stored: found, isOlder };
    }

    const keep = createKeeper(finished, work, inputCount);
    return createCopyProcessor<RowChoice | undefined>(finished, work, inner, {
      async find(rows) {
        const choices: (RowChoice | undefined)[] = [];
        for (const row of rows) choices.push(isBadRow(row) ? undefined : await choose(row));
        return choices;
      },
      async copy(choice, row, chunk, at) {
        if (!choice || !('stored' in choice)) return undefined;
        if (choice.name === 'renewed') {
          // Answered again, from what was kept where a request would cost something; where that fails, the row keeps its answers.
          const renewed = await processKept?.(chunk, at);
          if (!processKept || !renewed?.values || !hasFailed(renewed.values)) return renewed;
          choice.name = 'kept';
        } else onRows(1);
        return keep(row, choice.stored.records);
      },
      count(counts, _, choices, parts) {
        const made = choices.slice(0, parts.length);
        counts.update = countChoices(made);
        counts.older = olderOf(made, parts, older);
      },
      close: () => stored.close(),
    });
  };
}

function countChoices(choices: readonly (RowChoice | undefined)[]): UpdateCounts {
  const counts = noUpdate();
  for (const choice of choices) if (choice) counts[choice.name] += 1;
  return counts;
}

/** Returns the older rows among the results of a chunk; undefined without any. */
function olderOf(
  choices: readonly (RowChoice | undefined)[],
  parts: readonly RowPart[],
  older: OlderRows | undefined,
): OlderRows | undefined {
  const results = choices.filter((_, at) => parts[at]?.values !== undefined);
  const places = results.flatMap((choice, at) =>
    choice?.name === 'kept' && choice.isOlder ? [[at, at + 1] as const] : [],
  );
  if (!older || places.length === 0) return undefined;
  return withOlder(undefined, { rows: places.length, by: older.by, ranges: places }, 0);
}

/**
 * Builds a function that writes a row with its new cells and its old answers.
 *
 * Shape: a record is copied where the cells of both rows are texts, and equal. Else each output takes the answers from its own record: that of
 * CSV has texts, which CSV writes with the same bytes as the values.
 */
function createKeeper(
  finished: FinishedRun,
  { plans, writers }: Omit<ChunkWork, 'service'>,
  inputCount: number,
): (row: InputRow, records: StoredRecords) => RowPart {
  const { columns, source } = finished;
  return ({ cells }, records) => {
    const then = source.records.read(records.get(source.name)!, columns);
    const answers = then.slice(inputCount);
    const isCopied = haveSameTexts(cells, then, inputCount);
    const outputs = Object.fromEntries(
      Array.from(records, ([name, record]) => {
        if (isCopied) return [name, record];
        const row: OutputRow = {
          values: [...cells.slice(0, inputCount), ...finished.valuesOf(name, record).slice(inputCount)],
          position: finished.positionOf(name, record),
        };
        const writer = writers.get(name)!;
        return [name, textOf(writer.encode({ rows: [row], lines: {}, tables: {}, rejects: '' }))];
      }),
    );
    const reasons = finished.reasonsOf(then);
    countNotes(reasons, plans, cells);
    return { outputs, values: [...cells.slice(0, inputCount), ...answers], reasons };
  };
}

/** Reports whether all cells are texts, or empty, and equal: then their bytes are equal in every output. */
function haveSameTexts(now: readonly unknown[], then: readonly unknown[], count: number): boolean {
  for (let at = 0; at < count; at += 1) {
    const cell = now[at];
    if (typeof cell !== 'string' || cell !== (then[at] ?? '')) return false;
  }
  return true;
}

function countNotes(reasons: RowReasons, plans: ChunkWork['plans'], cells: readonly unknown[]): void {
  for (const { prefix, plan } of plans) {
    const note = plan.noteOf?.({ cells, position: null });
    if (note !== undefined) addReason((reasons.notes ??= {}), prefix, note);
  }
}
