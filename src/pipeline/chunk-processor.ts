import type { CutChunk } from '../formats/chunk-cutter.ts';
import type { InputLayout } from '../formats/record.ts';
import { processChunk, type ChunkResult } from './process-chunk.ts';
import type { ChunkWork } from './chunk-work.ts';

/**
 * Says in data alone how chunks become results: all that decides the bytes beside the chunk and the answers.
 *
 * Shape: may be cloned into another thread; `kind` is a name of the registry of stages.
 */
export interface WorkOrder {
  layout: Pick<InputLayout, 'format' | 'delimiter' | 'columns' | 'origins'>;
  stages: readonly { prefix: string; kind: string; options: Readonly<Record<string, unknown>> }[];
  outputs: readonly string[];
}

/**
 * Turns chunks into results, in this thread or in others.
 *
 * Guarantee: what comes out depends on the chunk, the order and the answers alone, so a run may change its processor at any chunk.
 */
export interface ChunkProcessor {
  /** How many chunks keep it busy, where that is not a matter of rows. */
  readonly openChunks?: number;
  /** Processes a chunk, whose bytes are its own afterwards. Errors: as {@link processChunk}, and whatever the processor itself meets. */
  process(chunk: CutChunk): Promise<ChunkResult>;
  /** Ends it at once; what is under way is given up. */
  close(): Promise<void>;
}

/** Holds what a processor is built from. */
export interface ProcessorRequest {
  order: WorkOrder;
  /** Bytes of the input that are still to be read. */
  bytesLeft: number;
  /** Rows that are still wanted; infinite where nobody limits them. */
  rowsLeft: number;
  /** Receives how many rows were answered since it was called before. */
  onRows: (rows: number) => void;
  /** Works in this thread; may be given a share. */
  own: ChunkProcessor;
}

/** Builds a processor for a run, or nothing where this thread had better do the work itself. */
export type CreateChunkProcessor = (request: ProcessorRequest) => Promise<ChunkProcessor | undefined>;

/** Builds the processor that works in this thread. */
export function createOwnProcessor(work: ChunkWork): ChunkProcessor {
  return { process: (chunk) => processChunk(chunk, work), close: async () => undefined };
}
