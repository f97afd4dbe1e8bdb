import { GeomillError } from '../errors/geomill-error.ts';
import type { SharedLog, SharedLogOptions, SharedState } from './disk/shared-log.ts';

/** The count of requests of the latest day, shared by all runs of a cache folder. */
export interface QuotaLedger {
  /**
   * Returns the latest day that requests were counted for, `2026-07-01`; '' if there is none. No earlier day can be counted for any more, so a
   * clock that is set back does not open a new one.
   */
  latestDay(): string;
  /** Counts requests of a day, without a limit; a negative count gives back. Has no effect for a day before the latest. Errors: IO. */
  add(day: string, count: number): void;
  /** Counts up to `wanted` requests while the total of the day stays within `limit`; returns how many it counted. Errors: IO. */
  reserve(day: string, wanted: number, limit: number): number;
  /** Returns the requests of a day; 0 for any but the latest. */
  total(day: string): number;
  close(): Promise<void>;
}

/** The maximum number of requests that are counted before they are sent. */
export const MAX_LEASE = 20;

const DAY_LENGTH = 10;
const ENTRY_LENGTH = DAY_LENGTH + 1 + 12 + 1 + 15;
const SYNC_AFTER_MS = 1000;

/** Builds a ledger in memory, which is lost when the process ends. */
export function createMemoryLedger(): QuotaLedger {
  return createLedger(({ state }) => ({
    writer: 'memory',
    follow: () => undefined,
    append: (entry) => state.apply(entry, 'memory'),
    close: () => Promise.resolve(),
  }));
}

/**
 * Opens the ledger of a service in the cache folder.
 *
 * Shape: a file of its own, so that it outlives the responses. Entries hold day, count, and the total that their writer knew. Requests
 * are counted before they are sent.
 * Errors: IO, also for a damaged first line: what was spent is then unknown.
 * Guarantee: of damaged entries the count is taken from the total of the next one, or assumed to be the highest there is.
 */
export function openQuotaLedger(
  options: Omit<SharedLogOptions, 'state' | 'entryLength' | 'syncAfterMs'>,
  open: (options: SharedLogOptions) => SharedLog,
): QuotaLedger {
  return createLedger(({ state }) =>
    open({ ...options, state, entryLength: ENTRY_LENGTH, syncAfterMs: SYNC_AFTER_MS }),
  );
}

interface Count {
  day: string;
  total: number;
  /** Damaged entries that no later entry accounts for. */
  unknownEntries: number;
}

function createLedger(open: (parts: { state: SharedState }) => SharedLog): QuotaLedger {
  let count: Count = { day: '', total: 0, unknownEntries: 0 };
  /** The total of the day in front of the last entry. */
  let totalBefore = 0;

  const state: SharedState = {
    save: () => encodeEntry(count.day, knownTotal(count), 0),
    restore(saved, file) {
      if (saved === undefined) throw damaged(file);
      const { day, stated } = decodeEntry(saved);
      count = { day, total: stated, unknownEntries: 0 };
    },
    apply(entry) {
      const { day, added, stated } = decodeEntry(entry);
      if (day < count.day) return;
      if (day > count.day) count = { day, total: 0, unknownEntries: 0 };
      // The writer knew of entries that are damaged now. It may not have known of requests given back meanwhile: these are wasted.
      totalBefore = Math.max(count.total, stated - added);
      count = { day, total: Math.max(0, totalBefore + added), unknownEntries: 0 };
    },
    skip() {
      count.unknownEntries += 1;
    },
  };
  const log = open({ state });

  const total = (day: string) => (day === count.day ? knownTotal(count) : 0);
  function append(day: string, added: number): void {
    log.append(encodeEntry(day, total(day) + added, added));
  }

  return {
    latestDay() {
      log.follow();
      return count.day;
    },
    add(day, added) {
      if (added !== 0) append(day, added);
    },
    reserve(day, wanted, limit) {
      log.follow();
      const claimed = Math.min(wanted, limit - total(day));
      if (claimed <= 0 || day < count.day) return 0;
      append(day, claimed);
      if (day < count.day) return 0;
      // Another process may have been faster: what is above the limit goes back.
      const granted = Math.max(0, Math.min(claimed, limit - totalBefore));
      if (granted < claimed) append(day, granted - claimed);
      return granted;
    },
    total(day) {
      log.follow();
      return total(day);
    },
    close: () => log.close(),
  };
}

const knownTotal = ({ total, unknownEntries }: Count) => total + unknownEntries * MAX_LEASE;

/** Returns an entry. Shape: day, what is added, the total with it. */
function encodeEntry(day: string, stated: number, added: number): string {
  return `${day.padEnd(DAY_LENGTH)} ${added} ${stated}`;
}

function decodeEntry(entry: string): { day: string; added: number; stated: number } {
  const [added = '0', stated = '0'] = entry.slice(DAY_LENGTH + 1).split(' ');
  return { day: entry.slice(0, DAY_LENGTH).trim(), added: Number(added), stated: Number(stated) };
}

function damaged(file: string): GeomillError {
  return new GeomillError(
    'IO',
    `The count of requests in ${file} is damaged: it is not known how many were sent today. Remove the file to begin at 0, or use --no-cache.`,
    { details: { file, hint: false } },
  );
}
