import type { ChunkProcessor, CreateChunkProcessor, WorkOrder } from '../run/pipeline/chunk-processor.ts';
import type { ChunkTask, ThreadData } from './chunk-worker.ts';
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
import { TaskStuck } from './task-thread.ts';
import { createTaskThreads, type TaskThreadsOptions } from './task-threads.ts';
import { timeBudgets, type TimeBudgets } from './time-budgets.ts';

/** The least work for one thread, so that its start pays off. */
const BYTES_A_THREAD = 1 << 20;
const ROWS_A_THREAD = 5000;
/** Each open chunk keeps its input and its results in memory: with 16, forcodes to CSV and GeoJSON need 20 MB more in two threads. */
const OPEN_CHUNKS_A_THREAD = 6;

/** Chunks take milliseconds; a stop does not wait for one that takes its whole budget. */
const DRAIN_MS = 2000;

/** Twice that of a run in one thread: each way to another thread costs as much as several rows. */
const CHUNK_BYTES = 32 << 10;

/**
 * For a server: an address leaves some 45 kB of garbage, so the 12 MB of a run would be collected every 90 rows, and the 48 MB of Node every 360.
 *
 * Cost: up to 100 MB more for each thread than with the 48 of Node: V8 rounds each third of it up to a power of two. Measured in turn over 42,000
 * addresses: 96 MB 126 us of CPU an address, 192 MB 121, 384 MB the same. Units: megabytes.
 */
const YOUNG_MB_OF_A_SERVER = 192;

/** The configuration of worker threads; tests use another `entry`, smaller budgets, and less work for a thread. */
export interface ChunkThreadsOptions extends Partial<Pick<ChunkPoolOptions, 'entry' | 'budgets' | 'lookMs'>> {
  /** Threads at most; fewer for a small input. */
  threads: number;
  service: ThreadData;
  bytesPerThread?: number;
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
  const shared = createSharedChunkPool({
    ...poolOptions(options),
    youngGenerationMb: YOUNG_MB_OF_A_SERVER,
    isStrict: false,
  });
  return {
    createChunkProcessor: createProcessors(
      options,
      () => shared.acquire(),
      async () => shared.release(),
    ),
    close: () => shared.close(),
  };
}

const poolOptions = ({
  bytesPerThread: _,
  entry = threadEntry('chunk-worker'),
  ...options
}: ChunkThreadsOptions) => ({
  ...options,
  entry,
});

function createProcessors(
  { threads: maxThreads, bytesPerThread = BYTES_A_THREAD }: ChunkThreadsOptions,
  acquire: () => ChunkPool,
  release: () => Promise<void>,
): CreateChunkProcessor {
  return async ({ order, bytesLeft, rowsLeft, onRows }): Promise<ChunkProcessor> => {
    const most = Math.floor(Math.min(maxThreads, bytesLeft / bytesPerThread, rowsLeft / ROWS_A_THREAD));
    const threads = Math.max(1, most);
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

/** After this time without a batch the threads are ended, and their memory is free. */
const IDLE_MS = 60_000;

/** A pool that several runs use at once, opened by the first. */
export interface SharedChunkPool {
  /** Returns the pool; to be released when the run ends. */
  acquire(): ChunkPool;
  release(): void;
  close(): Promise<void>;
}

/**
 * Creates a pool for the runs of a process that outlives them.
 *
 * Guarantee: never more threads than those of the options, however many runs there are; none after a minute without a run.
 */
function createSharedChunkPool(options: ChunkPoolOptions, idleMs = IDLE_MS): SharedChunkPool {
  let opened: ChunkPool | undefined;
  let users = 0;
  let timer: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    const ending = opened;
    opened = undefined;
    await ending?.close();
  }

  return {
    acquire() {
      users += 1;
      clearTimeout(timer);
      return (opened ??= openChunkPool(options));
    },
    release() {
      users -= 1;
      if (users > 0) return;
      timer = setTimeout(() => void end(), idleMs);
      timer.unref();
    },
    close() {
      clearTimeout(timer);
      return end();
    },
  };
}

/** Queued at each thread, so that it has a next chunk while the main thread is busy. */
const CHUNKS_AT_A_THREAD = 4;
/**
 * With a limit of gigabytes V8 lets the heap grow to four times its live size before it collects. A young generation of 24 MB
 * instead of 48 needs 17 MB less. Measured, forcodes of 150,000 rows with quotes to CSV and GeoJSON in two threads, with the limits of this
 * module and of the rows that csv-parse gets at once: peak 249 MiB instead of 297. With 12 MB, forcodes of 200,000 rows: 249 MiB instead of
 * 261.
 */
const HEAP_OF_A_THREAD = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1024 };

/**
 * A thread alone has more room, but not all of a main thread: that has its own heap beside it. Measured, 20,000 addresses: 5.7 s of CPU and 242 MB,
 * instead of 5.5 s and 265 MB with 48; 3000 rows with a new key each, in a heap of 96 MB: 194 MB, instead of 215 to 229. Units: megabytes.
 */
const YOUNG_MB_OF_ONE = 24;

/** Larger buffers are not reused, so that one huge row does not keep its memory. */
const MAX_SCRATCH_BYTES = 1 << 19;

/** Worker threads over one dataset that process the chunks of any run. */
export interface ChunkPool {
  /** Chunks that keep all threads busy. */
  readonly room: number;
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
  /** Size of the young generation of each thread, where a run's bound on memory does not apply. Units: megabytes. */
  youngGenerationMb?: number;
  /** Those of this process when left out. */
  budgets?: Pick<TimeBudgets, 'chunkMs' | 'rowMs' | 'sampleMs'>;
}

/** Creates worker threads for chunks. A chunk that exceeds its time is processed again row by row, and rows that take too long are blamed. */
export function openChunkPool({
  service: { loaded, aliases },
  youngGenerationMb,
  budgets = timeBudgets(),
  ...options
}: ChunkPoolOptions): ChunkPool {
  // Decoded here once, in shared memory; otherwise each thread would decode its own. One thread does so when it needs it: a short run may not.
  if (options.threads > 1) coverOf(loaded.admin.map);
  const young = youngGenerationMb ?? (options.threads > 1 ? undefined : YOUNG_MB_OF_ONE);
  const threads = createTaskThreads({
    ...options,
    data: { loaded, aliases } satisfies ThreadData,
    heap: { ...HEAP_OF_A_THREAD, ...(young !== undefined && { maxYoungGenerationSizeMb: young }) },
    openPerThread: CHUNKS_AT_A_THREAD,
    failureOf: threadEnded,
  });
  // Buffers are reused: allocating and freeing external memory makes V8 run full collections.
  const scratches: ArrayBuffer[] = [];

  return {
    room: threads.room,
    join(order) {
      const bytes = serialize(order);
      const packedOrder = { id: createHash('sha256').update(bytes).digest('base64'), bytes };

      async function process(
        chunk: CutChunk,
        budgetMs: number,
        slow: readonly SlowRow[],
      ): Promise<ChunkResult> {
        const pack = () => {
          const { message, transfer } = packChunk(chunk, scratches.pop());
          return { message: { ...message, order: packedOrder, slow } satisfies ChunkTask, transfer };
        };
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
      const task = { pack: () => ({ message: { sample } }), budgetMs: budgets.sampleMs };
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
