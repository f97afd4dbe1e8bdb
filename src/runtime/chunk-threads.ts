import type { ChunkProcessor, CreateChunkProcessor, WorkOrder } from '../run/pipeline/chunk-processor.ts';
import type { ChunkTask, ThreadData } from './chunk-worker.ts';
import type { OperationName } from '../contract/catalogue.ts';
import type { JudgeSample, SampleReport } from '../run/pipeline/sample/judge-sample.ts';
import { threadEntry } from './thread-entry.ts';
import { message } from '../base/messages/message.ts';
import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { CutChunk } from '../formats/chunk-cutter.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { coverOf } from '../engine/gazetteer/units/open-admin-dataset.ts';
import { packChunk, type ResultMessage, unpackResult } from '../run/pipeline/chunk-message.ts';
import type { ChunkResult } from '../run/pipeline/process-chunk.ts';
import { processBlaming, stuckAt } from '../run/pipeline/slow-rows.ts';
import type { SlowRow } from '../run/pipeline/read-around.ts';
import { createSharedPool } from './shared-pool.ts';
import { TaskStuck } from './task-thread.ts';
import { createTaskThreads, type TaskThreadsOptions } from './task-threads.ts';
import { timeBudgets, type TimeBudgets } from './time-budgets.ts';

/**
 * The least work for one thread of a run: each loads and compiles the program for itself. Measured by one and two threads, CPU and time: 20,000 addresses 9.0
 * and 15.2 s, 6.1 and 8.2 s; 100,000 (8.5 MB) 20.0 and 27.9 s, 15.6 and 14.7 s; forcodes of 300,000 rows (44 MB) 6.3 and 7.6 s, 5.0 and 4.4 s.
 */
const LEAST_WORK = { bytes: 6 << 20, rows: 50_000 };
/** That of a server, whose threads are there. */
const LEAST_WORK_OF_A_SERVER = { bytes: 1 << 20, rows: 5000 };
/** Each open chunk keeps its input and its results in memory: with 16, forcodes to CSV and GeoJSON need 20 MB more in two threads. */
const OPEN_CHUNKS_A_THREAD = 6;

/** Chunks take milliseconds; a stop does not wait for one that takes its whole budget. */
const DRAIN_MS = 2000;

/** Twice that of a run in one thread: each way to another thread costs as much as several rows. */
const CHUNK_BYTES = 32 << 10;

/** The configuration of worker threads; tests use another `entry`, smaller budgets, and less work for a thread. */
export interface ChunkThreadsOptions extends Partial<
  Pick<ChunkPoolOptions, 'entry' | 'budgets' | 'lookMs' | 'youngGenerationMb'>
> {
  /** Threads at most; fewer for a small input. */
  threads: number;
  service: ThreadData;
  leastWork?: { readonly bytes: number; readonly rows: number };
}

/** Threads of one run. */
export interface ChunkThreads {
  createChunkProcessor: CreateChunkProcessor;
  judge: JudgeSample;
  close: () => Promise<void>;
}

/**
 * Creates threads for one run, which are started when it needs them.
 *
 * Errors: of the processor: INTERNAL when a thread ends unexpectedly, for its chunks and those after them.
 */
export function createChunkThreads(options: ChunkThreadsOptions): ChunkThreads {
  let opened: ChunkPool | undefined;
  // The others could continue after one has ended, but something is wrong.
  const open = () => (opened ??= openChunkPool({ ...poolOptions(options), isStrict: true }));
  const close = async () => opened?.close();
  return {
    createChunkProcessor: createProcessors(options, open, close),
    judge: (task) => open().judge(task),
    close,
  };
}

/** Chunk processors of many runs over the same threads. */
export type SharedChunkThreads = Pick<ChunkThreads, 'createChunkProcessor' | 'close'>;

/**
 * As {@link createChunkThreads}, with threads that all runs of this process share. A run fails when a thread ends that has one of its chunks.
 */
export function createSharedChunkThreads(options: ChunkThreadsOptions): SharedChunkThreads {
  const shared = createSharedPool(() =>
    openChunkPool({ ...poolOptions(options), youngGenerationMb: YOUNG_MB.server, isStrict: false }),
  );
  return {
    createChunkProcessor: createProcessors(
      { leastWork: LEAST_WORK_OF_A_SERVER, ...options },
      () => shared.acquire(),
      async () => shared.release(),
    ),
    close: () => shared.close(),
  };
}

/** Returns how many threads pay off for so many bytes, of at most so many rows. */
export function threadsFor(bytes: number, rows = Infinity, least = LEAST_WORK): number {
  return Math.max(1, Math.floor(Math.min(bytes / least.bytes, rows / least.rows)));
}

const poolOptions = ({
  leastWork: _,
  entry = threadEntry('chunk-worker'),
  ...options
}: ChunkThreadsOptions) => ({
  ...options,
  entry,
});

function createProcessors(
  { threads: maxThreads, leastWork }: ChunkThreadsOptions,
  acquire: () => ChunkPool,
  release: () => Promise<void>,
): CreateChunkProcessor {
  return async ({ order, bytesLeft, rowsLeft, onRows }): Promise<ChunkProcessor> => {
    const threads = Math.min(maxThreads, threadsFor(bytesLeft, rowsLeft, leastWork));
    const pool = acquire();
    pool.start(threads);
    const { process } = pool.join(order);
    return {
      openChunks: threads * OPEN_CHUNKS_A_THREAD,
      chunkBytes: CHUNK_BYTES,
      drainMs: DRAIN_MS,
      async process(chunk) {
        const result = await process(chunk);
        onRows(result.counts.results);
        return result;
      },
      close: release,
    };
  };
}

/** Queued at each thread, so that it has a next chunk while the main thread is busy. */
const CHUNKS_AT_A_THREAD = 4;
/** With a limit of gigabytes V8 lets the heap grow to four times its live size before it collects. */
const OLD_MB = 1024;

/**
 * Sizes of the young generation of a thread. V8 copies what lives in it at each collection, and later collects what it moved out: the smaller it is, the more
 * of a chunk in progress. Forcodes have less, for their bound of 256 MB. Measured by two threads, CPU and peak: 100,000 addresses 32.4 s and 376 MB with 12,
 * 28.6 s and 394 MB with 24, 26.6 s and 417 MB with 48, 26.6 s and 464 MB with 96; reverse of 100,000 points 11.9 s and 338 MB with 12, 10.1 s and 316 MB
 * with 24; forcodes of 300,000 rows 8.1 s and 257 MB with 12, 7.7 s and 268 MB with 24. A server, which has no bound, over 42,000 addresses: 126 us of CPU an
 * address with 96, 121 with 192, the same with 384, for up to 100 MB more a thread than the 48 of Node. Units: megabytes.
 */
const YOUNG_MB = { server: 192, search: 48, other: 24, oneOfForcodes: 24, forcodes: 12 } as const;

/** An address leaves some 45 kB of garbage, a point or a code much less. */
const SEARCHES: readonly OperationName[] = ['geocodeForward', 'convert', 'autocomplete'];
const FORCODES: readonly OperationName[] = ['encodeForcode', 'decodeForcode'];

/** Returns the size of the young generation of each thread of a job with these operations. Units: megabytes. */
export function youngMbOf(operations: readonly OperationName[], threads: number): number {
  if (operations.every((name) => FORCODES.includes(name)))
    return threads > 1 ? YOUNG_MB.forcodes : YOUNG_MB.oneOfForcodes;
  return operations.some((name) => SEARCHES.includes(name)) ? YOUNG_MB.search : YOUNG_MB.other;
}

/** Larger buffers are not reused, so that one huge row does not keep its memory. */
const MAX_SCRATCH_BYTES = 1 << 19;

/** Worker threads over one dataset that process the chunks of any run. */
export interface ChunkPool {
  /** Joins the pool, to process chunks of one order. Errors of a chunk: its own; INTERNAL when its thread ended. */
  join(order: WorkOrder): Pick<ChunkProcessor, 'process'>;
  judge: JudgeSample;
  /** Starts threads up to a number. */
  start(threads: number): void;
  close(): Promise<void>;
}

/** The threads of a pool, and the dataset that they share. */
export interface ChunkPoolOptions extends Pick<
  TaskThreadsOptions,
  'threads' | 'entry' | 'isStrict' | 'lookMs'
> {
  service: ThreadData;
  /** Size of the young generation of each thread; see {@link youngMbOf}. Units: megabytes. */
  youngGenerationMb?: number;
  /** Those of this process when left out. */
  budgets?: Pick<TimeBudgets, 'chunkMs' | 'rowMs' | 'sampleMs'>;
}

/** Creates worker threads for chunks. A chunk that exceeds its time is processed again row by row, and rows that take too long are blamed. */
export function openChunkPool({
  service: { loaded, aliases },
  youngGenerationMb = YOUNG_MB.other,
  budgets = timeBudgets(),
  ...options
}: ChunkPoolOptions): ChunkPool {
  // Decoded here once, in shared memory; otherwise each thread would decode its own. One thread does so when it needs it: a short run may not.
  if (options.threads > 1) coverOf(loaded.admin.map);
  const threads = createTaskThreads({
    ...options,
    data: { loaded, aliases } satisfies ThreadData,
    heap: { maxYoungGenerationSizeMb: youngGenerationMb, maxOldGenerationSizeMb: OLD_MB },
    openPerThread: CHUNKS_AT_A_THREAD,
    failureOf: threadEnded,
  });
  // Buffers are reused: allocating and freeing external memory makes V8 run full collections.
  const scratches: SharedArrayBuffer[] = [];

  return {
    join(order) {
      const bytes = serialize(order);
      const packedOrder = { id: createHash('sha256').update(bytes).digest('base64'), bytes };

      async function process(
        chunk: CutChunk,
        budgetMs: number,
        slow: readonly SlowRow[],
      ): Promise<ChunkResult> {
        const pack = () =>
          ({ ...packChunk(chunk, scratches.pop()), order: packedOrder, slow }) satisfies ChunkTask;
        const message = (await threads.run({ pack, budgetMs }).catch((error: unknown) => {
          throw error instanceof TaskStuck ? stuckAt(error.step) : error;
        })) as ResultMessage;
        const { buffer } = message;
        const release = () => {
          if (buffer.byteLength <= MAX_SCRATCH_BYTES) scratches.push(buffer);
        };
        return { ...unpackResult(message), release };
      }
      return { process: (chunk) => processBlaming(chunk, process, budgets) };
    },
    async judge(sample) {
      const task = { pack: () => ({ sample }), budgetMs: budgets.sampleMs };
      return (await threads.run(task).catch((error: unknown) => {
        throw error instanceof TaskStuck ? stuckAt(error.step) : error;
      })) as SampleReport;
    },
    // A failure is that of the chunks.
    start: (count) => void threads.start(count).catch(() => undefined),
    close: () => threads.close(),
  };
}

/** Builds the failure of a worker thread that ended by itself, whatever ended it. */
export function threadEnded(cause: unknown): GeomillError {
  const { code, message: words } = cause as { code?: unknown; message?: unknown };
  const reason =
    code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? message('setting.workerOutOfMemory')
      : message('setting.workerThreadEnded', { cause: String(words) });
  return new GeomillError('INTERNAL', reason, { cause });
}
