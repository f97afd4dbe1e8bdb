import { openChunkPool, type ChunkPool, type ChunkPoolOptions } from './chunk-pool.ts';

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
export function createSharedChunkPool(options: ChunkPoolOptions, idleMs = IDLE_MS): SharedChunkPool {
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
