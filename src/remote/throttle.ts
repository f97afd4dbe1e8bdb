import type { GeomillError } from '../base/errors/geomill-error.ts';
import { sleep, type Clock } from '../base/files/clock.ts';
import { createOpenLimiter, FREE_PERMIT, type Permit, type RateLimiter } from './limiter.ts';
import type { RemoteEvent } from './options.ts';
import { pauseTooLong } from './request-errors.ts';
import { backoffMs, RETRY } from './retry.ts';

/** The settings of a throttle. Units: milliseconds, requests per second. */
export interface ThrottleOptions {
  clock: Clock;
  random: () => number;
  ratePerSecond?: number;
  maxPauseMs: number;
  onEvent: (event: RemoteEvent) => void;
  newLimiter: (ratePerSecond: number) => RateLimiter;
}

/** A response that asks for a pause: 429, or 503 with Retry-After. Units: milliseconds of the monotonic clock. */
export interface Refusal {
  status: 429 | 503;
  sentAtMs: number;
  retryAfterMs?: number;
  /** What the service said. */
  words?: string | undefined;
}

/** The rate of a whole run and the pauses that the service asks for. */
export interface Throttle {
  /** Returns a permit where there is neither a rate nor a pause to wait for. */
  acquireNow(): Permit | undefined;
  /** Waits until a request may be sent. */
  acquire(signal?: AbortSignal): Promise<Permit>;
  /** Waits until no pause is in force, for a request that has a permit and is not sent yet. */
  pauseOver(signal?: AbortSignal): Promise<void>;
  /** Records a success, by the time its request was sent. */
  succeeded(sentAtMs: number): void;
  /** Records a refusal; returns THROTTLED if the service asks for a longer pause than the run allows. */
  refused(refusal: Refusal): GeomillError | undefined;
  readonly ratePerSecond: number | undefined;
  readonly pauses: number;
  close(reason: Error): void;
}

const CEILING_SHARE = 0.95;
const LOWEST_RATE = 0.1;
// Between two corrections of a learned rate: the history since the last one is short and would underestimate.
const LEAST_CUT = 0.9;
const DEEPEST_CUT = 0.5;
const PROBE_AFTER_MS = 180_000;
const PROBE_STEP = 1.1;

/** The successful requests of the last seconds, from which the rate limit of a service is estimated after its first 429. */
interface SuccessHistory {
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

/**
 * Builds the throttle of a run.
 *
 * Guarantee: a pause stops every request of the run and lasts at least as long as the service asked. After a 429 the run goes on below
 * what the service is known to allow, and tries 10 % more only after three minutes without a refusal.
 */
export function createThrottle(options: ThrottleOptions): Throttle {
  const { clock, random, maxPauseMs, onEvent, newLimiter, ratePerSecond: givenRate } = options;
  const history = createSuccessHistory(clock.wallMs() - clock.nowMs());
  const replaced = new Error('the limiter was replaced');

  let rate = givenRate;
  let limiter = rate === undefined ? createOpenLimiter() : newLimiter(rate);
  let learned = false;
  let rateSetAtMs = clock.nowMs();
  let closedBy: { reason: Error } | undefined;

  let pausedUntilMs = -Infinity;
  let resumedAtMs = -Infinity;
  let firstRefusedAtMs: number | undefined; // of the episode that is not settled yet
  let refusedInARow = 0;
  let starvedSinceMs: number | undefined;
  let pauses = 0;

  function setRate(next: number | undefined, why: 'throttled' | 'probing') {
    rate = next;
    rateSetAtMs = clock.nowMs();
    const old = limiter;
    limiter = next === undefined ? createOpenLimiter() : newLimiter(next);
    old.close(replaced);
    if (next !== undefined) onEvent({ event: 'Throttle:Ceiling', ratePerSecond: next, why });
  }

  // After the pause rather than at the refusal: by then the responses in flight have been counted.
  function settle() {
    if (firstRefusedAtMs === undefined) return;
    const safe = history.safeRate(firstRefusedAtMs) * CEILING_SHARE;
    firstRefusedAtMs = undefined;
    resumedAtMs = clock.nowMs();
    history.clear();
    let next = safe;
    if (learned && rate !== undefined) next = Math.max(Math.min(safe, rate * LEAST_CUT), rate * DEEPEST_CUT);
    else if (safe === 0) return; // no request succeeded yet: only the pauses limit the rate
    if (givenRate !== undefined) next = Math.min(next, givenRate * LEAST_CUT);
    learned = true;
    setRate(Math.max(LOWEST_RATE, next >= 10 ? Math.floor(next) : next), 'throttled');
  }

  function probeHigher() {
    if (!learned || rate === undefined || clock.nowMs() - rateSetAtMs < PROBE_AFTER_MS) return;
    const next = rate * PROBE_STEP;
    if (givenRate !== undefined && next >= givenRate) {
      learned = false;
      setRate(givenRate, 'probing');
    } else setRate(next, 'probing');
  }

  function pause(ms: number, status: number) {
    const untilMs = clock.nowMs() + ms;
    if (untilMs <= pausedUntilMs) return;
    if (pausedUntilMs <= clock.nowMs()) {
      pauses += 1;
      onEvent({ event: 'Throttle:Pause', pauseMs: Math.round(ms), status });
    }
    pausedUntilMs = untilMs;
  }

  const tooLong = (waitMs: number, whenMs: number, words?: string) =>
    pauseTooLong({ waitMs, whenMs, maxPauseMs, clock, words });

  async function pauseOver(signal?: AbortSignal): Promise<void> {
    for (let waitMs = pausedMs(); waitMs > 0; waitMs = pausedMs()) await sleep(clock, waitMs, signal);
  }
  const pausedMs = () => pausedUntilMs - clock.nowMs();

  return {
    pauseOver,
    acquireNow() {
      const isFree = rate === undefined && closedBy === undefined && firstRefusedAtMs === undefined;
      return isFree && (pausedUntilMs === -Infinity || pausedMs() <= 0) ? FREE_PERMIT : undefined;
    },
    async acquire(signal) {
      for (;;) {
        if (closedBy) throw closedBy.reason;
        if (pausedMs() > 0) {
          await pauseOver(signal);
          continue;
        }
        settle();
        probeHigher();
        const chosen = limiter;
        let permit: Permit;
        try {
          permit = await chosen.acquire(signal);
        } catch (reason) {
          if (reason === replaced) continue;
          throw reason;
        }
        if (chosen === limiter && pausedMs() <= 0) return permit;
        permit.release();
      }
    },
    succeeded(sentAtMs) {
      history.record(sentAtMs);
      starvedSinceMs = undefined;
      if (sentAtMs >= resumedAtMs && firstRefusedAtMs === undefined) refusedInARow = 0;
    },
    refused({ status, sentAtMs, retryAfterMs, words }) {
      const nowMs = clock.nowMs();
      if (retryAfterMs !== undefined && retryAfterMs > maxPauseMs)
        return tooLong(retryAfterMs, retryAfterMs, words);
      if (status === 503) {
        pause(retryAfterMs ?? 0, status);
        return undefined;
      }
      starvedSinceMs ??= nowMs;
      if (nowMs - starvedSinceMs > maxPauseMs) return tooLong(nowMs - starvedSinceMs, RETRY.capMs, words);
      // Requests that were in flight when the first was refused belong to the same episode.
      if (firstRefusedAtMs === undefined && sentAtMs >= resumedAtMs) {
        firstRefusedAtMs = sentAtMs;
        refusedInARow += 1;
      } else if (firstRefusedAtMs !== undefined) firstRefusedAtMs = Math.min(firstRefusedAtMs, sentAtMs);
      const ownMs = RETRY.throttledBaseMs + backoffMs(refusedInARow, random, RETRY.throttledBaseMs);
      pause(Math.max(retryAfterMs ?? 0, Math.min(RETRY.capMs, ownMs)), status);
      return undefined;
    },
    get ratePerSecond() {
      return rate;
    },
    get pauses() {
      return pauses;
    },
    close(reason) {
      closedBy = { reason };
      limiter.close(reason);
    },
  };
}
