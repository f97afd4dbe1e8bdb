import type { CutChunk } from '../../../formats/chunk-cutter.ts';
import { isBadRow, type BadRow, type InputRow } from '../../../formats/record.ts';
import { firstRows } from '../input/chunk-reader.ts';
import type { ChunkProcessor } from '../chunk-processor.ts';
import type { ChunkWork } from '../chunk-work.ts';
import { addRowReasons, countColumns, emptyCounts, type RowReasons, type RunCounts } from '../run-counts.ts';
import type { FileText } from '../outputs/sink.ts';
import type { FinishedRun } from './finished-run.ts';
import { statusOf } from './selection.ts';

/** A row of a chunk: its text for each output, and the values of its results. */
export interface RowPart {
  outputs: Readonly<Record<string, string>>;
  /** Undefined for a row that is rejected. */
  values?: readonly unknown[];
  /** The run is being stopped, and the row was not processed. */
  isCut?: boolean;
  /** Why the row is as it is. */
  reasons?: RowReasons;
}

/** Builds a function that processes one row of a chunk. */
export function createRowProcessor(
  own: ChunkProcessor,
  { source, columns }: FinishedRun,
): (chunk: CutChunk, at: number) => Promise<RowPart> {
  return async (chunk, at) => {
    const row = { ...chunk, frames: chunk.frames.slice(at, at + 1), firstRow: chunk.firstRow + at };
    const { outputs, counts, isCut = false, release } = await own.process(row);
    const texts = Object.fromEntries(Object.entries(outputs).map(([name, text]) => [name, textOf(text)]));
    release?.();
    return {
      outputs: texts,
      reasons: counts,
      isCut,
      values: counts.results > 0 ? source.records.read(texts[source.name] as string, columns) : undefined,
    };
  };
}

/** Chunks in progress at most. Most of their rows are copied, so that they count less than those of other runs. */
const OPEN_CHUNKS = 32;

/** What a run copies of a finished one. Shape: `T` is what is known of a row before it is copied or processed. */
export interface CopyRules<T> {
  /** Looks up the rows of a chunk; for one chunk after the other, since the files are read in their order. */
  find(rows: readonly (InputRow | BadRow)[]): Promise<readonly T[]>;
  /** Returns a row as it is copied; undefined for one that is processed. */
  copy(found: T, row: InputRow, chunk: CutChunk, at: number): Promise<RowPart | undefined>;
  /** Adds to the counts of a chunk what its rows do not say. */
  count(counts: RunCounts, chunk: CutChunk, found: readonly T[], parts: readonly RowPart[]): void;
  close(): Promise<void>;
}

/** Builds a processor that copies rows of a finished run, and leaves the others to another one. */
export function createCopyProcessor<T>(
  finished: FinishedRun,
  work: Omit<ChunkWork, 'service'>,
  inner: ChunkProcessor,
  rules: CopyRules<T>,
): ChunkProcessor {
  const process = createRowProcessor(inner, finished);
  let turn: Promise<unknown> = Promise.resolve();
  return {
    openChunks: OPEN_CHUNKS,
    async process(chunk) {
      const rows = work.readRows(chunk);
      const finding = turn.then(() => rules.find(rows));
      turn = finding;
      const found = await finding;
      const parts = await Promise.all(
        rows.map(async (row, at) => {
          const copied = isBadRow(row) ? undefined : await rules.copy(found[at] as T, row, chunk, at);
          return copied ?? process(chunk, at);
        }),
      );
      const cutAt = parts.findIndex(({ isCut }) => isCut);
      const done = cutAt < 0 ? parts : parts.slice(0, cutAt);
      const { endOffset, nextLine } = firstRows(chunk, done.length);
      const counts = countParts(done, finished, work);
      rules.count(counts, chunk, found, done);
      return { endOffset, nextLine, outputs: joinOutputs(done, work), counts, isCut: cutAt >= 0 };
    },
    async close() {
      await turn.catch(() => undefined);
      await Promise.all([rules.close(), inner.close()]);
    },
  };
}

/** Returns the text of each output for some rows. */
export function joinOutputs(
  parts: readonly RowPart[],
  { writers }: Pick<ChunkWork, 'writers'>,
): Record<string, string> {
  return Object.fromEntries(
    Array.from(writers, ([name, { frame }]) => {
      const texts = parts.map(({ outputs }) => outputs[name] ?? '').filter((text) => text !== '');
      return [name, texts.join(frame.separator)];
    }),
  );
}

/** Counts rows. */
export function countParts(
  parts: readonly RowPart[],
  { outcomes }: FinishedRun,
  { plans, columnCount }: Pick<ChunkWork, 'plans' | 'columnCount'>,
): RunCounts {
  const counts = emptyCounts(plans.map(({ prefix }) => prefix));
  const rows = parts.flatMap(({ values }) => (values === undefined ? [] : [values]));
  for (const values of rows) {
    for (const stage of outcomes) {
      const statuses = counts.stages[stage.prefix];
      if (statuses) statuses[statusOf(values, stage)] += 1;
    }
  }
  for (const { reasons } of parts) if (reasons) addRowReasons(counts, reasons);
  countColumns(counts, rows, plans, columnCount);
  counts.rowsIn = parts.length;
  counts.results = rows.length;
  counts.rejected = parts.length - rows.length;
  return counts;
}

/** Returns a copy of a text of an output. */
export const textOf = (text: FileText) => (typeof text === 'string' ? text : Buffer.from(text).toString());
