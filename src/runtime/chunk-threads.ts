import type { CreateChunkProcessor, ChunkProcessor } from '../run/pipeline/chunk-processor.ts';
import { openChunkPool, type ChunkPool, type ChunkPoolOptions } from './chunk-pool.ts';
import type { ThreadData } from './chunk-worker.ts';
import type { JudgeSample } from '../run/pipeline/sample/judge-sample.ts';
import { threadEntry } from './thread-entry.ts';

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
