/** A circuit breaker over the attempts of a run. */
export interface CircuitBreaker {
  /** Records the end of an attempt; returns true if that failure opens the circuit. */
  record(failed: boolean): boolean;
}

/** Builds a circuit breaker that opens when half of the last 200 attempts failed. */
export function createCircuitBreaker(window = 200): CircuitBreaker {
  const failures = new Uint8Array(window);
  let at = 0;
  let count = 0;
  return {
    record(failed) {
      count += Number(failed) - (failures[at] ?? 0);
      failures[at] = Number(failed);
      at = (at + 1) % window;
      return failed && count >= window / 2;
    },
  };
}
