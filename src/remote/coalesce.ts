import { onAbort } from '../base/files/abort.ts';

/** The interest of callers in shared work. */
export interface Interest {
  /** Reports whether a caller still waits for the work. */
  isWanted(): boolean;
  /** Calls back when no caller waits any more; returns a function that removes the callback. */
  onUnwanted(callback: () => void): () => void;
}

/** A merger of equal requests that are in flight at the same time. */
export interface Coalescer {
  /**
   * Joins the work in flight for a key, or starts it.
   *
   * Errors: those of the work; the reason of the signal as soon as it is aborted, even if the work goes on.
   */
  join<T>(key: string, start: (interest: Interest) => Promise<T>, signal?: AbortSignal): Promise<T>;
  readonly shared: number;
}

interface Flight {
  promise: Promise<unknown>;
  wanted: number;
  onUnwanted: Set<() => void> | undefined;
}

const NONE = Promise.resolve();

/** Builds a coalescer. Guarantee: work that no caller waits for any more is never joined. */
export function createCoalescer(): Coalescer {
  const flights = new Map<string, Flight>();
  let shared = 0;

  function begin(key: string, start: (interest: Interest) => Promise<unknown>): Flight {
    const flight: Flight = { promise: NONE, wanted: 1, onUnwanted: undefined };
    flights.set(key, flight);
    flight.promise = untilLanded(key, flight, start);
    return flight;
  }

  async function untilLanded(
    key: string,
    flight: Flight,
    start: (interest: Interest) => Promise<unknown>,
  ): Promise<unknown> {
    try {
      return await start({
        isWanted: () => flight.wanted > 0,
        onUnwanted(callback) {
          const callbacks = (flight.onUnwanted ??= new Set());
          callbacks.add(callback);
          return () => callbacks.delete(callback);
        },
      });
    } finally {
      if (flights.get(key) === flight) flights.delete(key);
      // A map that has grown leaves its old table to the next full collection, with all flights of that time: not with their responses.
      flight.promise = NONE;
    }
  }

  return {
    join<T>(key: string, start: (interest: Interest) => Promise<T>, signal?: AbortSignal) {
      if (signal?.aborted) return Promise.reject<T>(signal.reason as Error);
      const known = flights.get(key);
      if (known) {
        known.wanted += 1;
        shared += 1;
      }
      const flight = known ?? begin(key, start);
      if (!signal) return flight.promise as Promise<T>;
      return new Promise<T>((resolve, reject) => {
        const off = onAbort(signal, () => {
          flight.wanted -= 1;
          if (flight.wanted === 0) {
            if (flights.get(key) === flight) flights.delete(key);
            for (const callback of flight.onUnwanted ?? []) callback();
          }
          reject(signal.reason as Error);
        });
        flight.promise.then(
          (value) => {
            off();
            resolve(value as T);
          },
          (error: Error) => {
            off();
            reject(error);
          },
        );
      });
    },
    get shared() {
      return shared;
    },
  };
}
