import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import type { CutChunk } from '../formats/chunk-cutter.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { deserializeError } from '../base/errors/serialize-error.ts';
import { coverOf } from '../engine/gazetteer/units/open-admin-dataset.ts';
import { packChunk, unpackResult, packResult } from '../run/pipeline/chunk-message.ts';
import type { WorkOrder, ChunkProcessor } from '../run/pipeline/chunk-processor.ts';
import type { ChunkResult } from '../run/pipeline/process-chunk.ts';
import type { ThreadAnswer, ThreadData, ThreadMessage } from './chunk-worker.ts';
import { THREAD_BEGUN, threadArguments } from './thread-entry.ts';

/** Queued at each thread, so that it has a next chunk while the main thread is busy with a chunk of its own. */
export const CHUNKS_AT_A_THREAD = 4;
/**
 * With a limit of gigabytes V8 lets the heap grow to four times its live size before it collects. A young generation of 24 MB
 * instead of 48 needs 17 MB less. Measured, forcodes of 150,000 rows with quotes to CSV and GeoJSON in two threads, with the limits of this
 * module and of the rows that csv-parse gets at once: peak 249 MiB instead of 297. With 12 MB, forcodes of 200,000 rows: 249 MiB instead of
 * 261.
 */
const HEAP_OF_A_THREAD = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1024 };

/** What a user of a pool is told. */
export interface PoolListeners {
  /** A thread has started. */
  onBegun: () => void;
  /** A thread ended that had a chunk of this user or, unless the pool tolerates that, no chunk at all. */
  onEnded: (error: GeomillError) => void;
}

/** A user of a pool: a run or a batch. */
export interface PoolClient {
  /** Processes a chunk in a thread. Errors: as of a chunk; INTERNAL when its thread ended. */
  process(chunk: CutChunk): Promise<ChunkResult>;
  /** Leaves the pool; chunks in progress are finished, and their results dropped. */
  leave(): void;
}

/** Worker threads over one dataset that process the chunks of any run. */
export interface ChunkPool {
  readonly threads: number;
  /** Returns how many chunks one client may have at the threads that have started. */
  room(): number;
  /** Joins the pool, to process chunks of one order. */
  join(order: WorkOrder, listeners: PoolListeners): PoolClient;
  close(): Promise<void>;
}

/** The threads of a pool, and the dataset that they share. */
export interface ChunkPoolOptions {
  threads: number;
  service: ThreadData;
  entry: URL;
  /** Size of the young generation of each thread, where a run's bound on memory does not apply. Units: megabytes. */
  youngGenerationMb?: number;
  /** Whether chunks are only sent to threads that have started. */
  awaitsBegun: boolean;
  /** Whether a thread that ends without a chunk is replaced in silence. */
  toleratesIdleEnd: boolean;
}

type Processor = Pick<ChunkProcessor, 'process'>;

/** Larger buffers are not reused, so that one huge row does not keep its memory. */
const MAX_SCRATCH_BYTES = 1 << 19;

/**
 * Wraps the processing of chunks in this thread, so that results wait for their commit as bytes in reused buffers, as those of other threads do.
 *
 * Cost: none, since the text is encoded once in any case. As texts of over 128 kB they would be garbage that only a full collection
 * frees. Measured, forcodes of 200,000 rows in two threads: peak 261 MiB in place of 267.
 */
export function packResults(processor: Processor): Processor {
  const scratches: ArrayBuffer[] = [];
  return {
    async process(chunk) {
      const { isCut, ...result } = await processor.process(chunk);
      const { message } = packResult(result, scratches.pop());
      const { buffer } = message;
      const release = () => {
        if (buffer.byteLength <= MAX_SCRATCH_BYTES) scratches.push(buffer);
      };
      return { ...unpackResult(message), isCut, release };
    },
  };
}

/** Starts worker threads. A thread that ends is replaced; the chunks at it fail. Cost: loads the thread pool with the first call. */
export async function openChunkPool({
  threads,
  service: { loaded },
  entry,
  youngGenerationMb = HEAP_OF_A_THREAD.maxYoungGenerationSizeMb,
  awaitsBegun,
  toleratesIdleEnd,
}: ChunkPoolOptions): Promise<ChunkPool> {
  // Decoded here once, in shared memory; otherwise each thread would decode its own.
  coverOf(loaded.admin.map);
  const { Piscina } = await import('piscina');
  const pool = new Piscina({
    filename: fileURLToPath(entry),
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: CHUNKS_AT_A_THREAD,
    recordTiming: false,
    resourceLimits: { ...HEAP_OF_A_THREAD, maxYoungGenerationSizeMb: youngGenerationMb },
    workerData: { loaded } satisfies ThreadData,
    execArgv: threadArguments(entry),
  });
  // Buffers are reused: allocating and freeing external memory makes V8 run full collections.
  const scratches: ArrayBuffer[] = [];
  const clients = new Set<PoolListeners>();
  let begun = awaitsBegun ? 0 : threads;

  pool.on('message', (message) => {
    if (message !== THREAD_BEGUN || begun === threads) return;
    begun += 1;
    for (const { onBegun } of clients) onBegun();
  });
  pool.on('error', (error) => {
    if (toleratesIdleEnd) return;
    for (const { onEnded } of clients) onEnded(threadEnded(error));
  });

  return {
    threads,
    room: () => begun * CHUNKS_AT_A_THREAD,
    join(order, listeners) {
      const bytes = serialize(order);
      const packedOrder = { id: createHash('sha256').update(bytes).digest('base64'), bytes };
      clients.add(listeners);
      return {
        async process(chunk) {
          const { message, transfer } = packChunk(chunk, scratches.pop());
          const task = { ...message, order: packedOrder } satisfies ThreadMessage;
          const answer = (await pool.run(task, { transferList: transfer }).catch((error: unknown) => {
            const ended = threadEnded(error);
            listeners.onEnded(ended);
            throw ended;
          })) as ThreadAnswer;
          if ('failure' in answer) throw deserializeError(answer.failure);
          const { buffer } = answer.result;
          const release = () => {
            if (buffer.byteLength <= MAX_SCRATCH_BYTES) scratches.push(buffer);
          };
          return { ...unpackResult(answer.result), release };
        },
        leave: () => void clients.delete(listeners),
      };
    },
    close: () => pool.destroy(),
  };
}

/** Builds the failure of a worker thread that ended by itself, whatever ended it. */
export function threadEnded(cause: unknown): GeomillError {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  const isMemory = code === 'ERR_WORKER_OUT_OF_MEMORY';
  const reason = isMemory ? 'it ran out of memory' : String(message);
  const advice = isMemory ? 'fewer --workers' : '--workers 1, should it happen again';
  return new GeomillError(
    'INTERNAL',
    `a worker thread ended before its rows were done: ${reason}. The rows before them are kept: run the same command again to continue, with ${advice}`,
    { cause },
  );
}
