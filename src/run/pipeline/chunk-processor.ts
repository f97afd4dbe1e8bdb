import type { CutChunk } from '../../formats/chunk-cutter.ts';
import type { InputLayout } from '../../formats/record.ts';
import { processChunk, type ChunkResult } from './process-chunk.ts';
import type { ChunkWork } from './chunk-work.ts';

/**
 * How chunks become results, as plain data: everything that decides the bytes besides the chunk and the responses.
 *
 * Shape: can be cloned into another thread; `kind` is a name of the registry of stages.
 */
export interface WorkOrder {
  layout: Pick<InputLayout, 'format' | 'delimiter' | 'columns' | 'origins' | 'rowNumbers'>;
  stages: readonly { prefix: string; kind: string; options: Readonly<Record<string, unknown>> }[];
  outputs: readonly string[];
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
  /** The processor of this thread, which may take a share of the chunks. */
  own: ChunkProcessor;
  /** The same over the answers that were kept; absent where answers cost nothing. */
  ownKept?: ChunkProcessor;
}

/** Builds a processor for a run; undefined where this thread is faster alone. */
export type CreateChunkProcessor = (request: ProcessorRequest) => Promise<ChunkProcessor | undefined>;

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
