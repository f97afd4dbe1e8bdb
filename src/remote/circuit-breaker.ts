/** Watches whether the service still works as a whole. */
export interface CircuitBreaker {
  /** Notes the end of an attempt; true when that failure opens the circuit. */
  record(failed: boolean): boolean;
}

/** Builds a circuit that opens when half of the last 200 attempts failed. */
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
