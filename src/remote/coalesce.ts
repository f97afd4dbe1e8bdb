import { onAbort } from './abort.ts';

/** Tells a piece of shared work whether anybody still waits for it. */
export interface Interest {
  isWanted(): boolean;
}

/** Shares work among those who ask for the same thing at the same time. */
export interface Coalescer {
  /**
   * Joins the work under way for a key, or starts it.
   *
   * Errors: whatever the work throws; the reason of the signal as soon as it is aborted, whatever becomes of the work.
   */
  join<T>(key: string, start: (interest: Interest) => Promise<T>, signal?: AbortSignal): Promise<T>;
  readonly shared: number;
}

interface Flight {
  promise: Promise<unknown>;
  wanted: number;
}

/** Builds a coalescer. Guarantee: work that nobody wants any more is never joined. */
export function createCoalescer(): Coalescer {
  const flights = new Map<string, Flight>();
  let shared = 0;

  function begin(key: string, start: (interest: Interest) => Promise<unknown>): Flight {
    const flight: Flight = { promise: Promise.resolve(), wanted: 1 };
    flights.set(key, flight);
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    flight.promise = start({ isWanted: () => flight.wanted > 0 }).finally(land);
    return flight;
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
          if (flight.wanted === 0 && flights.get(key) === flight) flights.delete(key);
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
