import { message } from '../base/messages/message.ts';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { createOwnPlanner, type TourPlanner } from '../engine/routing/optimized/tour-planner.ts';
import { threadArguments, threadEntry } from './thread-entry.ts';
import type { TourTask } from './tour-worker.ts';

/** Stops that are ordered in this thread: fewer steps than sending them. */
const MOST_OWN_STOPS = 8;
/** How long a thread without work is kept. Units: milliseconds. */
const IDLE_MS = 60_000;

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
  let opening: Promise<Piscina> | undefined;

  async function run<T>(task: TourTask, signal: AbortSignal | undefined): Promise<T> {
    const pool = await (opening ??= openPool(threads, entry));
    try {
      return (await pool.run(task, { signal: signal ?? null })) as T;
    } catch (error) {
      if (signal?.aborted)
        throw new GeomillError('ABORTED', message('setting.requestCancelled'), { cause: error });
      throw new GeomillError('INTERNAL', message('setting.serverThreadEnded'), { cause: error });
    }
  }

  return {
    order: (problem, signal) =>
      problem.count <= MOST_OWN_STOPS ? own.order(problem) : run({ order: problem }, signal),
    plan: (problem, signal) => run({ plan: problem }, signal),
    close: async () => (await opening)?.destroy(),
  };
}

async function openPool(threads: number, entry: URL): Promise<Piscina> {
  const { Piscina: Pool } = await import('piscina');
  return new Pool({
    filename: fileURLToPath(entry),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    recordTiming: false,
    execArgv: threadArguments(),
  });
}
