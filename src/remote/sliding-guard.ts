/**
 * A counter that keeps every sliding second within a limit of requests.
 *
 * Shape: a place is reserved before the send and becomes a timestamp when the request is written to a connection; until then it counts
 * as if written now. So a slow connection cannot send a burst of requests later.
 */
export interface SlidingGuard {
  /** Changes the limit; what was sent and reserved under the one before counts on. Units: milliseconds. */
  setLimit(places: number, windowMs: number): void;
  /** Returns 0 when a send is allowed now, else how long to wait; Infinity until a reserved place is written or given back. */
  waitMs(nowMs: number): number;
  /** Reserves a place, after `waitMs` returned 0. */
  reserve(): void;
  written(nowMs: number): void;
  giveBack(): void;
}

/**
 * Builds a guard without a limit.
 *
 * Shape: `earlierSendMs` is when another process may have sent a request last: the first window counts it as if it had used every place.
 * Cost: constant per send, one number of memory per place.
 */
export function createSlidingGuard(earlierSendMs = -Infinity): SlidingGuard {
  let times = new Float64Array(1).fill(earlierSendMs);
  let windowMs = 0;
  let oldest = 0;
  let reserved = 0;
  let hasSent = false;
  // The ring holds the last `places` sends: a further one is allowed when, counting the reserved ones, the one it pushes out has left the window.
  return {
    setLimit(places, newWindowMs) {
      const inOrder = [...times.subarray(oldest), ...times.subarray(0, oldest)].slice(-places);
      const next = new Float64Array(places).fill(hasSent ? -Infinity : earlierSendMs);
      next.set(inOrder, places - inOrder.length);
      times = next;
      oldest = 0;
      windowMs = newWindowMs;
    },
    waitMs(nowMs) {
      const places = times.length;
      if (reserved >= places) return Infinity;
      const pushedOut = times[(oldest + reserved) % places] ?? -Infinity;
      // A time ahead is one of a clock that went back: a send of this moment would not be waited for longer.
      if (pushedOut > nowMs) times.forEach((at, place) => (times[place] = Math.min(at, nowMs)));
      return Math.min(windowMs, Math.max(0, pushedOut + windowMs - nowMs));
    },
    reserve() {
      reserved += 1;
    },
    written(nowMs) {
      reserved -= 1;
      hasSent = true;
      times[oldest] = nowMs;
      oldest = (oldest + 1) % times.length;
    },
    giveBack() {
      reserved -= 1;
    },
  };
}
