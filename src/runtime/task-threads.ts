import type { ResourceLimits } from 'node:worker_threads';
import { failure } from '../base/errors/geomill-error.ts';
import { startTaskThread, TaskStuck, type OpenTask, type TaskThread } from './task-thread.ts';
import { createCountedTime, PROCESS_CLOCKS, type BudgetClocks } from './time-budgets.ts';

/** How often the threads are looked at. Units: ms. */
const LOOK_MS = 100;
/** A thread that has been at one task so long is not free. Units: ms. */
const BUSY_MS = 500;
/** The pause before a thread that could not be started is tried again; doubled each time up to the greatest. */
const RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;

/** An event for the log: a thread ended, was ended with a task that took too long, or the one that replaces it could not be started. */
export interface ThreadEvent {
  event: 'Thread:Ended' | 'Thread:Stuck' | 'Thread:NotStarted' | 'Thread:Replaced';
  err?: unknown;
  /** Time until the next attempt. */
  retryInMs?: number;
}

/** The number of threads, and what they are started with. */
export interface TaskThreadsOptions {
  /** At most; each is started when the others have no room, or by {@link TaskThreads.start}; of strict ones by that alone, after the first. */
  threads: number;
  entry: URL;
  data: object;
  heap: ResourceLimits;
  /** Tasks at a thread, so that it has a next one while this thread is busy. The others wait here, where they can be cancelled. */
  openPerThread: number;
  /** Whether a thread that ends by itself ends everything: its task might end the next one too. Else it is replaced, after pauses if that fails. */
  isStrict: boolean;
  /** Whether a cancelled task ends the thread that has it, for tasks that take seconds. */
  endsCancelled?: boolean;
  failureOf: (cause: unknown) => Error;
  onEvent?: (event: ThreadEvent) => void;
  retryMs?: number;
  clocks?: BudgetClocks;
  lookMs?: number;
}

/** Threads that compute tasks. */
export interface TaskThreads {
  /**
   * Computes a task; `onCancel` gets the function that drops it while it waits, with `endsCancelled` later too.
   *
   * Errors: those of the task; {@link TaskStuck} when it exceeded its budget; ABORTED when it was dropped; that of `failureOf` when its thread ended.
   */
  run(task: Pick<OpenTask, 'pack' | 'budgetMs'>, onCancel?: (listener: () => void) => void): Promise<unknown>;
  /** Starts threads up to a number. Shape: resolves when they have started. Errors: of the first that cannot. */
  start(threads: number): Promise<void>;
  /** Returns why no task would be begun now; undefined where one would. */
  busyReason(): string | undefined;
  close(): Promise<void>;
}

/**
 * Starts threads for tasks, each with a time budget: a task that exceeds it is rejected and its thread ended and replaced; the others at that thread
 * are computed by another one.
 *
 * Shape: a task goes to the thread with the fewest. Cost: some 100 MB for each thread over a dataset; its arrays are shared.
 */
export function createTaskThreads(options: TaskThreadsOptions): TaskThreads {
  const { openPerThread, isStrict, onEvent = () => undefined, lookMs = LOOK_MS } = options;
  const threads = new Set<TaskThread>();
  const starting = new Set<Promise<void>>();
  const retries = new Set<NodeJS.Timeout>();
  const waiting = new Set<OpenTask>();
  // A run knows how many threads its input pays for: two over 20,000 addresses take longer than one.
  let wanted = isStrict ? 1 : options.threads;
  let isClosed = false;
  let ended: Error | undefined;

  const countedMs = createCountedTime(options.clocks ?? PROCESS_CLOCKS, lookMs);
  const looking = setInterval(() => {
    const ms = countedMs();
    for (const thread of threads) thread.count(ms);
  }, lookMs);
  looking.unref();

  async function start(): Promise<void> {
    const thread = await startTaskThread({ ...options, onReply: dispatch, onEnd });
    if (isClosed) return thread.end();
    threads.add(thread);
    dispatch();
  }

  function track(started: Promise<void>): void {
    starting.add(started);
    void started.catch(() => undefined).finally(() => starting.delete(started));
  }

  function failAll(error: Error): void {
    ended ??= error;
    for (const task of waiting) task.reject(ended);
    waiting.clear();
  }

  function onEnd(thread: TaskThread, cause: unknown, lost: readonly OpenTask[]): void {
    threads.delete(thread);
    if (isClosed) {
      for (const task of lost) task.reject(closed());
      return;
    }
    const isStuck = cause instanceof TaskStuck;
    onEvent(isStuck ? { event: 'Thread:Stuck' } : { event: 'Thread:Ended', err: cause });
    // In front of those that came later.
    const later = [...waiting];
    waiting.clear();
    for (const task of [...lost, ...later]) waiting.add(task);
    if (isStrict && !isStuck) return failAll(options.failureOf(cause));
    replace(options.retryMs ?? RETRY_MS);
    dispatch();
  }

  function replace(retryInMs: number): void {
    const replaced = start().then(
      () => onEvent({ event: 'Thread:Replaced' }),
      (error: unknown) => {
        if (isClosed) return;
        if (isStrict) return failAll(error as Error);
        onEvent({ event: 'Thread:NotStarted', err: error, retryInMs });
        const timer = setTimeout(() => {
          retries.delete(timer);
          replace(Math.min(MAX_RETRY_MS, 2 * retryInMs));
        }, retryInMs);
        timer.unref();
        retries.add(timer);
      },
    );
    track(replaced);
  }

  function threadWithRoom(): TaskThread | undefined {
    let least: TaskThread | undefined;
    for (const thread of threads) if (!least || thread.open() < least.open()) least = thread;
    return least && least.open() < openPerThread ? least : undefined;
  }

  function dispatch(): void {
    for (const task of waiting) {
      const thread = threadWithRoom();
      if (!thread) break;
      waiting.delete(task);
      thread.send(task);
    }
    const missing = wanted - threads.size - starting.size - retries.size;
    if (missing > 0 && waiting.size > starting.size * openPerThread && !isClosed) {
      const started = start();
      track(started.catch((error: unknown) => failAll(error as Error)));
    }
  }

  return {
    async start(count) {
      wanted = Math.max(wanted, Math.min(count, options.threads));
      const missing = Math.min(count, options.threads) - threads.size - starting.size - retries.size;
      const first = Array.from({ length: Math.max(0, missing) }, start);
      for (const started of first) {
        track(started);
        if (isStrict) started.catch((error: unknown) => failAll(error as Error));
      }
      await Promise.all(first);
    },
    run(task, onCancel) {
      if (ended) return Promise.reject(ended);
      return new Promise((resolve, reject) => {
        const open = { ...task, resolve, reject };
        onCancel?.(() => {
          if (!waiting.delete(open) && options.endsCancelled) for (const thread of threads) thread.drop(open);
          reject(failure('ABORTED', 'setting.requestCancelled'));
        });
        waiting.add(open);
        dispatch();
      });
    },
    busyReason() {
      if (threads.size === 0) return 'no thread has started';
      const isFree = [...threads].some(
        (thread) => thread.open() < openPerThread && thread.workMs() < BUSY_MS,
      );
      return isFree ? undefined : `each of ${threads.size} threads is at a request that takes long`;
    },
    async close() {
      isClosed = true;
      clearInterval(looking);
      for (const timer of retries) clearTimeout(timer);
      failAll(closed());
      await Promise.allSettled([...starting, ...[...threads].map((thread) => thread.end())]);
    },
  };
}

const closed = () => failure('ABORTED', 'setting.threadsEnded');
