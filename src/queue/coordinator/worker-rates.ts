import type { JobAnswer } from '../job-result.ts';

/** What a worker did for a run. */
export interface WorkerShare {
  worker: string;
  rows: number;
  jobs: number;
  /** Rows per second of the time in which it computed, for one job at a time. */
  rowsPerSecond: number;
}

/** Sums of what each worker did. */
export interface WorkerRates {
  add(answer: JobAnswer, rows: number): void;
  /** Returns the workers, the one with most rows first. */
  list(): WorkerShare[];
}

/** Creates sums of zero. */
export function createWorkerRates(): WorkerRates {
  const sums = new Map<string, { rows: number; jobs: number; computeMs: number }>();
  return {
    add({ worker, computeMs }, rows) {
      const sum = sums.get(worker) ?? { rows: 0, jobs: 0, computeMs: 0 };
      sums.set(worker, {
        rows: sum.rows + rows,
        jobs: sum.jobs + 1,
        computeMs: sum.computeMs + computeMs,
      });
    },
    list: () =>
      Array.from(sums, ([worker, { rows, jobs, computeMs }]) => ({
        worker,
        rows,
        jobs,
        rowsPerSecond: computeMs > 0 ? rows / (computeMs / 1000) : 0,
      })).sort((a, b) => b.rows - a.rows),
  };
}
