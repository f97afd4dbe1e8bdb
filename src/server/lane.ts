import { GeomillError } from '../base/errors/geomill-error.ts';

/** Requests of one kind: a few are computed at a time, the others wait in order. */
export interface Lane {
  /**
   * Runs work when a place is free.
   *
   * Errors: THROTTLED when too many wait already, or no place was free in time; ABORTED when it is cancelled before it began; those of the work.
   */
  run: <T>(work: () => Promise<T>, cancellation?: { onCancel(listener: () => void): void }) => Promise<T>;
}

/** The limits of a lane. Units: milliseconds. */
export interface LaneOptions {
  /** What waits, in messages: `routes`. */
  name: string;
  running: number;
  /** Most that wait; no limit when left out. */
  waiting?: number;
  /** Longest wait; no limit when left out. */
  waitMs?: number;
}

/** Of how many the last one counts as one, in the average time of work. */
const SHARE_OF_LAST = 8;
/** When those that are refused may come again. Units: milliseconds. */
const LEAST_RETRY_MS = 1000;
const MOST_RETRY_MS = 10_000;

/** Builds an empty lane. Guarantee: work whose caller is gone is not begun. */
export function createLane({ name, running: most, waiting: room = Infinity, waitMs }: LaneOptions): Lane {
  const waiting = new Set<() => void>();
  let running = 0;
  let averageMs = 0;

  async function hold<T>(work: () => Promise<T>): Promise<T> {
    running += 1;
    const sinceMs = performance.now();
    try {
      return await work();
    } finally {
      running -= 1;
      averageMs += (performance.now() - sinceMs - averageMs) / SHARE_OF_LAST;
      const [next] = waiting;
      next?.();
    }
  }

  /** Returns the failure of a request for which there is no place before the others are done. */
  function busy(): GeomillError {
    const aheadMs = ((waiting.size + 1) * averageMs) / most;
    const retryAfterMs = Math.min(MOST_RETRY_MS, Math.max(LEAST_RETRY_MS, aheadMs));
    return new GeomillError('THROTTLED', `The server is busy with other ${name}. Try again later.`, {
      details: { retryAfterMs, isBusy: true },
    });
  }

  return {
    run(work, cancellation) {
      if (running < most) return hold(work);
      if (waiting.size >= room) return Promise.reject(busy());
      return new Promise((resolve, reject) => {
        const begin = () => {
          leave();
          hold(work).then(resolve, reject);
        };
        const leave = () => {
          clearTimeout(timer);
          return waiting.delete(begin);
        };
        const giveUp = (error: GeomillError) => {
          if (leave()) reject(error);
        };
        const timer = waitMs === undefined ? undefined : setTimeout(() => giveUp(busy()), waitMs);
        waiting.add(begin);
        cancellation?.onCancel(() => giveUp(new GeomillError('ABORTED', 'The request was cancelled.')));
      });
    },
  };
}
