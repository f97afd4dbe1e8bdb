import type { CutChunk } from '../../formats/chunk-cutter.ts';
import type { StatedColumn } from '../../formats/chosen-columns.ts';
import type { InputLayout } from '../../formats/record.ts';
import { processChunk, type ChunkResult } from './process-chunk.ts';
import type { ChunkWork } from './chunk-work.ts';

/**
 * How chunks become results, as plain data: everything that decides the bytes besides the chunk and the responses.
 *
 * Shape: can be cloned into another thread; `kind` is a name of the registry of stages.
 */
export interface WorkOrder {
  layout: Pick<
    InputLayout,
    'format' | 'delimiter' | 'columns' | 'digits' | 'period' | 'origins' | 'rowNumbers'
  >;
  stages: readonly { prefix: string; kind: string; options: Readonly<Record<string, unknown>> }[];
  /** Row formats. */
  outputs: readonly string[];
  /** Columns that are written; all of them when left out. */
  resultColumns?: readonly StatedColumn[] | undefined;
  /** As {@link ChunkWork.keepsBadRows}. */
  keepsBadRows?: boolean;
}

/**
 * Turns chunks into results, in this thread or in others.
 *
 * Guarantee: a result depends on the chunk, the order and the responses only, so a run may change its processor at any chunk.
 */
export interface ChunkProcessor {
  /** Number of chunks that keep it busy; for processors that do not count rows. */
  readonly openChunks?: number;
  /** Bytes of the chunks that may be at it at once; for processors that count bytes. */
  readonly openBytes?: number;
  /** Time for the chunks in progress when a run is stopped, where it is shorter than that of requests in flight. Units: ms. */
  readonly drainMs?: number;
  /** Bytes of the chunks that it is given, where others than those of a run in the main thread are better. */
  readonly chunkBytes?: number;
  /** Processes a chunk; its bytes must not be used afterwards. Errors: as {@link processChunk}, and failures of the processor itself. */
  process(chunk: CutChunk): Promise<ChunkResult>;
  /** Ends it at once and drops the chunks in progress. */
  close(): Promise<void>;
}

/** The arguments of {@link CreateChunkProcessor}. */
export interface ProcessorRequest {
  order: WorkOrder;
  /** Bytes of the input that are not read yet. */
  bytesLeft: number;
  /** Rows of the results that are committed already, in this run or in one that it continues. */
  resultsBefore: number;
  /** Rows up to the limit of the run; infinite without one. */
  rowsLeft: number;
  /** Receives the number of rows processed since the last call. */
  onRows: (rows: number) => void;
  /** A processor of this thread over the answers that were kept; absent where answers cost nothing. */
  ownKept?: ChunkProcessor;
}

/** Builds the processor of a run in place of this thread; undefined where this thread is to do it. */
export type CreateChunkProcessor = (request: ProcessorRequest) => Promise<ChunkProcessor | undefined>;

/** Builds a processor that leaves some rows to another one. */
export type WrapChunkProcessor = (
  inner: ChunkProcessor,
  request: ProcessorRequest,
) => Promise<ChunkProcessor>;

/** Builds the processor of this thread. Shape: results have the time of their chunk only where no other chunk was processed meanwhile. */
export function createOwnProcessor(work: ChunkWork): ChunkProcessor {
  let open = 0;
  let started = 0;
  return {
    async process(chunk) {
      const isAlone = open === 0;
      open += 1;
      started += 1;
      const before = started;
      try {
        const { workMs, ...result } = await processChunk(chunk, work);
        const isMeasured = workMs !== undefined && isAlone && started === before;
        return isMeasured ? { ...result, workMs } : result;
      } finally {
        open -= 1;
      }
    },
    close: async () => undefined,
  };
}
