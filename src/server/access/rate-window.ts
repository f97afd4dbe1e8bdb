/** A limit of requests a second. */
export interface RateWindow {
  /** Admits one request and returns 0, or returns the time after which the next one is admitted. Units: milliseconds. */
  take(nowMs: number): number;
}

/**
 * Creates a limit over a sliding window.
 *
 * Guarantee: no window of `ceil(rate) / rate` seconds, one second for a whole number, has more than `ceil(rate)` requests.
 * Cost: 8 bytes for each request of a window.
 */
export function createRateWindow(ratePerSecond: number): RateWindow {
  const size = Math.ceil(ratePerSecond);
  const windowMs = (size / ratePerSecond) * 1000;
  // A ring of the times of the last requests; the next slot holds the oldest.
  const times = new Float64Array(size).fill(-Infinity);
  let next = 0;
  return {
    take(nowMs) {
      const waitMs = (times[next] as number) + windowMs - nowMs;
      if (waitMs > 0) return waitMs;
      times[next] = nowMs;
      next = (next + 1) % size;
      return 0;
    },
  };
}
