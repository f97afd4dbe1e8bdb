import { fileURLToPath } from 'node:url';
import type { CutChunk } from '../formats/chunk-cutter.ts';
import { deserializeError } from '../errors/serialize-error.ts';
import { coverOf } from '../gazetteer/units/open-admin-dataset.ts';
import { packChunk, unpackResult } from '../pipeline/chunk-message.ts';
import type { ChunkProcessor, CreateChunkProcessor } from '../pipeline/chunk-processor.ts';
import type { ChunkResult } from '../pipeline/process-chunk.ts';
import { shareChunks } from './chunk-share.ts';
import type { ThreadAnswer, ThreadData } from './chunk-worker.ts';
import { THREAD_BEGUN } from './thread-begun.ts';
import { threadArguments, threadEntry } from './thread-entry.ts';
import { threadEnded } from './thread-failure.ts';

/** The least work for one thread, so that its start pays off. */
const BYTES_A_THREAD = 1 << 20;
const ROWS_A_THREAD = 5000;
/** Queued at each thread, so that it has a next chunk while the main thread is busy with a chunk of its own. */
const CHUNKS_AT_A_THREAD = 4;
/** Each open chunk keeps its input and its results in memory: with 16, forcodes to CSV and GeoJSON need 20 MB more in two threads. */
const OPEN_CHUNKS_A_THREAD = 6;
/**
 * With a limit of gigabytes V8 lets the heap grow to four times its live size before it collects. A young generation of 24 MB
 * instead of 48 needs 17 MB less. Measured, forcodes of 150,000 rows with quotes to CSV and GeoJSON in two threads, with the limits of this
 * module and of the rows that csv-parse gets at once: peak 249 MiB instead of 297.
 */
const HEAP_OF_A_THREAD = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1024 };
/** Larger buffers are not reused, so that one huge row does not keep its memory. */
const MAX_SCRATCH_BYTES = 1 << 19;

/** The configuration of worker threads; tests use another `entry`. */
export interface ChunkThreadsOptions {
  /** Threads at most, this one included; fewer for a small input. */
  threads: number;
  service: Pick<ThreadData, 'loaded'>;
  /** Whether this thread processes chunks too (default), so that one thread less is started and none is waited for. */
  isOwnUsed?: boolean;
  bytesPerThread?: number;
  entry?: URL;
}

/**
 * Returns a function that builds the chunk processor of a run in threads.
 *
 * Shape: the function returns undefined for an input so small that one thread is faster.
 * Errors: of the processor: INTERNAL when a thread ends unexpectedly, for its chunks and those after them.
 */
export function createChunkThreads({
  threads: maxThreads,
  service,
  bytesPerThread = BYTES_A_THREAD,
  entry = threadEntry('chunk-worker'),
  isOwnUsed = true,
}: ChunkThreadsOptions): CreateChunkProcessor {
  return async ({ order, bytesLeft, rowsLeft, onRows, own }): Promise<ChunkProcessor | undefined> => {
    const wanted = Math.floor(Math.min(maxThreads, bytesLeft / bytesPerThread, rowsLeft / ROWS_A_THREAD));
    if (wanted < 2) return undefined;
    const threads = isOwnUsed ? wanted - 1 : wanted;
    // Decoded here once, in shared memory; otherwise each thread would decode its own.
    coverOf(service.loaded.admin.map);
    // Loaded only by runs that use threads.
    const { Piscina } = await import('piscina');
    const pool = new Piscina({
      filename: fileURLToPath(entry),
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: CHUNKS_AT_A_THREAD,
      recordTiming: false,
      resourceLimits: HEAP_OF_A_THREAD,
      workerData: { order, loaded: service.loaded } satisfies ThreadData,
      execArgv: threadArguments(entry),
    });
    // Buffers are reused: allocating and freeing external memory makes V8 run full collections.
    const scratches: ArrayBuffer[] = [];
    let ended: Error | undefined;

    async function ask(chunk: CutChunk): Promise<ChunkResult> {
      const { message, transfer } = packChunk(chunk, scratches.pop());
      const answer = (await pool.run(message, { transferList: transfer }).catch(end)) as ThreadAnswer;
      if ('failure' in answer) throw deserializeError(answer.failure);
      onRows(answer.result.counts.results);
      const { buffer } = answer.result;
      const release = () => {
        if (buffer.byteLength <= MAX_SCRATCH_BYTES) scratches.push(buffer);
      };
      return { ...unpackResult(answer.result), release };
    }

    // Threads get no chunks before they have started; this thread processes them meanwhile.
    let begun = isOwnUsed ? 0 : threads;
    const room = () => begun * CHUNKS_AT_A_THREAD;
    const share = shareChunks({ ask, room, own: isOwnUsed ? own : undefined });
    function end(error: unknown): never {
      ended ??= threadEnded(error);
      share.end(ended);
      throw ended;
    }
    pool.on('message', (message) => {
      if (message !== THREAD_BEGUN || begun === threads) return;
      begun += 1;
      share.look();
    });
    // A thread that ended while idle: the others could continue, but something is wrong.
    pool.on('error', (error) => {
      ended ??= threadEnded(error);
      share.end(ended);
    });
    return {
      openChunks: wanted * OPEN_CHUNKS_A_THREAD,
      process: (chunk) => (ended ? Promise.reject(ended) : share.process(chunk)),
      async close() {
        share.end();
        await pool.destroy();
      },
    };
  };
}
