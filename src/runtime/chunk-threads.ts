import type { CreateChunkProcessor, ChunkProcessor } from '../run/pipeline/chunk-processor.ts';
import { openChunkPool, packResults, type ChunkPool, type ChunkPoolOptions } from './chunk-pool.ts';
import { shareChunks } from './chunk-share.ts';
import type { ThreadData } from './chunk-worker.ts';
import { threadEntry } from './thread-entry.ts';

/** The least work for one thread, so that its start pays off. */
const BYTES_A_THREAD = 1 << 20;
const ROWS_A_THREAD = 5000;
/** Each open chunk keeps its input and its results in memory: with 16, forcodes to CSV and GeoJSON need 20 MB more in two threads. */
const OPEN_CHUNKS_A_THREAD = 6;

/** Twice that of a run in one thread: each way to another thread costs as much as several rows. */
const CHUNK_BYTES = 32 << 10;

/**
 * For a server: an address leaves some 45 kB of garbage, so the 12 MB of a run would be collected every 90 rows, and the 48 MB of Node every 360.
 *
 * Cost: up to 100 MB more for each thread than with the 48 of Node: V8 rounds each third of it up to a power of two. Measured in turn over 42,000
 * addresses: 96 MB 126 us of CPU an address, 192 MB 121, 384 MB the same. Units: megabytes.
 */
const YOUNG_MB_OF_A_SERVER = 192;

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

/** The threads of a run, and what to do with them when the run ends. */
interface Taken {
  pool: ChunkPool;
  end: () => Promise<void> | void;
}

/**
 * Returns a function that builds the chunk processor of a run in threads of its own.
 *
 * Shape: the function returns undefined for an input so small that one thread is faster.
 * Errors: of the processor: INTERNAL when a thread ends unexpectedly, for its chunks and those after them.
 */
export function createChunkThreads(options: ChunkThreadsOptions): CreateChunkProcessor {
  const { service, entry = threadEntry('chunk-worker'), isOwnUsed = true } = options;
  return createProcessors(options, async (threads) => {
    const pool = await openChunkPool({
      threads,
      service,
      entry,
      awaitsBegun: isOwnUsed,
      // The others could continue, but something is wrong.
      toleratesIdleEnd: false,
    });
    return { pool, end: () => pool.close() };
  });
}

/** Chunk processors of many runs over the same threads. */
export interface SharedChunkThreads {
  createChunkProcessor: CreateChunkProcessor;
  close: () => Promise<void>;
}

/**
 * As {@link createChunkThreads}, with threads that all runs of this process share; this thread, which has other work, processes no chunks: its
 * young generation cannot be made larger either. A run fails when a thread ends that has one of its chunks.
 */
export function createSharedChunkThreads(
  options: Omit<ChunkThreadsOptions, 'isOwnUsed'>,
): SharedChunkThreads {
  const { threads, service, entry = threadEntry('chunk-worker') } = options;
  const shared = createSharedChunkPool({
    threads,
    service,
    entry,
    youngGenerationMb: YOUNG_MB_OF_A_SERVER,
    awaitsBegun: false,
    toleratesIdleEnd: true,
  });
  return {
    createChunkProcessor: createProcessors({ ...options, isOwnUsed: false }, async () => ({
      pool: await shared.acquire(),
      end: () => shared.release(),
    })),
    close: () => shared.close(),
  };
}

function createProcessors(
  { threads: maxThreads, bytesPerThread = BYTES_A_THREAD, isOwnUsed = true }: ChunkThreadsOptions,
  take: (threads: number) => Promise<Taken>,
): CreateChunkProcessor {
  return async ({ order, bytesLeft, rowsLeft, onRows, own }): Promise<ChunkProcessor | undefined> => {
    const wanted = Math.floor(Math.min(maxThreads, bytesLeft / bytesPerThread, rowsLeft / ROWS_A_THREAD));
    if (wanted < 2) return undefined;
    // Loaded only by runs that use threads.
    const taken = await take(isOwnUsed ? wanted - 1 : wanted);
    let ended: Error | undefined;
    const client = taken.pool.join(order, {
      onBegun: () => share.look(),
      onEnded: (error) => {
        ended ??= error;
        share.end(ended);
      },
    });
    // Threads get no chunks before they have started; this thread processes them meanwhile.
    const share = shareChunks({
      async ask(chunk) {
        const result = await client.process(chunk);
        onRows(result.counts.results);
        return result;
      },
      room: () => taken.pool.room(),
      own: isOwnUsed ? packResults(own) : undefined,
    });
    return {
      openChunks: wanted * OPEN_CHUNKS_A_THREAD,
      chunkBytes: CHUNK_BYTES,
      process: (chunk) => (ended ? Promise.reject(ended) : share.process(chunk)),
      async close() {
        share.end();
        client.leave();
        await taken.end();
      },
    };
  };
}

/** After this time without a batch the threads are ended, and their memory is free. */
const IDLE_MS = 60_000;

/** A pool that several runs use at once, opened by the first. */
export interface SharedChunkPool {
  /** Returns the pool; to be released when the run ends. */
  acquire(): Promise<ChunkPool>;
  release(): void;
  close(): Promise<void>;
}

/**
 * Creates a pool for the runs of a process that outlives them.
 *
 * Guarantee: never more threads than those of the options, however many runs there are; none after a minute without a run.
 */
function createSharedChunkPool(options: ChunkPoolOptions, idleMs = IDLE_MS): SharedChunkPool {
  let opened: Promise<ChunkPool> | undefined;
  let users = 0;
  let timer: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    const ending = opened;
    opened = undefined;
    await (await ending)?.close();
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
