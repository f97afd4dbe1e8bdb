import type { AcceptedRefusals } from './disk/accepted-refusals.ts';

/** A counter of requests in a row that the service refused as invalid with the same words. */
export interface SameRefusals {
  /** Whether there was a success: only then may the service be to blame for what follows. */
  readonly hasSucceeded: boolean;
  /** Errors: IO. */
  succeeded(): void;
  /** Records a refusal; returns true if there are now so many that the service is to blame, not the requests. Errors: IO. */
  refused(message: string): boolean;
}

/** The most refusals that a run accepts before its first success, once one was stopped. */
const MOST_ACCEPTED = 1024;

/**
 * Builds a counter.
 *
 * Shape: numbers and identifiers in a message are ignored. Before the first success it never returns true: rows that are all invalid for
 * the same reason must not stop each run at the same place. Only runs after one that was stopped in this way are stopped before it too: the
 * first after one accepted refusal, each further one after twice as many, up to a maximum, until a request succeeds.
 * Guarantee: the accepted refusals stand for their rows, so that each run gets further, and a loop of runs over a file requests each of its
 * rows with such a refusal once; repeated are only the requests for which a run was stopped: at most `limit`, and those in flight.
 */
export function createSameRefusals(limit: number, accepted: AcceptedRefusals): SameRefusals {
  const acceptedNow = accepted.read();
  let hasSucceeded = false;
  let isBlamed = false;
  let last = '';
  let count = 0;

  function isServiceToBlame(): boolean {
    if (limit === Infinity) return false;
    return hasSucceeded ? count >= limit : count > (acceptedNow ?? Infinity);
  }

  return {
    get hasSucceeded() {
      return hasSucceeded;
    },
    succeeded() {
      if (!hasSucceeded && acceptedNow !== undefined && !isBlamed) accepted.write(undefined);
      hasSucceeded = true;
      count = 0;
    },
    refused(message) {
      const words = message.replace(/[\da-f-]*\d[\da-f-]*/gi, '#');
      count = words === last ? count + 1 : 1;
      last = words;
      if (!isServiceToBlame()) return false;
      if (!isBlamed) accepted.write(hasSucceeded ? 1 : Math.min(MOST_ACCEPTED, 2 * (acceptedNow ?? 1)));
      isBlamed = true;
      return true;
    },
  };
}
