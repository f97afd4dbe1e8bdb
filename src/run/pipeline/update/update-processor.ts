import { isBadRow, type BadRow, type InputRow, type OutputRow } from '../../../formats/record.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import type { CreateChunkProcessor } from '../chunk-processor.ts';
import { firstRows } from '../chunk-reader.ts';
import type { ChunkWork } from '../chunk-work.ts';
import { addReasons, type ReasonCounts } from '../error-reasons.ts';
import { REJECTS } from '../outputs.ts';
import type { FinishedRun } from '../rerun/finished-run.ts';
import { countParts, createRowProcessor, joinOutputs, textOf, type RowPart } from '../rerun/row-parts.ts';
import { statusOf } from '../rerun/selection.ts';
import type { UpdateCounts } from '../run-counts.ts';
import { planOrder } from '../work-order.ts';
import { areSameToStages, haveSameCells } from './read-cells.ts';
import { indexFinishedRun, keyOf, type StoredRecords } from './stored-index.ts';

/** Chunks in progress at most, as of other runs that copy rows. */
const OPEN_CHUNKS = 32;

/** What becomes of a row of the new input. */
type RowChoice = { name: Exclude<keyof UpdateCounts, 'kept'> } | { name: 'kept'; records: StoredRecords };

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
  key: string,
): CreateChunkProcessor {
  return async ({ order, own, onRows }) => {
    const work = planOrder(order);
    const outputs = [...work.writers.keys()].filter((name) => name !== REJECTS);
    const keyAt = finished.columns.indexOf(key);
    const inputCount = order.layout.columns.length;
    const stored = await indexFinishedRun(fs, finished, outputs, keyAt);
    const { columns, source, outcomes } = finished;
    const process = createRowProcessor(own, source, (record) => source.records.read(record, columns));

    async function choose({ cells }: InputRow): Promise<RowChoice> {
      const text = keyOf(cells[keyAt]);
      const records = text === '' ? undefined : await stored.find(text);
      if (!records) return { name: 'added' };
      const then = source.records.read(records.get(source.name)!, columns);
      const isSame = haveSameCells(cells, then, inputCount) || areSameToStages(work.plans, cells, then);
      if (!isSame) return { name: 'changed' };
      return outcomes.some((stage) => statusOf(then, stage) === 'error')
        ? { name: 'retried' }
        : { name: 'kept', records };
    }

    /** Chooses for all rows of a chunk; a chunk after the other, since they share what was read of the files. */
    async function chooseAll(rows: readonly (InputRow | BadRow)[]): Promise<(RowChoice | undefined)[]> {
      const choices: (RowChoice | undefined)[] = [];
      for (const row of rows) choices.push(isBadRow(row) ? undefined : await choose(row));
      return choices;
    }

    let turn: Promise<unknown> = Promise.resolve();
    const keep = createKeeper(finished, work, inputCount);
    return {
      openChunks: OPEN_CHUNKS,
      async process(chunk) {
        const rows = work.readRows(chunk);
        const chosen = turn.then(() => chooseAll(rows));
        turn = chosen;
        const choices = await chosen;
        const parts = await Promise.all(
          rows.map(async (row, at): Promise<RowPart> => {
            const choice = choices[at];
            if (isBadRow(row) || choice?.name !== 'kept') return process(chunk, at);
            onRows(1);
            return keep(row, choice.records);
          }),
        );
        const cutAt = parts.findIndex(({ isCut }) => isCut);
        const done = cutAt < 0 ? parts : parts.slice(0, cutAt);
        const { endOffset, nextLine } = firstRows(chunk, done.length);
        const counts = countParts(done, finished, work);
        for (const { notes } of done) if (notes) addReasons((counts.notes ??= {}), notes);
        counts.update = countChoices(choices.slice(0, done.length));
        return {
          endOffset,
          nextLine,
          outputs: joinOutputs(done, work),
          counts,
          isCut: cutAt >= 0,
        };
      },
      async close() {
        await turn.catch(() => undefined);
        await stored.close();
      },
    };
  };
}

function countChoices(choices: readonly (RowChoice | undefined)[]): UpdateCounts {
  const counts: UpdateCounts = { kept: 0, changed: 0, added: 0, retried: 0 };
  for (const choice of choices) if (choice) counts[choice.name] += 1;
  return counts;
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
    const notes = notesOf(plans, cells);
    return { outputs, values: [...cells.slice(0, inputCount), ...answers], notes };
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

function notesOf(plans: ChunkWork['plans'], cells: readonly unknown[]): ReasonCounts | undefined {
  let notes: ReasonCounts | undefined;
  for (const { prefix, plan } of plans) {
    const note = plan.noteOf?.({ cells, position: null });
    if (note !== undefined) (notes ??= {})[prefix] = { [note]: 1 };
  }
  return notes;
}
