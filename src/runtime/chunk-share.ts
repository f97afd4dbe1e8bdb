import { setImmediate } from 'node:timers/promises';
import type { ChunkProcessor } from '../run/pipeline/chunk-processor.ts';
import type { CutChunk } from '../formats/chunk-cutter.ts';
import type { ChunkResult } from '../run/pipeline/process-chunk.ts';

/** The threads that share the chunks of a run. */
export interface ChunkShareOptions {
  /** Processes a chunk in another thread. */
  ask: (chunk: CutChunk) => Promise<ChunkResult>;
  /** Returns how many chunks the other threads accept at once. */
  room: () => number;
  /** Processes chunks in this thread; undefined if it processes none. */
  own: Pick<ChunkProcessor, 'process'> | undefined;
}

/** The distribution of chunks to idle threads. */
export interface ChunkShare {
  process(chunk: CutChunk): Promise<ChunkResult>;
  /** Distributes again, after `room` may have grown. */
  look(): void;
  /** Drops the chunks that are not started yet, rejecting them with the failure if there is one. */
  end(failure?: Error): void;
}

interface Waiting {
  chunk: CutChunk;
  resolve: (result: ChunkResult | Promise<ChunkResult>) => void;
  reject: (error: Error) => void;
}

/**
 * Distributes chunks to other threads and this one, in order: this one takes the next chunk when the others have as many as they accept.
 *
 * Guarantee: between two of its own chunks this thread handles the messages of the other threads and of the disk.
 */
export function shareChunks({ ask, room, own }: ChunkShareOptions): ChunkShare {
  const waiting: Waiting[] = [];
  let sent = 0;
  let isBusy = false;

  function fillOthers(): void {
    while (waiting.length > 0 && sent < room()) {
      const { chunk, resolve } = waiting.shift() as Waiting;
      sent += 1;
      resolve(
        ask(chunk).finally(() => {
          sent -= 1;
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
