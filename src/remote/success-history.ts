/** The successful requests of the last seconds, from which the rate limit of a service is estimated after its first 429. */
export interface SuccessHistory {
  /** Records a successful request, by the time it was sent. */
  record(sentAtMs: number): void;
  /** Returns a rate that the service certainly allows, estimated from the requests up to the refused one; 0 if unknown. */
  safeRate(refusedAtMs: number): number;
  clear(): void;
}

interface Second {
  number: number;
  firstMs: number;
  lastMs: number;
  count: number;
}

const SECONDS_KEPT = 30;

/**
 * Builds an empty history.
 *
 * Guarantee: `safeRate` is at most the cap of a service that counts in whole seconds of the clock, in a sliding second, or with a bucket
 * that holds one second's worth. In k such seconds it lets k times the cap through, from a full bucket T + 1 times in T seconds; so
 * what got through, divided by the greater of both, is no more than the cap. Over any stretch: the best one counts.
 */
export function createSuccessHistory(wallOffsetMs: number): SuccessHistory {
  let seconds: Second[] = [];
  const numberOf = (ms: number) => Math.floor((ms + wallOffsetMs) / 1000);
  return {
    record(sentAtMs) {
      const number = numberOf(sentAtMs);
      // Responses arrive out of order, but by a few seconds at most.
      let at = seconds.length - 1;
      while (at >= 0 && (seconds[at]?.number ?? 0) > number) at -= 1;
      const second = seconds[at];
      if (second?.number === number) {
        second.count += 1;
        second.firstMs = Math.min(second.firstMs, sentAtMs);
        second.lastMs = Math.max(second.lastMs, sentAtMs);
        return;
      }
      seconds.splice(at + 1, 0, { number, firstMs: sentAtMs, lastMs: sentAtMs, count: 1 });
      if (seconds.length > SECONDS_KEPT) seconds.shift();
    },
    safeRate(refusedAtMs) {
      const endMs = Math.max(refusedAtMs, seconds.at(-1)?.lastMs ?? 0);
      const oldest = numberOf(endMs) - SECONDS_KEPT;
      let count = 0;
      let best = 0;
      for (const second of seconds.toReversed()) {
        if (second.number < oldest) break;
        count += second.count;
        const secondsTouched = numberOf(endMs) - second.number + 1;
        const bucketSeconds = (endMs - second.firstMs) / 1000 + 1;
        best = Math.max(best, count / Math.max(secondsTouched, bucketSeconds));
      }
      return best;
    },
    clear() {
      seconds = [];
    },
  };
}
