/** A counter of requests in a row that the service refused as invalid with the same words. */
export interface SameRefusals {
  /** Whether there was a success: only then may the service be to blame for what follows. */
  readonly hasSucceeded: boolean;
  succeeded(): void;
  /** Records a refusal; returns true if there are now so many that the service is to blame, not the requests. */
  refused(message: string): boolean;
}

/**
 * Builds a counter.
 *
 * Shape: numbers and identifiers in a message are ignored. Before the first success it never returns true: rows that are all invalid for
 * the same reason must not stop each run at the same place.
 */
export function createSameRefusals(limit: number): SameRefusals {
  let hasSucceeded = false;
  let last = '';
  let count = 0;
  return {
    get hasSucceeded() {
      return hasSucceeded;
    },
    succeeded() {
      hasSucceeded = true;
      count = 0;
    },
    refused(message) {
      const words = message.replace(/[\da-f-]*\d[\da-f-]*/gi, '#');
      count = words === last ? count + 1 : 1;
      last = words;
      return hasSucceeded && count >= limit;
    },
  };
}
