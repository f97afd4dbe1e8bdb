import { GeomillError } from '../errors/geomill-error.ts';
import type { Clock } from './clock.ts';
import type { Databases, Store } from './store.ts';

/** The daily quota of requests, over all runs and processes. */
export interface Quota {
  /**
   * Counts one request against today's quota, before it is sent; resolves to that day.
   *
   * Errors: QUOTA_SPENT with the time of the next quota.
   */
  take(): Promise<string>;
  /** Uncounts one request of a day that was never sent. */
  giveBack(day: string): void;
  usedToday(): number;
  /** Releases reserved requests that were not used. */
  close(): Promise<void>;
}

/** The counts of requests by day. */
export interface QuotaLedger {
  /** Adds to this process's count, without checking the limit. */
  add(day: string, count: number): Promise<void>;
  /** Adds up to `wanted` to this process's count while the day's total stays within `limit`; returns how many it added. */
  reserve(day: string, wanted: number, limit: number): Promise<number>;
  total(day: string): number;
}

/** The settings of a quota. */
export interface QuotaOptions {
  ledger: QuotaLedger;
  clock: Clock;
  concurrency: number;
  perDay: number;
}

const MAX_LEASE = 20;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ZONE_MS = 7 * HOUR_MS;

/** Returns the calendar day of UTC+7, `2026-07-01`. */
export function quotaDay(wallMs: number): string {
  return new Date(wallMs + ZONE_MS).toISOString().slice(0, 10);
}

/**
 * Builds a quota that reserves from a ledger in leases.
 *
 * Guarantee: requests sent in a day never exceed `perDay` over all processes that share the ledger, whatever kills them; a killed one
 * wastes at most min(concurrency, 20).
 */
export function createQuota({ ledger, clock, concurrency, perDay }: QuotaOptions): Quota {
  // Two half leases: one to take from while the next is being reserved.
  const leaseSize = Math.max(1, Math.floor(Math.min(concurrency, MAX_LEASE) / 2));
  let day = quotaDay(clock.wallMs());
  let dayEndMs = endOfQuotaDayMs(clock.wallMs());
  let left = 0;
  let refill: { day: string; count: Promise<number> } | undefined;

  function reserve(): Promise<number> {
    if (refill?.day === day) return refill.count;
    const lease = { day, count: ledger.reserve(day, leaseSize, perDay) };
    refill = lease;
    lease.count = lease.count
      .then((count) => {
        // What was reserved for a day that has ended stays with it.
        if (lease.day === day) left += count;
        return count;
      })
      .finally(() => {
        if (refill === lease) refill = undefined;
      });
    return lease.count;
  }

  function turnDay() {
    const nowMs = clock.wallMs();
    if (nowMs < dayEndMs && nowMs >= dayEndMs - DAY_MS) return;
    day = quotaDay(nowMs);
    dayEndMs = endOfQuotaDayMs(nowMs);
    left = 0;
  }

  return {
    async take() {
      for (;;) {
        turnDay();
        if (left > 0) {
          left -= 1;
          // If this early reservation fails, the error occurs again when the permit is needed.
          if (left < leaseSize && !refill) reserve().catch(() => undefined);
          return day;
        }
        const asked = day;
        if ((await reserve()) === 0 && left === 0 && asked === day) throw spent(perDay, clock.wallMs());
      }
    },
    giveBack(takenFrom) {
      if (takenFrom === day) left += 1;
    },
    usedToday: () => ledger.total(quotaDay(clock.wallMs())) - left,
    async close() {
      await refill?.count.catch(() => undefined);
      const unused = left;
      left = 0;
      if (unused > 0) await ledger.add(day, -unused);
    },
  };
}

const TALLY_MS = 250;

/**
 * Builds a quota without a limit: it counts for later runs that have one.
 *
 * Shape: counts reach the ledger a quarter of a second late, so a killed process may leave that much uncounted.
 */
export function createTally({ ledger, clock }: Pick<QuotaOptions, 'ledger' | 'clock'>): Quota {
  let day = quotaDay(clock.wallMs());
  let dayEndMs = endOfQuotaDayMs(clock.wallMs());
  let uncounted = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  function write() {
    clearTimeout(timer);
    timer = undefined;
    const count = uncounted;
    uncounted = 0;
    // If the ledger cannot be written, the cache cannot either, and that stops the run.
    if (count !== 0) writing = ledger.add(day, count).catch(() => undefined);
  }

  function turnDay() {
    const nowMs = clock.wallMs();
    if (nowMs < dayEndMs && nowMs >= dayEndMs - DAY_MS) return;
    write();
    day = quotaDay(nowMs);
    dayEndMs = endOfQuotaDayMs(nowMs);
  }

  return {
    async take() {
      turnDay();
      uncounted += 1;
      timer ??= setTimeout(write, TALLY_MS);
      return day;
    },
    giveBack(takenFrom) {
      if (takenFrom === day) uncounted -= 1;
    },
    usedToday: () => ledger.total(quotaDay(clock.wallMs())) + uncounted,
    async close() {
      write();
      await writing;
    },
  };
}

/** Returns the end of the calendar day of UTC+7. Units: milliseconds of the time of day. */
export function endOfQuotaDayMs(wallMs: number): number {
  return (Math.floor((wallMs + ZONE_MS) / DAY_MS) + 1) * DAY_MS - ZONE_MS;
}

function spent(perDay: number, wallMs: number): GeomillError {
  const when = new Date(endOfQuotaDayMs(wallMs) + ZONE_MS).toISOString().replace('.000Z', '+07:00');
  return new GeomillError(
    'QUOTA_SPENT',
    `The ${perDay} requests of today are spent. Run the same command again after ${when}; finished rows are kept.`,
    { details: { perDay, retryAt: when } },
  );
}

/** Builds a ledger in memory, which is lost when the process ends. */
export function createMemoryLedger(): QuotaLedger {
  const totals = new Map<string, number>();
  const total = (day: string) => totals.get(day) ?? 0;
  return {
    async reserve(day, wanted, limit) {
      const count = Math.max(0, Math.min(wanted, limit - total(day)));
      totals.set(day, total(day) + count);
      return count;
    },
    async add(day, count) {
      totals.set(day, total(day) + count);
    },
    total,
  };
}

/**
 * Builds a ledger in a store.
 *
 * Shape: each process has its own count for a service and day, so that without a limit counting is a plain write among those of the
 * responses; with one, all counts are added up in a transaction that excludes other processes.
 */
export function createStoreLedger(store: Store, service: string, processId: string): QuotaLedger {
  let own = 0;
  let ownDay = '';
  const keyOf = (day: string) => `${service}|${day}|${processId}`;

  function totalIn({ quota }: Databases, day: string): number {
    let sum = 0;
    const range = { start: `${service}|${day}|`, end: `${service}|${day}|\uffff` };
    for (const { value } of quota.getRange(range)) sum += value;
    return sum;
  }

  function addIn({ quota }: Databases, day: string, count: number) {
    if (day !== ownDay) {
      ownDay = day;
      own = 0;
    }
    own += count;
    return quota.put(keyOf(day), own);
  }

  return {
    async add(day, count) {
      await store.write((databases) => addIn(databases, day, count));
    },
    async reserve(day, wanted, limit) {
      let count = 0;
      await store.write((databases) =>
        databases.quota.transaction(() => {
          count = Math.max(0, Math.min(wanted, limit - totalIn(databases, day)));
          if (count > 0) void addIn(databases, day, count);
        }),
      );
      return count;
    },
    total: (day) => store.read((databases) => totalIn(databases, day), 0),
  };
}
