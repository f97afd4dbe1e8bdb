import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CutChunk } from '../formats/chunk-cutter.ts';
import { deserializeError } from '../errors/serialize-error.ts';
import { packChunk, unpackResult } from '../pipeline/chunk-message.ts';
import type { ChunkProcessor, CreateChunkProcessor } from '../pipeline/chunk-processor.ts';
import type { ChunkResult } from '../pipeline/process-chunk.ts';
import { shareChunks } from './chunk-share.ts';
import type { ThreadAnswer, ThreadData } from './chunk-worker.ts';
import { THREAD_BEGUN } from './thread-begun.ts';
import { threadEnded } from './thread-failure.ts';

/** What makes up for the start of a thread: half a second's work. */
const BYTES_A_THREAD = 1 << 20;
const ROWS_A_THREAD = 5000;
/** A thread that has answered finds its next chunk waiting, while the main thread is busy with one of its own. */
const CHUNKS_AT_A_THREAD = 4;
const OPEN_CHUNKS_A_THREAD = 16;
/**
 * V8 lets a heap that may grow to gigabytes reach four times what is alive before it collects. A young generation of 48 MB in place of 12 makes
 * geocode of 200,000 rows a twelfth faster, for some 60 MB.
 */
const HEAP_OF_A_THREAD = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 1024 };
/**
 * The pool would `require` the thread's module, and Node aborts the whole process when a thread is ended just then, as the last chunk of a
 * small file may do. Refused, the pool imports it.
 */
const IMPORT_ONLY = ['--no-experimental-require-module'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);
/** A chunk of one huge row should not leave its memory behind. */
const MAX_SCRATCH_BYTES = 1 << 19;

/** Holds what threads are made of; tests put another entry in. */
export interface ChunkThreadsOptions {
  /** As many at most, this one among them, and no more than the input keeps busy. */
  threads: number;
  service: Pick<ThreadData, 'loaded'>;
  /**
   * Tells whether this thread answers chunks too, as it does when left out: a thread less is to be started and to be held, and nobody waits
   * for those that are. Otherwise another thread takes its place.
   */
  isOwnUsed?: boolean;
  bytesPerThread?: number;
  entry?: URL;
}

/**
 * Returns what builds the processor of a run that works in threads.
 *
 * Shape: nothing where the input is so small that this thread had better do it alone.
 * Errors: of the processor: INTERNAL when a thread ends of itself, for its chunks and those after them.
 */
export function createChunkThreads({
  threads: maxThreads,
  service,
  bytesPerThread = BYTES_A_THREAD,
  entry = besideThis('chunk-worker'),
  isOwnUsed = true,
}: ChunkThreadsOptions): CreateChunkProcessor {
  return async ({ order, bytesLeft, rowsLeft, onRows, own }): Promise<ChunkProcessor | undefined> => {
    const wanted = Math.floor(Math.min(maxThreads, bytesLeft / bytesPerThread, rowsLeft / ROWS_A_THREAD));
    if (wanted < 2) return undefined;
    const threads = isOwnUsed ? wanted - 1 : wanted;
    // Not loaded by the commands that do without.
    const { Piscina } = await import('piscina');
    const pool = new Piscina({
      filename: fileURLToPath(entry),
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: CHUNKS_AT_A_THREAD,
      recordTiming: false,
      resourceLimits: HEAP_OF_A_THREAD,
      workerData: { order, loaded: service.loaded } satisfies ThreadData,
      execArgv: [...IMPORT_ONLY, ...sourceLoader(entry)],
    });
    // Buffers go back and forth: main memory that comes and goes makes V8 collect all of it, again and again.
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

    // While threads start, this one has better things to do than to wait for what they were given.
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
    // A thread that ends while it has nothing to do; the others would be given its share, but something is wrong.
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

/** Returns the module of a name beside this one: built where this one is, else the source. */
function besideThis(name: string): URL {
  return new URL(`${name}${extname(import.meta.url)}`, import.meta.url);
}

/** Returns the options of a thread that must read TypeScript, which Node 20 does not by itself. */
function sourceLoader(entry: URL): string[] {
  if (extname(entry.pathname) !== '.ts') return [];
  return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
}
