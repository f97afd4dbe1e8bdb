import { setImmediate } from 'node:timers/promises';
import type { ChunkProcessor } from '../pipeline/chunk-processor.ts';
import type { CutChunk } from '../formats/chunk-cutter.ts';
import type { ChunkResult } from '../pipeline/process-chunk.ts';

/** Holds who chunks are shared between. */
export interface ChunkShareOptions {
  /** Answers a chunk in another thread. */
  ask: (chunk: CutChunk) => Promise<ChunkResult>;
  /** Tells how many chunks the other threads can have at once. */
  room: () => number;
  /** Answers chunks in this thread; nothing where it is to have no share. */
  own: Pick<ChunkProcessor, 'process'> | undefined;
}

/** Gives each chunk to whoever has time for it. */
export interface ChunkShare {
  process(chunk: CutChunk): Promise<ChunkResult>;
  /** Says that there may be more room than before. */
  look(): void;
  /** Gives up the chunks that nobody has begun, and takes no more; without a failure nobody is told. */
  end(failure?: Error): void;
}

interface Waiting {
  chunk: CutChunk;
  resolve: (result: ChunkResult | Promise<ChunkResult>) => void;
  reject: (error: Error) => void;
}

/**
 * Shares chunks between other threads and this one, in order: this one takes the next chunk when the others have all that they can hold.
 *
 * Guarantee: between two chunks of its own this thread hears what the others and the disk have to say.
 */
export function shareChunks({ ask, room, own }: ChunkShareOptions): ChunkShare {
  const waiting: Waiting[] = [];
  let asked = 0;
  let isBusy = false;

  function fillOthers(): void {
    while (waiting.length > 0 && asked < room()) {
      const { chunk, resolve } = waiting.shift() as Waiting;
      asked += 1;
      resolve(
        ask(chunk).finally(() => {
          asked -= 1;
          look();
        }),
      );
    }
  }

  function look(): void {
    fillOthers();
    if (own && waiting.length > 0 && !isBusy) void answerOwn(own);
  }

  async function answerOwn({ process }: Pick<ChunkProcessor, 'process'>): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      await setImmediate();
      fillOthers();
      const next = waiting.shift();
      if (next === undefined) break;
      const answer = process(next.chunk);
      next.resolve(answer);
      await answer.catch(() => undefined);
    }
    isBusy = false;
  }

  return {
    process: (chunk) =>
      new Promise((resolve, reject) => {
        waiting.push({ chunk, resolve, reject });
        look();
      }),
    look,
    end(failure) {
      for (const { reject } of waiting.splice(0)) if (failure) reject(failure);
    },
  };
}
