/**
 * A counter that keeps every sliding second within a limit of requests.
 *
 * Shape: a place is reserved before the send and becomes a timestamp when the request is written to a connection; until then it counts
 * as if written now. So a slow connection cannot send a burst of requests later.
 */
export interface SlidingGuard {
  /** Returns 0 when a send is allowed now, else how long to wait; Infinity until a reserved place is written or given back. */
  waitMs(nowMs: number): number;
  /** Reserves a place after `waitMs` returned 0; returns false if another process took it just before. */
  reserve(nowMs: number): boolean;
  written(nowMs: number): void;
  giveBack(): void;
}

/** Builds a guard over a window. Units: milliseconds. Cost: constant per send, one number of memory per place. */
export function createSlidingGuard(places: number, windowMs: number): SlidingGuard {
  const times = new Float64Array(places).fill(-Infinity);
  let oldest = 0;
  let reserved = 0;
  // The ring holds the last `places` sends: a further one is allowed when, counting the reserved ones, the one it pushes out has left the window.
  return {
    waitMs(nowMs) {
      if (reserved >= places) return Infinity;
      const pushedOut = times[(oldest + reserved) % places] ?? -Infinity;
      // A time ahead is one of a clock that went back: a send of this moment would not be waited for longer.
      if (pushedOut > nowMs) times.forEach((at, place) => (times[place] = Math.min(at, nowMs)));
      return Math.min(windowMs, Math.max(0, pushedOut + windowMs - nowMs));
    },
    reserve() {
      reserved += 1;
      return true;
    },
    written(nowMs) {
      reserved -= 1;
      times[oldest] = nowMs;
      oldest = (oldest + 1) % places;
    },
    giveBack() {
      reserved -= 1;
    },
  };
}
