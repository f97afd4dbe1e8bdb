import { join } from 'node:path';
import { GeomillError } from '../base/errors/geomill-error.ts';
import type { OverwrittenLine } from './disk/overwritten-line.ts';
import type { SharedLog, SharedLogOptions, SharedState } from './disk/shared-log.ts';

/** The count of requests of the latest day, shared by all runs of a cache folder. */
export interface QuotaLedger {
  /** Its files, for messages; absent in memory. */
  readonly files?: string;
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

/** The requests that a damaged entry stands for, and the most that one may count. */
export const MOST_OF_ENTRY = 20;

const DAY_LENGTH = 10;
const ENTRY_LENGTH = DAY_LENGTH + 1 + 12 + 1 + 15;
const SYNC_AFTER_MS = 1000;

/** Builds a ledger in memory, which is lost when the process ends. */
export function createMemoryLedger(): QuotaLedger {
  return createLedger((state) => ({
    log: {
      writer: 'memory',
      follow: () => undefined,
      append: (entry) => state.apply(entry, 'memory'),
      close: () => Promise.resolve(),
    },
  }));
}

/** Opens the files of a ledger. */
export interface LedgerFiles {
  openLog: (options: SharedLogOptions) => SharedLog;
  openLine: (path: string, length: number, options: Pick<SharedLogOptions, 'calls'>) => OverwrittenLine;
}

/**
 * Opens the ledger of a service in the cache folder.
 *
 * Shape: a log of its own, so that it outlives the responses. Entries hold day, count, and the total that their writer knew. Requests
 * are counted before they are sent. A second file `<name>.floor` holds the latest total again: a log that was cut between two entries, or
 * removed, looks like one of fewer requests.
 * Errors: IO, also for a damaged first line of the log: what was spent is then unknown.
 * Guarantee: with damage to one of the files, the count is the one before the damage, or higher by at most 20 for each damaged
 * entry, or the log is refused.
 */
export function openQuotaLedger(
  options: Omit<SharedLogOptions, 'state' | 'entryLength' | 'syncAfterMs'>,
  { openLog, openLine }: LedgerFiles,
): QuotaLedger {
  const floor = openLine(join(options.folder, `${options.name}.floor`), ENTRY_LENGTH, options);
  try {
    return createLedger((state) => ({
      log: openLog({ ...options, state, entryLength: ENTRY_LENGTH, syncAfterMs: SYNC_AFTER_MS }),
      floor,
      files: `${join(options.folder, options.name)}.*`,
    }));
  } catch (error) {
    floor.close();
    throw error;
  }
}

interface Count {
  day: string;
  total: number;
  /** Damaged entries that no later entry accounts for. */
  unknownEntries: number;
}

/** Where a ledger keeps its count. Shape: no `floor` in memory. */
interface LedgerParts {
  log: SharedLog;
  floor?: OverwrittenLine;
  files?: string;
}

function createLedger(open: (state: SharedState) => LedgerParts): QuotaLedger {
  let count: Count = { day: '', total: 0, unknownEntries: 0 };
  /** The total of the day in front of the last entry of this process. */
  let totalBefore = 0;
  /** Whether the log went on in another file since the floor was read: somebody may have removed a damaged one that others had counted in. */
  let hasTurned = false;

  const state: SharedState = {
    save: () => encodeEntry(count.day, knownTotal(count), 0),
    restore(saved, file) {
      if (saved === undefined) throw damaged(file);
      const { day, stated } = decodeEntry(saved);
      count = { day, total: stated, unknownEntries: 0 };
      hasTurned = true;
    },
    apply(entry, writer) {
      const { day, added, stated } = decodeEntry(entry);
      if (day < count.day) return;
      if (day > count.day) count = { day, total: 0, unknownEntries: 0 };
      // The writer knew of entries that are damaged now. It may not have known of requests given back meanwhile: these are wasted.
      const before = Math.max(count.total, stated - added);
      if (writer === log.writer) totalBefore = before;
      count = { day, total: Math.max(0, before + added), unknownEntries: 0 };
    },
    skip() {
      count.unknownEntries += 1;
    },
  };
  const { log, floor, files } = open(state);
  raiseToFloor();

  /**
   * Takes over the count of the floor file if the log has lost entries; returns whether it has.
   *
   * The floor is read before the log: the log then has every entry that the floor accounts for. In the other order, the entries that
   * other processes append in between would be counted twice. If requests were given back in between, the floor has changed.
   */
  function raiseToFloor(): boolean {
    let read: string | undefined;
    do {
      hasTurned = false;
      read = floor?.read();
      log.follow();
      if (read === undefined || !isAbove(read)) return false;
    } while (read !== floor?.read());
    const { day, stated } = decodeEntry(read);
    count = { day, total: stated, unknownEntries: 0 };
    return true;
  }

  function isAbove(floorText: string): boolean {
    const { day, stated } = decodeEntry(floorText);
    return day > count.day || (day === count.day && stated > knownTotal(count));
  }

  /** Writes the count to the floor file, again if another process counted meanwhile: it may have been the faster one. */
  function writeFloor(): void {
    for (let saved = ''; floor && saved !== state.save(); log.follow()) {
      saved = state.save();
      floor.write(saved);
    }
  }

  const total = (day: string) => (day === count.day ? knownTotal(count) : 0);
  function append(day: string, added: number): void {
    // Lowered first, so that the floor is never above a log that is complete.
    if (added < 0 && day === count.day) floor?.write(encodeEntry(day, Math.max(0, total(day) + added), 0));
    log.append(encodeEntry(day, total(day) + added, added));
  }

  function claim(day: string, wanted: number, limit: number): number {
    log.follow();
    if (hasTurned) raiseToFloor();
    const claimed = Math.min(wanted, limit - total(day));
    if (claimed <= 0 || day < count.day) return 0;
    append(day, claimed);
    if (day < count.day) return 0;
    // What was claimed without knowing of others is wasted.
    if (hasTurned && raiseToFloor()) return claim(day, wanted, limit);
    // Another process may have been faster: what is above the limit goes back.
    const granted = Math.max(0, Math.min(claimed, limit - totalBefore));
    if (granted < claimed) append(day, granted - claimed);
    return granted;
  }

  return {
    ...(files !== undefined && { files }),
    latestDay() {
      log.follow();
      return count.day;
    },
    add(day, added) {
      if (added === 0) return;
      log.follow();
      if (hasTurned) raiseToFloor();
      append(day, added);
      writeFloor();
    },
    reserve(day, wanted, limit) {
      const granted = claim(day, wanted, limit);
      if (granted > 0) writeFloor();
      return granted;
    },
    total(day) {
      log.follow();
      return total(day);
    },
    async close() {
      try {
        floor?.close();
      } finally {
        await log.close();
      }
    },
  };
}

const knownTotal = ({ total, unknownEntries }: Count) => total + unknownEntries * MOST_OF_ENTRY;

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
    `The count of requests in ${file} is damaged: it is not known how many were sent today. Remove it: the count then continues from the file beside it that ends with .floor. To begin at 0, remove both.`,
    { details: { file, hint: false } },
  );
}
