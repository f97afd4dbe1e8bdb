import { needsRouter, type OperationName } from '../contract/catalogue.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import type { LoadedDataset } from '../engine/gazetteer/load-dataset.ts';
import { coverOf } from '../engine/gazetteer/units/open-admin-dataset.ts';
import { startAnswerThread, type AnswerThread } from './answer-thread.ts';
import { threadEntry } from './thread-entry.ts';

/** Requests at a thread, so that it has a next one while this thread is busy. The others wait here, where they can be cancelled. */
const OPEN_PER_THREAD = 8;

/** The pause before a thread that could not be started is tried again; doubled each time up to the greatest. */
const RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;

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

/** An event for the log: a thread ended, or the one that replaces it could not be started. */
export interface ThreadEvent {
  event: 'Thread:Ended' | 'Thread:NotStarted' | 'Thread:Replaced';
  err?: unknown;
  /** Time until the next attempt. */
  retryInMs?: number;
}

/** The number of threads, their dataset, and the function that computes the responses of this thread. */
export interface AnswerThreadsOptions {
  threads: number;
  loaded: LoadedDataset;
  own: Answer;
  entry?: URL;
  onEvent?: (event: ThreadEvent) => void;
  retryMs?: number;
}

/** Threads that compute responses over one dataset. */
export interface AnswerThreads {
  /** Computes a response. Errors: those of the operation; ABORTED when it is cancelled; INTERNAL when the thread of the request ends. */
  answer: Answer;
  /** Reports whether a request waits for a thread; the others are computed at once, in the thread that received them. */
  isSent: (name: OperationName, parameters: Parameters) => boolean;
  close(): Promise<void>;
}

interface Waiting {
  name: OperationName;
  parameters: Record<string, unknown>;
  resolve: (text: string) => void;
  reject: (error: Error) => void;
}

type Parameters = Readonly<Record<string, unknown>>;

/** A limit of what the thread that receives requests computes itself. Units: kilometres, results, characters. */
const OWN_LIMITS = { size: 5, reverseKm: 1, nearbyKm: 5, characters: 200 } as const;

/**
 * The requests that cost less than sending them to a thread and back: those with these parameters, at most.
 *
 * Shape: an operation without an entry is always sent.
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
 * Starts threads that compute the responses of expensive requests; the others are computed in this thread, and all of them while no thread is left.
 *
 * Shape: a request goes to the thread with the fewest open requests. A thread that ends is replaced, after pauses if that fails.
 * Errors: what opening the dataset in a thread throws.
 * Cost: some 100 MB for each thread; the arrays of the dataset are shared.
 */
export async function createAnswerThreads(options: AnswerThreadsOptions): Promise<AnswerThreads> {
  const { loaded, own, entry = threadEntry('answer-worker'), onEvent = () => undefined } = options;
  // Decoded here once, in shared memory; otherwise each thread would decode its own.
  coverOf(loaded.admin.map);
  let isClosed = false;
  const threads = new Set<AnswerThread>();
  const starting = new Set<Promise<void>>();
  const retries = new Set<NodeJS.Timeout>();
  const waiting = new Set<Waiting>();

  async function start(): Promise<void> {
    const thread = await startAnswerThread({ loaded, entry, onEnd });
    if (isClosed) return thread.end();
    threads.add(thread);
    dispatch();
  }

  function onEnd(thread: AnswerThread, cause: unknown): void {
    threads.delete(thread);
    if (isClosed) return;
    onEvent({ event: 'Thread:Ended', err: cause });
    replace(options.retryMs ?? RETRY_MS);
    dispatch();
  }

  function replace(retryInMs: number): void {
    const replaced = start().then(
      () => onEvent({ event: 'Thread:Replaced' }),
      (error: unknown) => {
        if (isClosed) return;
        onEvent({ event: 'Thread:NotStarted', err: error, retryInMs });
        const timer = setTimeout(() => {
          retries.delete(timer);
          replace(Math.min(MAX_RETRY_MS, 2 * retryInMs));
        }, retryInMs);
        timer.unref();
        retries.add(timer);
      },
    );
    starting.add(replaced);
    void replaced.finally(() => starting.delete(replaced));
  }

  function threadWithRoom(): AnswerThread | undefined {
    let least: AnswerThread | undefined;
    for (const thread of threads) if (!least || thread.open() < least.open()) least = thread;
    return least && least.open() < OPEN_PER_THREAD ? least : undefined;
  }

  /** Sends waiting requests to threads, or computes them here if there is no thread. */
  function dispatch(): void {
    for (const request of waiting) {
      const thread = threadWithRoom();
      if (!thread && threads.size > 0) return;
      waiting.delete(request);
      const { name, parameters, resolve, reject } = request;
      const text = thread ? thread.ask(name, parameters) : own(name, parameters);
      text.then(
        (response) => {
          resolve(response);
          dispatch();
        },
        (error: unknown) => {
          reject(error as Error);
          dispatch();
        },
      );
    }
  }

  try {
    await Promise.all(Array.from({ length: options.threads }, start));
  } catch (error) {
    await close();
    throw error;
  }

  async function close(): Promise<void> {
    isClosed = true;
    for (const timer of retries) clearTimeout(timer);
    await Promise.allSettled([...starting, ...[...threads].map((thread) => thread.end())]);
  }

  return {
    isSent: (name, parameters) => !isOwnRequest(name, parameters),
    answer(name, parameters, cancellation) {
      if (isOwnRequest(name, parameters) || threads.size === 0) return own(name, parameters, cancellation);
      return new Promise<string>((resolve, reject) => {
        const request: Waiting = { name, parameters, resolve, reject };
        cancellation?.onCancel(() => {
          waiting.delete(request);
          reject(new GeomillError('ABORTED', 'The request was cancelled.'));
        });
        waiting.add(request);
        dispatch();
      });
    },
    close,
  };
}
