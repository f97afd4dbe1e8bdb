import { message } from '../base/messages/message.ts';
import { needsRouter, type OperationName } from '../contract/catalogue.ts';
import { failure, GeomillError } from '../base/errors/geomill-error.ts';
import type { LoadedDataset } from '../engine/gazetteer/load-dataset.ts';
import { coverOf } from '../engine/gazetteer/units/open-admin-dataset.ts';
import type { AnswerTask } from './answer-worker.ts';
import { TaskStuck } from './task-thread.ts';
import { createTaskThreads, type TaskThreadsOptions } from './task-threads.ts';
import { threadEntry } from './thread-entry.ts';
import { timeBudgets } from './time-budgets.ts';

const OPEN_PER_THREAD = 8;
const HEAP = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1024 };

/** What cancels a request; `signal` is for a service that reads it. */
interface Cancellation {
  readonly signal: AbortSignal;
  onCancel(listener: () => void): void;
}

/** Computes the response of an operation as JSON text. */
type Answer = (
  name: OperationName,
  parameters: Record<string, unknown>,
  cancellation?: Cancellation,
) => Promise<string>;

/** The number of threads, their dataset, and the function that computes the responses of this thread. */
export interface AnswerThreadsOptions extends Partial<
  Pick<TaskThreadsOptions, 'entry' | 'onEvent' | 'retryMs' | 'lookMs'>
> {
  threads: number;
  loaded: LoadedDataset;
  own: Answer;
  /** Time that a request may take; that of this process when left out. */
  requestMs?: number;
}

/** Threads that compute responses over one dataset. */
export interface AnswerThreads {
  /**
   * Computes a response.
   *
   * Errors: those of the operation; TOOK_TOO_LONG when it exceeds the budget of a request; ABORTED when it is cancelled; INTERNAL when the thread
   * of the request ends.
   */
  answer: Answer;
  /** Reports whether a request waits for a thread; the others are computed at once, in the thread that received them. */
  isSent: (name: OperationName, parameters: Parameters) => boolean;
  /** Returns why no request would be begun now; undefined where one would. */
  busyReason: () => string | undefined;
  /** Resolves when all threads have started. Errors: what opening the dataset in a thread throws. */
  started: Promise<void>;
  close(): Promise<void>;
}

type Parameters = Readonly<Record<string, unknown>>;

/** A limit of what the thread that receives requests computes itself. Units: kilometres, results, characters. */
const OWN_LIMITS = { size: 5, reverseKm: 1, nearbyKm: 5, characters: 200 } as const;

/**
 * The requests that cost less than sending them to a thread and back: those with these parameters, at most.
 *
 * Shape: an operation without an entry is always sent. None of these reads a free text: they are numbers, ids, codes and names of categories.
 */
const CHEAP: Partial<Record<OperationName, (parameters: Parameters) => boolean>> = {
  geocodeReverse: ({ 'boundary.circle.radius': radius, size }) =>
    isAtMost(radius, OWN_LIMITS.reverseKm) && isAtMost(size, OWN_LIMITS.size),
  nearby: ({ 'boundary.circle.radius': radius, size, categories }) =>
    isAtMost(radius, OWN_LIMITS.nearbyKm) && isAtMost(size, OWN_LIMITS.size) && isShort(categories),
  place: ({ ids }) => isShort(ids),
  encodeForcode: () => true,
  decodeForcode: ({ forcodes }) => isShort(forcodes),
};

const isAtMost = (value: unknown, limit: number): boolean =>
  value === undefined || (typeof value === 'number' && value <= limit);

const isShort = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= OWN_LIMITS.characters;

/** Reports whether a request is computed in the thread that received it: it costs less than another thread, or only this one has the router. */
export function isOwnRequest(name: OperationName, parameters: Parameters): boolean {
  return needsRouter([name]) || CHEAP[name]?.(parameters) === true;
}

/**
 * Starts threads that compute the responses of all requests that read a text or are expensive; the others are computed in this thread.
 *
 * Shape: requests wait until the first thread has started.
 */
export function createAnswerThreads(options: AnswerThreadsOptions): AnswerThreads {
  const { loaded, own, requestMs = timeBudgets().requestMs, entry = threadEntry('answer-worker') } = options;
  // Decoded here once, in shared memory; otherwise each thread would decode its own.
  coverOf(loaded.admin.map);
  const threads = createTaskThreads({
    ...options,
    entry,
    data: { loaded },
    heap: HEAP,
    openPerThread: OPEN_PER_THREAD,
    isStrict: false,
    failureOf: (cause) => new GeomillError('INTERNAL', message('setting.serverThreadEnded'), { cause }),
  });
  return {
    started: threads.start(options.threads),
    isSent: (name, parameters) => !isOwnRequest(name, parameters),
    answer(name, parameters, cancellation) {
      if (isOwnRequest(name, parameters)) return own(name, parameters, cancellation);
      const message = { name, parameters } satisfies AnswerTask;
      const text = threads.run({ pack: () => message, budgetMs: requestMs }, (listener) =>
        cancellation?.onCancel(listener),
      );
      return text.catch((error: unknown) => {
        throw error instanceof TaskStuck ? tookTooLong(name, requestMs) : error;
      }) as Promise<string>;
    },
    busyReason: () => threads.busyReason(),
    close: () => threads.close(),
  };
}

function tookTooLong(name: OperationName, requestMs: number): GeomillError {
  return failure('TOOK_TOO_LONG', 'setting.tookTooLong', { operation: name, seconds: requestMs / 1000 });
}
