import { failure, GeomillError } from '../base/errors/geomill-error.ts';
import { onAbort } from '../base/files/abort.ts';
import { message } from '../base/messages/message.ts';
import { createOwnPlanner, type TourPlanner } from '../engine/routing/optimized/tour-planner.ts';
import { createSharedPool } from './shared-pool.ts';
import { createTaskThreads } from './task-threads.ts';
import { threadEntry } from './thread-entry.ts';
import type { TourTask } from './tour-worker.ts';

/** Stops that are ordered in this thread: fewer steps than sending them. */
const MOST_OWN_STOPS = 8;

/** Threads that compute tours. */
export interface TourThreads extends TourPlanner {
  close(): Promise<void>;
}

/**
 * Creates a planner whose threads are started by the first long tour, so that this thread keeps answering others.
 *
 * Errors: ABORTED by the signal of a call, which ends the thread that computes it; INTERNAL when a thread ends unexpectedly.
 * Cost: some 10 MB for each thread while it has work; it needs no dataset.
 */
export function createTourThreads({
  threads,
  entry = threadEntry('tour-worker'),
  own = createOwnPlanner(),
}: {
  threads: number;
  entry?: URL;
  own?: TourPlanner;
}): TourThreads {
  const shared = createSharedPool(() =>
    createTaskThreads({
      threads,
      entry,
      data: {},
      heap: {},
      openPerThread: 1,
      isStrict: false,
      endsCancelled: true,
      failureOf: (cause) => new GeomillError('INTERNAL', message('setting.serverThreadEnded'), { cause }),
    }),
  );

  async function run<T>(task: TourTask, signal: AbortSignal | undefined): Promise<T> {
    if (signal?.aborted) throw failure('ABORTED', 'setting.requestCancelled');
    let off: (() => void) | undefined;
    try {
      const computed = shared
        .acquire()
        .run({ pack: () => task, budgetMs: Infinity }, (drop) => (off = onAbort(signal, drop)));
      return (await computed) as T;
    } finally {
      off?.();
      shared.release();
    }
  }

  return {
    order: (problem, signal) =>
      problem.count <= MOST_OWN_STOPS ? own.order(problem) : run({ order: problem }, signal),
    plan: (problem, signal) => run({ plan: problem }, signal),
    close: () => shared.close(),
  };
}
