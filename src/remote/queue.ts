import PQueue from 'p-queue';

/** A queue that runs a limited number of tasks at a time; a task keeps its place until its promise settles. */
export interface Queue {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when no task runs or waits. */
  idle(): Promise<void>;
}

/** Builds a queue over p-queue; waiting tasks do not enter the rate limiter. */
export function createQueue(concurrency: number): Queue {
  const queue = new PQueue({ concurrency });
  return { run: (task) => queue.add(task), idle: () => queue.onIdle() };
}
