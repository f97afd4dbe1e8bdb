/** The end of an attempt: `refused` by the service for a reason that has nothing to do with the request, as payment or a redirect. */
export type AttemptEnd = 'answered' | 'failed' | 'refused';

/** A circuit breaker over the attempts of a run. */
export interface CircuitBreaker {
  /** Records the end of an attempt; returns true if that failure opens the circuit. */
  record(end: AttemptEnd): boolean;
}

/** Builds a circuit breaker that opens when half of the last 200 attempts failed or were refused, or 20 were refused without an answer between. */
export function createCircuitBreaker(window = 200, refusedInARow = 20): CircuitBreaker {
  const failures = new Uint8Array(window);
  let at = 0;
  let count = 0;
  let row = 0;
  return {
    record(end) {
      const failed = end === 'answered' ? 0 : 1;
      count += failed - (failures[at] ?? 0);
      failures[at] = failed;
      at = (at + 1) % window;
      if (end === 'answered') row = 0;
      if (end === 'refused') row += 1;
      return failed === 1 && (count >= window / 2 || row >= refusedInARow);
    },
  };
}
