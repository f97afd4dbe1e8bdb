import type { Clock } from '../base/files/clock.ts';
import { onAbort } from '../base/files/abort.ts';
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
 * Guarantee: no sliding second holds more requests than the rate (rounded up to a whole number; below one per second, no more
 * than one in its interval), counted when they are written. The guard keeps this over all limiters of a service.
 * Every wait is one of the monotonic clock, and no longer than a lease or the window of the guard: whatever a clock does, the next look is near.
 * Cost: one timer per lease of at least 20 ms, whatever the rate; permits of a lease are handed out evenly.
 */
export function createRateLimiter(
  ratePerSecond: number,
  clock: Clock,
  guard: SlidingGuard = createSlidingGuard(),
): RateLimiter {
  const plan = planLeases(ratePerSecond);
  const guardWindowMs = Math.max(1000, 1000 / ratePerSecond) + GUARD_MARGIN_MS;
  guard.setLimit(Math.max(1, Math.ceil(ratePerSecond)), guardWindowMs);
  const waiters = new Set<Waiter>();
  let closedBy: { reason: Error } | undefined;

  let leaseStartMs = -Infinity;
  let carried = 0;
  let granted = 0;
  /** When the lease after the one that is asked for may begin. */
  let nextLeaseMs = -Infinity;
  let leaseTimer: NodeJS.Timeout | undefined;
  let pumpTimer: NodeJS.Timeout | undefined;

  function askLease() {
    if (leaseTimer || closedBy) return;
    const nowMs = clock.nowMs();
    const waitMs = Math.min(plan.leaseMs, Math.max(0, nextLeaseMs - nowMs));
    nextLeaseMs = nowMs + waitMs + plan.leaseMs;
    leaseTimer = setTimeout(beginLease, waitMs);
  }

  function beginLease() {
    leaseTimer = undefined;
    const nowMs = clock.nowMs();
    // Permits that a late timer held back move to the next lease; permits that no request needed expire.
    const isNextInLine = nowMs - leaseStartMs < 2 * plan.leaseMs;
    carried = isNextInLine && waiters.size > 0 ? Math.min(carried + plan.permits - granted, plan.permits) : 0;
    granted = 0;
    leaseStartMs = nowMs;
    pump();
    // Asked for before it is due, so that the delays of timers do not accumulate.
    if (waiters.size > 0) askLease();
  }

  function pump() {
    clearTimeout(pumpTimer);
    pumpTimer = undefined;
    grantDue();
  }

  function grantDue() {
    const nowMs = clock.nowMs();
    const elapsedMs = nowMs - leaseStartMs;
    const isOver = elapsedMs < 0 || elapsedMs >= 2 * plan.leaseMs;
    const due = isOver
      ? 0
      : carried + Math.min(plan.permits, Math.floor((elapsedMs / plan.leaseMs) * plan.permits) + 1);
    let guardMs = 0;
    for (const waiter of waiters) {
      if (granted >= due) break;
      guardMs = guard.waitMs(nowMs);
      if (guardMs > 0) break;
      guard.reserve();
      waiters.delete(waiter);
      granted += 1;
      waiter.grant(newPermit());
    }
    if (waiters.size === 0) return;
    const isSpent = granted >= carried + plan.permits;
    if (isOver || isSpent) askLease();
    if (guardMs === Infinity) return;
    const spacingMs = plan.leaseMs / plan.permits;
    const dueMs = isOver || isSpent ? Infinity : leaseStartMs + (granted - carried) * spacingMs - nowMs;
    const waitMs = guardMs > 0 ? guardMs : dueMs;
    if (waitMs === Infinity) return;
    pumpTimer = setTimeout(pump, Math.max(1, Math.ceil(Math.min(waitMs, guardWindowMs))));
  }

  function newPermit(): Permit {
    let open = true;
    const end = (account: () => void) => {
      if (!open) return;
      open = false;
      account();
      if (waiters.size > 0 && pumpTimer === undefined) pump();
    };
    return {
      sent: () => end(() => guard.written(clock.nowMs())),
      release: () => end(() => guard.giveBack()),
    };
  }

  function close(reason: Error): void {
    if (closedBy) return;
    closedBy = { reason };
    clearTimeout(pumpTimer);
    for (const waiter of waiters) waiter.refuse(reason);
    waiters.clear();
    clearTimeout(leaseTimer);
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
        if (pumpTimer === undefined) pump();
      });
    },
    close,
  };
}

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
