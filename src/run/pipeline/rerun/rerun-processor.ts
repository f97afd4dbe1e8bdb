import type { CutChunk } from '../../../formats/chunk-cutter.ts';
import { isBadRow, type BadRow, type InputRow } from '../../../formats/record.ts';
import type { ChunkProcessor, WrapChunkProcessor } from '../chunk-processor.ts';
import { firstRows } from '../input/chunk-reader.ts';
import type { ChunkWork } from '../chunk-work.ts';
import { REJECTS } from '../outputs/outputs.ts';
import type { ChunkResult } from '../process-chunk.ts';
import { planOrder } from '../work-order.ts';
import type { FinishedRun } from './finished-run.ts';
import { countParts, createRowProcessor, joinOutputs, type RowPart } from './row-parts.ts';

/** Chunks in progress at most. Most of their rows are copied, so that they count less than those of other runs. */
const OPEN_CHUNKS = 32;

/** Reports whether a row is processed again. Shape: `values` of its results in the finished run; `row` of the input. */
export type IsAsked = (values: readonly unknown[], row: InputRow) => boolean;

/**
 * Builds a processor that copies the rows of a finished run, and processes those that are asked again.
 *
 * Shape: for a run over the same input; chunks must be processed in order, from any row on. Rows that cannot be read are read again.
 * Guarantee: a row that is copied has the same bytes in all outputs and counts as before.
 * Errors: RESULTS_CHANGED when the files of the finished run became shorter meanwhile.
 */
export function createRerunProcessor(finished: FinishedRun, isAsked: IsAsked): WrapChunkProcessor {
  return async (inner, { order, onRows, resultsBefore }) => {
    const work = await planOrder(order);
    const outputs = [...work.writers.keys()].filter((name) => name !== REJECTS);
    const files = new Map(outputs.map((name) => [name, finished.open(name)]));
    const take = async (count: number) => {
      const records = new Map<string, string[]>();
      for (const [name, file] of files) records.set(name, await file.take(count));
      return records;
    };
    let turn: Promise<unknown> = skipRows(files.values(), resultsBefore);
    const merge = createMerge(finished, work, inner, isAsked, () => onRows(1));
    return {
      openChunks: OPEN_CHUNKS,
      async process(chunk) {
        const rows = work.readRows(chunk);
        // The files are read in the order of the chunks, which are then processed side by side.
        const taken = turn.then(() => take(rows.filter((row) => !isBadRow(row)).length));
        turn = taken;
        return merge(chunk, rows, await taken);
      },
      async close() {
        await turn.catch(() => undefined);
        for (const file of files.values()) await file.close();
        await inner.close();
      },
    };
  };
}

async function skipRows(files: Iterable<ReturnType<FinishedRun['open']>>, count: number): Promise<void> {
  const STEP = 10_000;
  for (const file of files) {
    for (let left = count; left > 0; left -= STEP) await file.take(Math.min(left, STEP));
  }
}

type Merge = (
  chunk: CutChunk,
  rows: readonly (InputRow | BadRow)[],
  records: ReadonlyMap<string, readonly string[]>,
) => Promise<ChunkResult>;

function createMerge(
  finished: FinishedRun,
  work: Omit<ChunkWork, 'service'>,
  own: ChunkProcessor,
  isAsked: IsAsked,
  onCopied: () => void,
): Merge {
  const { columns, source } = finished;
  const read = (record: string) => source.records.read(record, columns);

  const ask = createRowProcessor(own, source, read);

  return async (chunk, rows, records) => {
    let taken = 0;
    const parts = await Promise.all(
      rows.map(async (row, at): Promise<RowPart> => {
        if (isBadRow(row)) return ask(chunk, at);
        const kept = taken++;
        const values = read(records.get(source.name)?.[kept] as string);
        if (isAsked(values, row)) return ask(chunk, at);
        onCopied();
        const outputs = Object.fromEntries(
          Array.from(records, ([name, texts]) => [name, texts[kept] as string]),
        );
        return { outputs, values, reasons: finished.reasonsOf(values) };
      }),
    );
    const cutAt = parts.findIndex(({ isCut }) => isCut);
    const done = cutAt < 0 ? parts : parts.slice(0, cutAt);
    const { endOffset, nextLine } = firstRows(chunk, done.length);
    const counts = countParts(done, finished, work);
    // A note depends on the cells of its row only, and no file says which row has one.
    const { notes, older } = finished.manifest.counts;
    delete counts.notes;
    if (chunk.firstRow === 1 && done.length > 0) {
      if (notes) counts.notes = structuredClone(notes);
      // The results are the same rows; those that are asked again may count as older.
      if (older) counts.older = older;
    }
    return {
      endOffset,
      nextLine,
      outputs: joinOutputs(done, work),
      counts,
      isCut: cutAt >= 0,
    };
  };
}
