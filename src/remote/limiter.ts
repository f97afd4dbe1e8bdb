import Bottleneck from 'bottleneck';
import type { Clock } from './clock.ts';
import { onAbort } from './abort.ts';
import { planLeases } from './lease-plan.ts';
import { createSlidingGuard } from './sliding-guard.ts';

/** Allows one request to be sent. */
export interface Permit {
  /** Says that the request was written to a connection. */
  sent(): void;
  /** Gives the permit back when the request was never written; nothing after `sent`. */
  release(): void;
}

/** Holds a run to a rate: a request is sent only with a permit. */
export interface RateLimiter {
  /** Waits for a permit; rejects with the reason of the signal when that is aborted first. */
  acquire(signal?: AbortSignal): Promise<Permit>;
  /** Rejects whoever waits, and everybody after, with this reason. */
  close(reason: Error): void;
}

interface Waiter {
  grant(permit: Permit): void;
  refuse(reason: Error): void;
}

const JOB_EXPIRATION_MS = 60_000;
const GUARD_MARGIN_MS = 10;
const WALL_JUMP_MS = 20;

/**
 * Builds a limiter for a rate from 0.1 to 5,000 requests per second.
 *
 * Guarantee: no sliding second holds more requests than the rate (rounded up to a whole number; below one per second, no more
 * than one in its interval), counted when they are written.
 * Cost: one bottleneck job per lease of at least 20 ms, whatever the rate; permits of a lease are handed out here, evenly.
 */
export function createRateLimiter(ratePerSecond: number, clock: Clock): RateLimiter {
  const plan = planLeases(ratePerSecond);
  const guardWindowMs = Math.max(1000, 1000 / ratePerSecond) + GUARD_MARGIN_MS;
  const guard = createSlidingGuard(Math.max(1, Math.ceil(ratePerSecond)), guardWindowMs);
  const waiters = new Set<Waiter>();
  let dispenser = newDispenser();
  let wallOffsetMs = clock.wallMs() - clock.monotonicMs();
  let closedBy: { reason: Error } | undefined;

  let leaseStartMs = -Infinity;
  let carried = 0;
  let granted = 0;
  let leaseAsked = false;
  let pumpTimer: NodeJS.Timeout | undefined;

  function newDispenser() {
    return new Bottleneck({ minTime: plan.leaseMs });
  }

  function askLease() {
    if (leaseAsked || closedBy) return;
    leaseAsked = true;
    // bottleneck plans by the wall clock: set back by an hour, it would wait an hour. A new one has no past.
    const offsetMs = clock.wallMs() - clock.monotonicMs();
    if (Math.abs(offsetMs - wallOffsetMs) > WALL_JUMP_MS) dispenser = newDispenser();
    wallOffsetMs = offsetMs;
    dispenser
      .schedule({ expiration: JOB_EXPIRATION_MS }, () => Promise.resolve())
      .then(beginLease, beginLease);
  }

  function beginLease() {
    leaseAsked = false;
    const nowMs = clock.monotonicMs();
    // What a late timer kept from being handed out is made up for in the next lease; what nobody wanted lapses.
    const isNextInLine = nowMs - leaseStartMs < 2 * plan.leaseMs;
    carried = isNextInLine && waiters.size > 0 ? Math.min(carried + plan.permits - granted, plan.permits) : 0;
    granted = 0;
    leaseStartMs = nowMs;
    pump();
    // Asked for before it is due, so that bottleneck's schedule does not slip by the lateness of each timer.
    if (waiters.size > 0) askLease();
  }

  function pump() {
    clearTimeout(pumpTimer);
    pumpTimer = undefined;
    const nowMs = clock.monotonicMs();
    const elapsedMs = nowMs - leaseStartMs;
    const isOver = elapsedMs >= 2 * plan.leaseMs;
    const due = isOver
      ? 0
      : carried + Math.min(plan.permits, Math.floor((elapsedMs / plan.leaseMs) * plan.permits) + 1);
    let guardMs = 0;
    for (const waiter of waiters) {
      if (granted >= due || (guardMs = guard.waitMs(nowMs)) > 0) break;
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
    if (waitMs !== Infinity) pumpTimer = setTimeout(pump, Math.max(1, Math.ceil(waitMs)));
  }

  function newPermit(): Permit {
    guard.reserve();
    let open = true;
    const end = (account: () => void) => {
      if (!open) return;
      open = false;
      account();
      if (waiters.size > 0 && pumpTimer === undefined) pump();
    };
    return {
      sent: () => end(() => guard.written(clock.monotonicMs())),
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
        if (pumpTimer === undefined) pump();
      });
    },
    close(reason) {
      closedBy = { reason };
      clearTimeout(pumpTimer);
      for (const waiter of waiters) waiter.refuse(reason);
      waiters.clear();
      void dispenser.stop({ dropWaitingJobs: true }).catch(() => undefined);
    },
  };
}

const freePermit: Permit = { sent: () => undefined, release: () => undefined };

/** Builds the limiter of a service without a limit: whoever asks may send. */
export function createOpenLimiter(): RateLimiter {
  let closedBy: { reason: Error } | undefined;
  return {
    acquire: async (signal) => {
      if (closedBy) throw closedBy.reason;
      signal?.throwIfAborted();
      return freePermit;
    },
    close: (reason) => {
      closedBy = { reason };
    },
  };
}
