import type { CutChunk } from '../../../formats/chunk-cutter.ts';
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
  source: FinishedRun['source'],
  read: (record: string) => readonly unknown[],
): (chunk: CutChunk, at: number) => Promise<RowPart> {
  return async (chunk, at) => {
    const row = { ...chunk, frames: chunk.frames.slice(at, at + 1), firstRow: chunk.firstRow + at };
    const { outputs, counts, isCut = false, release } = await own.process(row);
    const texts = Object.fromEntries(Object.entries(outputs).map(([name, text]) => [name, textOf(text)]));
    release?.();
    return {
      outputs: texts,
      isCut,
      reasons: counts,
      values: counts.results > 0 ? read(texts[source.name] as string) : undefined,
    };
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
