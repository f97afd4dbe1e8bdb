import { GeomillError } from '../base/errors/geomill-error.ts';
import type { Clock } from '../base/files/clock.ts';
import type { QuotaLedger } from './quota-ledger.ts';

/** The daily quota of requests, over all runs and processes. */
export interface Quota {
  /**
   * Counts one request against today's quota, before it is sent; returns that day.
   *
   * Errors: QUOTA_SPENT with the time of the next quota; IO.
   */
  take(): string;
  /** Uncounts one request of a day that was never sent. Errors: IO. */
  giveBack(day: string): void;
  usedToday(): number;
  close(): Promise<void>;
}

/** The settings of a quota. */
export interface QuotaOptions {
  ledger: QuotaLedger;
  clock: Clock;
  /** Absent: no limit. */
  perDay?: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ZONE_MS = 7 * HOUR_MS;

/** Returns the calendar day of UTC+7, `2026-07-01`. */
export function quotaDay(wallMs: number): string {
  return new Date(wallMs + ZONE_MS).toISOString().slice(0, 10);
}

/**
 * Builds a quota over a ledger. Without a limit it only counts, for later runs that have one.
 *
 * Guarantee: requests sent in a day never exceed `perDay` over all processes that share the ledger, whatever kills them; a killed one
 * wastes at most what it had taken and not given back. A clock that is set back over midnight does not open another day.
 */
export function createQuota({ ledger, clock, perDay = Infinity }: QuotaOptions): Quota {
  let day = '';
  let dayEndMs = -Infinity;

  function turnDay(): void {
    if (clock.wallMs() >= dayEndMs) turnTo(quotaDay(clock.wallMs()));
  }

  /** Goes over to a day, or to a later one that another process counts for already. */
  function turnTo(today: string): void {
    const latest = ledger.latestDay();
    day = latest > today ? latest : today;
    dayEndMs = endOfDayMs(day);
  }

  return {
    take() {
      for (;;) {
        turnDay();
        if (ledger.reserve(day, 1, perDay) > 0) return day;
        if (ledger.latestDay() <= day) throw spent(perDay, day, clock.wallMs());
        turnTo(day);
      }
    },
    giveBack: (takenFrom) => ledger.add(takenFrom, -1),
    usedToday() {
      turnDay();
      return ledger.total(day);
    },
    close: () => ledger.close(),
  };
}

/** Returns the end of the calendar day of UTC+7. Units: milliseconds of the time of day. */
export function endOfQuotaDayMs(wallMs: number): number {
  return (Math.floor((wallMs + ZONE_MS) / DAY_MS) + 1) * DAY_MS - ZONE_MS;
}

const endOfDayMs = (day: string) => endOfQuotaDayMs(Date.parse(`${day}T00:00:00Z`) - ZONE_MS);

function spent(perDay: number, day: string, wallMs: number): GeomillError {
  const when = new Date(endOfDayMs(day) + ZONE_MS).toISOString().replace('.000Z', '+07:00');
  const today = quotaDay(wallMs);
  const setBack =
    day > today
      ? ` Requests were already counted for ${day}, though the clock of this machine says ${today}: it was set back, or was wrong before.`
      : '';
  return new GeomillError(
    'QUOTA_SPENT',
    `The ${perDay} requests of ${day > today ? day : 'today'} are spent.${setBack} Run the same command again after ${when}; finished rows are kept.`,
    { details: { perDay, retryAt: when } },
  );
}
