import { onAbort } from './abort.ts';

/**
 * A clock.
 *
 * Units: milliseconds. `monotonicMs` never jumps and measures durations; it is the same in all processes of a machine. `wallMs` is the time of day (Unix epoch) and is read
 * for calendar dates only: the day of a quota, the date of a Retry-After.
 */
export interface Clock {
  monotonicMs(): number;
  wallMs(): number;
  /** Waits; rejects with the reason of the signal when that is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  // `performance.now` begins at 0 in each process, `hrtime` does at the start of the machine.
  monotonicMs: () => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1e6;
  },
  wallMs: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const timer = setTimeout(() => {
        off();
        resolve();
      }, ms);
      const off = onAbort(signal, () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      });
    }),
};
