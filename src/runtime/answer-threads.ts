import { Worker } from 'node:worker_threads';
import type { OperationName } from '../contract/catalogue.ts';
import { GeomillError } from '../errors/geomill-error.ts';
import { deserializeError } from '../errors/serialize-error.ts';
import type { LoadedDataset } from '../gazetteer/load-dataset.ts';
import { coverOf } from '../gazetteer/units/open-admin-dataset.ts';
import type { ThreadRequest, ThreadResponse } from './answer-worker.ts';
import { threadArguments, threadEntry } from './thread-entry.ts';

/** The operations that cost several times more than sending them to a thread and back; the others are faster where they arrive. */
const THREADED: ReadonlySet<OperationName> = new Set(['geocodeForward', 'autocomplete']);

const HEAP = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1024 };

/** Computes the response of an operation as JSON text. */
type Answer = (
  name: OperationName,
  parameters: Record<string, unknown>,
  signal?: AbortSignal,
) => Promise<string>;

/** The number of threads, their dataset, and the function that computes the responses of this thread. */
export interface AnswerThreadsOptions {
  threads: number;
  loaded: LoadedDataset;
  own: Answer;
  entry?: URL;
}

/** Threads that compute responses over one dataset. */
export interface AnswerThreads {
  answer: Answer;
  close(): Promise<void>;
}

interface Pending {
  resolve: (text: string) => void;
  reject: (error: Error) => void;
}

interface Slot {
  worker: Worker;
  pending: Map<number, Pending>;
}

/**
 * Starts threads that compute the responses of expensive operations; the others are computed in this thread.
 *
 * Shape: a request goes to the thread with the fewest open requests. A thread that ends is replaced; its open requests fail with INTERNAL.
 * Errors: what opening the dataset in a thread throws.
 * Cost: some 100 MB for each thread; the arrays of the dataset are shared.
 */
export async function createAnswerThreads(options: AnswerThreadsOptions): Promise<AnswerThreads> {
  const { threads, loaded, own, entry = threadEntry('answer-worker') } = options;
  // Decoded here once, in shared memory; otherwise each thread would decode its own.
  coverOf(loaded.admin.map);
  let isClosed = false;
  let lastId = 0;
  const slots: Slot[] = [];

  async function start(): Promise<void> {
    const worker = new Worker(entry, {
      workerData: { loaded },
      execArgv: threadArguments(entry),
      resourceLimits: HEAP,
    });
    const slot: Slot = { worker, pending: new Map() };
    const ready = new Promise<string>((resolve, reject) => slot.pending.set(0, { resolve, reject }));
    worker.on('message', (response: ThreadResponse) => {
      const waiting = slot.pending.get(response.id);
      slot.pending.delete(response.id);
      if ('text' in response) waiting?.resolve(response.text);
      else waiting?.reject(deserializeError(response.failure));
    });
    // `exit` follows, with the open requests.
    let reason: unknown;
    worker.on('error', (error) => (reason = error));
    worker.on('exit', () => end(slot, reason));
    await ready;
    if (isClosed) await worker.terminate();
    else slots.push(slot);
  }

  function end(slot: Slot, cause: unknown): void {
    const error = new GeomillError('INTERNAL', 'a thread of the server ended unexpectedly', { cause });
    for (const { reject } of slot.pending.values()) reject(error);
    const at = slots.indexOf(slot);
    if (at >= 0) slots.splice(at, 1);
    // A thread that never became ready would end again.
    if (at >= 0 && !isClosed) void start().catch(() => undefined);
  }

  const leastBusy = (): Slot | undefined => {
    let least: Slot | undefined;
    for (const slot of slots) if (!least || slot.pending.size < least.pending.size) least = slot;
    return least;
  };

  await Promise.all(Array.from({ length: threads }, start));
  return {
    answer(name, parameters, signal) {
      const slot = THREADED.has(name) ? leastBusy() : undefined;
      if (!slot) return own(name, parameters, signal);
      const id = (lastId += 1);
      return new Promise((resolve, reject) => {
        slot.pending.set(id, { resolve, reject });
        slot.worker.postMessage({ id, name, parameters } satisfies ThreadRequest);
      });
    },
    async close() {
      isClosed = true;
      await Promise.all(slots.map(({ worker }) => worker.terminate()));
    },
  };
}
