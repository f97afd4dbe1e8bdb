import PQueue from 'p-queue';

/** Runs tasks, so many at a time; a task holds its place until its promise settles. */
export interface Queue {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>;
}

/** Builds a queue over p-queue; it keeps what waits here out of the rate limiter. */
export function createQueue(concurrency: number): Queue {
  const queue = new PQueue({ concurrency });
  return { run: (task) => queue.add(task), idle: () => queue.onIdle() };
}
