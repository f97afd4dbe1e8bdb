import { onAbort } from './abort.ts';

/**
 * The time of a process; replaced in tests and in the simulator.
 *
 * Units: ms.
 */
export interface Clock {
  /** Monotonic, for durations: it never jumps, and is the same in all processes of a machine. */
  nowMs: () => number;
  /** The time of day, since the Unix epoch; only for calendar dates: the day of a quota, the date of a Retry-After. */
  wallMs: () => number;
  /** Calls back once after a time. Shape: returns the function that prevents it; unless `keepsProcess`, the process may end before. */
  after: (ms: number, callback: () => void, keepsProcess?: boolean) => () => void;
}

/** The clock of this machine. */
export const SYSTEM_CLOCK: Clock = {
  // `performance.now` begins at 0 in each process, `hrtime` does at the start of the machine.
  nowMs: () => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1e6;
  },
  wallMs: () => Date.now(),
  after(ms, callback, keepsProcess = true) {
    const timer = setTimeout(callback, ms);
    if (!keepsProcess) timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Waits. Errors: the reason of the signal, when it is aborted first. */
export function sleep({ after }: Pick<Clock, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const cancel = after(ms, () => {
      off();
      resolve();
    });
    const off = onAbort(signal, () => {
      cancel();
      reject(signal?.reason as Error);
    });
  });
}

/** Waits; ends early, without a failure, when the signal is aborted. */
export function sleepUnlessAborted(
  clock: Pick<Clock, 'after'>,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  return sleep(clock, ms, signal).catch(() => undefined);
}
