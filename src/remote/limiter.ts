import Bottleneck from 'bottleneck';
import { onAbort } from '../base/files/abort.ts';
import type { Clock } from '../base/files/clock.ts';
import { createSlidingGuard, type SlidingGuard } from './sliding-guard.ts';

/** A permit to send one request. */
export interface Permit {
  /** Records that the request was written to a connection. */
  sent(): void;
  /** Returns the permit if the request was never written; has no effect after `sent`. */
  release(): void;
}

/** A rate limiter: a request is sent only with a permit. */
export interface RateLimiter {
  /** Waits for a permit; rejects with the reason of the signal when that is aborted first. */
  acquire(signal?: AbortSignal): Promise<Permit>;
  /** Rejects all waiting and later calls with this reason. */
  close(reason: Error): void;
}

interface Waiter {
  grant(permit: Permit): void;
  refuse(reason: Error): void;
}

const GUARD_MARGIN_MS = 10;

/** A plan for dispensing permits: their number in each lease. Units: whole milliseconds. */
interface LeasePlan {
  permits: number;
  leaseMs: number;
}

const SHORTEST_LEASE_MS = 20;
const HIGHEST_SHARE = 0.985;
const LOWEST_SHARE = 0.975;

/**
 * Chooses the lease for a rate: short, a whole number of milliseconds, and slightly below the rate.
 *
 * Units: requests per second.
 * Guarantee: the plan gives at most 98.5 % of the rate, so that a request that arrives 15 ms late or early breaks no sliding
 * second; and at least 97.5 % of it, by putting several permits into a lease where one would leave too much to rounding.
 */
export function planLeases(ratePerSecond: number): LeasePlan {
  const target = ratePerSecond * HIGHEST_SHARE;
  for (let permits = Math.max(1, Math.ceil((target * SHORTEST_LEASE_MS) / 1000)); ; permits += 1) {
    const leaseMs = Math.ceil((permits * 1000) / target);
    if ((permits * 1000) / leaseMs >= ratePerSecond * LOWEST_SHARE) return { permits, leaseMs };
  }
}

/**
 * Builds a limiter for a rate from 0.1 to 5,000 requests per second.
 *
 * Shape: Bottleneck starts leases of several permits, since a job of its own costs 350 microseconds; the guard behind them counts requests.
 * Guarantee: no sliding second holds more requests than the rate (rounded up to a whole number; below one per second, no more
 * than one in its interval), counted when they are written. The guard keeps this over all limiters of a service. Bottleneck keeps the time of
 * day, which may be set back: a lease that is late by its own length, in monotonic time, begins without it.
 */
export function createRateLimiter(
  ratePerSecond: number,
  clock: Clock,
  guard: SlidingGuard = createSlidingGuard(),
): RateLimiter {
  const { permits, leaseMs } = planLeases(ratePerSecond);
  const guardWindowMs = Math.max(1000, 1000 / ratePerSecond) + GUARD_MARGIN_MS;
  guard.setLimit(Math.max(1, Math.ceil(ratePerSecond)), guardWindowMs);
  const waiters = new Set<Waiter>();
  let leases = newLeases(leaseMs);
  let closedBy: { reason: Error } | undefined;
  /** Permits of the present lease that are not granted yet. */
  let left = 0;
  let leaseEndMs = -Infinity;
  let pending: object | undefined;
  let lateTimer: NodeJS.Timeout | undefined;
  let guardTimer: NodeJS.Timeout | undefined;

  function requestLease(): void {
    if (pending || closedBy) return;
    const lease = (pending = {});
    const begin = () => pending === lease && beginLease();
    // A lease that is dropped is requested again.
    leases.schedule({ expiration: 2 * leaseMs }, async () => void begin()).catch(() => undefined);
    lateTimer = setTimeout(() => {
      leases = newLeases(leaseMs);
      begin();
    }, 2 * leaseMs);
  }

  function beginLease(): void {
    pending = undefined;
    clearTimeout(lateTimer);
    const nowMs = clock.nowMs();
    // What a late timer held back is granted now; what no request needed expires.
    left = permits + (nowMs < leaseEndMs + leaseMs && waiters.size > 0 ? Math.min(left, permits) : 0);
    leaseEndMs = nowMs + leaseMs;
    // Requested before it is due, so that the delays of timers do not accumulate.
    if (waiters.size > 0) requestLease();
    pump();
  }

  function pump(): void {
    clearTimeout(guardTimer);
    guardTimer = undefined;
    const nowMs = clock.nowMs();
    if (nowMs >= leaseEndMs + leaseMs) left = 0;
    for (const waiter of waiters) {
      if (left === 0) return requestLease();
      const waitMs = guard.waitMs(nowMs);
      if (waitMs === Infinity) return;
      if (waitMs > 0) {
        guardTimer = setTimeout(pump, Math.ceil(waitMs));
        return;
      }
      guard.reserve();
      left -= 1;
      waiters.delete(waiter);
      waiter.grant(newPermit());
    }
  }

  function newPermit(): Permit {
    let isOpen = true;
    const end = (account: () => void) => {
      if (!isOpen) return;
      isOpen = false;
      account();
      if (waiters.size > 0 && guardTimer === undefined) pump();
    };
    return {
      sent: () => end(() => guard.written(clock.nowMs())),
      release: () => end(() => guard.giveBack()),
    };
  }

  return {
    acquire(signal) {
      return new Promise((resolve, reject) => {
        if (closedBy) return reject(closedBy.reason);
        if (signal?.aborted) return reject(signal.reason as Error);
        const waiter: Waiter = {
          grant: (permit) => {
            off();
            resolve(permit);
          },
          refuse: (reason) => {
            off();
            reject(reason);
          },
        };
        const off = onAbort(signal, () => {
          waiters.delete(waiter);
          reject(signal?.reason as Error);
        });
        waiters.add(waiter);
        if (guardTimer === undefined) pump();
      });
    },
    close(reason) {
      closedBy ??= { reason };
      clearTimeout(guardTimer);
      clearTimeout(lateTimer);
      for (const waiter of waiters) waiter.refuse(reason);
      waiters.clear();
    },
  };
}

const newLeases = (leaseMs: number) => new Bottleneck({ minTime: leaseMs });

/** A permit of a service without a limit. */
export const FREE_PERMIT: Permit = { sent: () => undefined, release: () => undefined };

/** Builds the limiter of a service without a limit: every request may be sent at once. */
export function createOpenLimiter(): RateLimiter {
  let closedBy: { reason: Error } | undefined;
  return {
    acquire: async (signal) => {
      if (closedBy) throw closedBy.reason;
      signal?.throwIfAborted();
      return FREE_PERMIT;
    },
    close: (reason) => {
      closedBy = { reason };
    },
  };
}
