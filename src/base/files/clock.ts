/**
 * The time of a process, for durations; replaced in tests and in the simulator.
 *
 * Units: ms.
 */
export interface Clock {
  /** Monotonic. */
  nowMs: () => number;
  /** Calls back once after a time. Shape: returns the function that prevents it; unless `keepsProcess`, the process may end before. */
  after: (ms: number, callback: () => void, keepsProcess?: boolean) => () => void;
}

/** The clock of this process. */
export const SYSTEM_CLOCK: Clock = {
  nowMs: () => performance.now(),
  after(ms, callback, keepsProcess = true) {
    const timer = setTimeout(callback, ms);
    if (!keepsProcess) timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Waits; ends early, without a failure, when the signal is aborted. */
export function sleep({ after }: Pick<Clock, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = after(ms, end);
    signal?.addEventListener('abort', end, { once: true });
  });
}
