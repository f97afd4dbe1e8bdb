/** A queue that runs a limited number of tasks at a time; a task keeps its place until its promise settles. */
export interface TaskQueue {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Returns the number of tasks that wait. */
  waiting(): number;
  /** Resolves when no task runs or waits. */
  idle(): Promise<void>;
}

/** Builds a queue. Guarantee: tasks begin in the order in which they came; a free place goes to the task that has waited longest. */
export function createTaskQueue(concurrency: number): TaskQueue {
  const waiting: (() => void)[] = [];
  let idle: (() => void)[] = [];
  let running = 0;

  function giveUpPlace(): void {
    const next = waiting.shift();
    if (next) return next();
    running -= 1;
    if (running > 0) return;
    const all = idle;
    idle = [];
    for (const resolve of all) resolve();
  }

  return {
    async run(task) {
      if (running < concurrency) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        giveUpPlace();
      }
    },
    waiting: () => waiting.length,
    idle: async () => {
      if (running > 0) await new Promise<void>((resolve) => idle.push(resolve));
    },
  };
}
