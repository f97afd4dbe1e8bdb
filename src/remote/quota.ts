import { GeomillError } from '../base/errors/geomill-error.ts';
import { message } from '../base/messages/message.ts';
import type { Clock } from '../base/files/clock.ts';
import { createMemoryLedger, MOST_OF_ENTRY, type QuotaLedger } from './disk/quota-ledger.ts';

/** The daily quota of requests, over all runs. */
export interface Quota {
  /**
   * Counts up to this number of requests against the quota of today, before they are sent; returns that day and how many it counted, at least one.
   *
   * Errors: QUOTA_SPENT with the time of the next quota; IO.
   */
  take(wanted: number): { day: string; count: number };
  /** Uncounts one request of a day that was never sent. Errors: IO. */
  giveBack(day: string): void;
  usedToday(): number;
  close(): Promise<void>;
}

/** The settings of a quota. */
export interface QuotaOptions {
  ledger: QuotaLedger;
  /** Opens the ledger for the days before one that was counted while the clock was wrong, by a name for it. Absent: in memory. Errors: IO. */
  openBeside?: (place: string) => QuotaLedger;
  clock: Clock;
  /** Absent: no limit. */
  perDay?: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ZONE_MS = 7 * HOUR_MS;
/** A day so far ahead was not counted on the other side of a midnight: the clock is wrong, or was. */
const MOST_DAYS_AHEAD = 2;

/** Returns the calendar day of UTC+7, `2026-07-01`. */
export function quotaDay(wallMs: number): string {
  return new Date(wallMs + ZONE_MS).toISOString().slice(0, 10);
}

/**
 * Builds a quota over a ledger. Without a limit it only counts, for later runs that have one.
 *
 * Guarantee: requests sent in a day never exceed `perDay` over all runs with the ledger, whatever kills them; a killed one
 * wastes at most what it had taken and not given back. A clock that is set back over midnight does not open another day. After a clock that was far
 * ahead, the days are counted in a ledger beside the first, from the count of the day that was ahead: this one is not opened twice, a clock
 * that is wrong opens one day each time, and the quota of one day is not that of all days until then.
 */
export function createQuota(options: QuotaOptions): Quota {
  const { ledger: first, openBeside = createMemoryLedger, clock, perDay = Infinity } = options;
  const beside = new Map<string, QuotaLedger>();
  let ledger = first;
  let day = '';
  let dayEndMs = -Infinity;

  /** Also leaves a day that was counted by a clock that was far ahead, and is right now. */
  function turnDay(): void {
    const wallMs = clock.wallMs();
    const isAhead = wallMs < dayEndMs - (MOST_DAYS_AHEAD + 1) * DAY_MS;
    if (wallMs >= dayEndMs || (isAhead && day !== '')) turnTo(quotaDay(wallMs));
  }

  /** Goes over to a day, or to a later one that was counted for already. */
  function turnTo(today: string): void {
    ledger = ledgerOf(today);
    const latest = ledger.latestDay();
    day = latest > today ? latest : today;
    dayEndMs = endOfDayMs(day);
  }

  /** Returns the ledger of a day: the first, or one beside it for each wrong clock, one inside the other. */
  function ledgerOf(today: string): QuotaLedger {
    let found = first;
    let place = '';
    for (let ahead = found.latestDay(); isFarAhead(ahead, today); ahead = found.latestDay()) {
      const before = found;
      place = `${place} before ${ahead}`;
      found = beside.get(place) ?? openBeside(place);
      beside.set(place, found);
      if (found.latestDay() === '') found.add(today, before.total(ahead));
    }
    return found;
  }

  function take(wanted: number): { day: string; count: number } {
    turnDay();
    const count = ledger.reserve(day, Math.min(wanted, MOST_OF_ENTRY), perDay);
    if (count === 0) throw spent(perDay, day, clock.wallMs(), first);
    return { day, count };
  }

  return {
    take,
    giveBack(takenFrom) {
      // None: the day is over, and so is its count.
      [first, ...beside.values()].find((each) => each.latestDay() === takenFrom)?.add(takenFrom, -1);
    },
    usedToday() {
      turnDay();
      return ledger.total(day);
    },
    async close() {
      const closed = await Promise.allSettled([first, ...beside.values()].map((each) => each.close()));
      for (const each of closed) if (each.status === 'rejected') throw each.reason;
    },
  };
}

/** Returns the end of the calendar day of UTC+7. Units: milliseconds of the time of day. */
export function endOfQuotaDayMs(wallMs: number): number {
  return (Math.floor((wallMs + ZONE_MS) / DAY_MS) + 1) * DAY_MS - ZONE_MS;
}

const endOfDayMs = (day: string) => endOfQuotaDayMs(Date.parse(`${day}T00:00:00Z`) - ZONE_MS);

function isFarAhead(day: string, today: string): boolean {
  return Date.parse(day) - Date.parse(today) > MOST_DAYS_AHEAD * DAY_MS;
}

function spent(perDay: number, day: string, wallMs: number, first: QuotaLedger): GeomillError {
  const when = new Date(endOfDayMs(day) + ZONE_MS).toISOString().replace('.000Z', '+07:00');
  const today = quotaDay(wallMs);
  const latest = first.latestDay();
  const wayOut = first.files === undefined ? '' : message('service.quotaWayOut', { files: first.files });
  const note = isFarAhead(latest, today) ? message('service.quotaClockWrong', { latest, today, wayOut }) : '';
  const reason =
    day > today
      ? message('service.quotaOfDaySpent', { perDay, day, today, wayOut, when })
      : message('service.quotaSpent', { perDay, note, when });
  return new GeomillError('QUOTA_SPENT', reason, { details: { perDay, retryAt: when } });
}
