import { onAbort } from '../base/files/abort.ts';
import { sleep, type Clock } from '../base/files/clock.ts';

/** A place among the requests in flight. */
export interface Place {
  /** No other request of the kind could be in flight: if the service was too slow, it was so for this request alone. */
  readonly isAlone: boolean;
  leave(): void;
}

/** A sign that a service has more requests of a kind than it can take. Units: milliseconds of the monotonic clock; `pauseMs` where it asks for a pause. */
export interface Overload {
  sentAtMs: number;
  pauseMs?: number;
}

/** How many requests of a kind may be in flight: fewer while the service is too slow for them. */
export interface AdaptiveLimit {
  /** Waits for a place. Errors: the reason of the signal. */
  enter(signal?: AbortSignal): Promise<Place>;
  /** Records a success: after as many as may be in flight, one more may be. */
  succeeded(): void;
  /** Halves the number of requests in flight, once for those that were sent before; returns the new limit, undefined if it stays. To be called after `leave`. */
  overloaded(overload: Overload): number | undefined;
  /** How long the service has asked for pauses only. Units: milliseconds. */
  readonly starvedMs: number;
}

/**
 * Builds a limit that begins at its highest.
 *
 * Guarantee: no request enters in a pause that the service asked for.
 * Source: additive increase and multiplicative decrease, as of TCP.
 */
export function createAdaptiveLimit(highest: number, clock: Clock): AdaptiveLimit {
  let limit = highest;
  let inFlight = 0;
  let pausedUntilMs = -Infinity;
  let loweredAtMs = -Infinity;
  let starvedSinceMs: number | undefined;
  const waiting = new Set<() => void>();

  function wakeNext(): void {
    const [wake] = waiting;
    wake?.();
  }

  /** Waits until a place may be free. */
  function turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = () => {
        waiting.delete(wake);
        off();
        resolve();
      };
      const off = onAbort(signal, () => {
        waiting.delete(wake);
        reject(signal?.reason as Error);
      });
      waiting.add(wake);
    });
  }

  return {
    async enter(signal) {
      for (;;) {
        if (signal?.aborted) {
          // It may have been woken for a place that another one can have.
          wakeNext();
          throw signal.reason as Error;
        }
        const pauseMs = pausedUntilMs - clock.nowMs();
        if (pauseMs > 0) await sleep(clock, pauseMs, signal);
        else if (inFlight < Math.floor(limit)) break;
        else await turn(signal);
      }
      inFlight += 1;
      let hasLeft = false;
      return {
        isAlone: limit < 2,
        leave() {
          if (hasLeft) return;
          hasLeft = true;
          inFlight -= 1;
          wakeNext();
        },
      };
    },
    succeeded() {
      starvedSinceMs = undefined;
      const before = Math.floor(limit);
      limit = Math.min(highest, limit + 1 / limit);
      if (Math.floor(limit) > before) wakeNext();
    },
    overloaded({ sentAtMs, pauseMs }) {
      if (pauseMs !== undefined) {
        starvedSinceMs ??= clock.nowMs();
        pausedUntilMs = Math.max(pausedUntilMs, clock.nowMs() + pauseMs);
      }
      // Those that were in flight together have one cause.
      if (sentAtMs < loweredAtMs) return undefined;
      loweredAtMs = clock.nowMs();
      const before = limit;
      // The request itself has left.
      limit = Math.max(1, Math.floor(Math.min(limit, inFlight + 1) / 2));
      return limit < Math.floor(before) ? limit : undefined;
    },
    get starvedMs() {
      return starvedSinceMs === undefined ? 0 : clock.nowMs() - starvedSinceMs;
    },
  };
}
