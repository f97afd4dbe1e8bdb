import { GeomillError } from '../../base/errors/geomill-error.ts';
import { message } from '../../base/messages/message.ts';
import type { OverwrittenLine } from './overwritten-line.ts';

/** The count of requests of the latest day. */
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

/** The most requests that one call of `reserve` is asked for, so that a line that is lost hides no more. */
export const MOST_OF_ENTRY = 20;

/** The length of a line of the ledger. */
export const LEDGER_LINE_LENGTH = 10 + 1 + 15 + 1 + 15;

/** A count. Shape: `changes` numbers the lines, so that the later of two is known. */
export interface LedgerCount {
  day: string;
  total: number;
  changes: number;
}

type ReadableLine = Pick<OverwrittenLine, 'path' | 'read'>;

const NOTHING: LedgerCount = { day: '', total: 0, changes: 0 };

/** Builds a ledger in memory, which is lost when the process ends. */
export function createMemoryLedger(): QuotaLedger {
  return createLedger(NOTHING, () => undefined, {});
}

/**
 * Opens a ledger over two files of one line, which have the same count.
 *
 * Shape: requests are counted before they are sent, in the first line and then in the second.
 * Errors: IO, also where neither line can be read: what was spent is then unknown.
 * Guarantee: with damage to one of the files, or without it, the count is the one before the damage, or higher by at most 20.
 */
export function openQuotaLedger(lines: readonly [OverwrittenLine, OverwrittenLine]): QuotaLedger {
  const [first, second] = lines;
  let count = readCount(lines);
  if (count === undefined) {
    count = NOTHING;
    // A count of which a power loss leaves nothing would begin at 0 again.
    for (const line of lines) line.writeDurably(encodeCount(count));
  } else {
    // A count overwrites one line while the other can be read.
    const text = encodeCount(count);
    for (const line of lines) if (line.read() !== text) line.write(text);
  }
  function save(next: LedgerCount): void {
    const text = encodeCount(next);
    first.write(text);
    second.write(text);
  }
  return createLedger(count, save, {
    files: `${first.path} and ${second.path}`,
    close: async () => {
      const closed = await Promise.allSettled([first.close(), second.close()]);
      for (const each of closed) if (each.status === 'rejected') throw each.reason;
    },
  });
}

/** Returns the count of two lines; undefined where nothing was counted yet. Errors: IO where it cannot be known. */
export function readCount(lines: readonly [ReadableLine, ReadableLine]): LedgerCount | undefined {
  const [first, second] = lines.map((line) => line.read());
  const [one, other] = [decodeCount(first), decodeCount(second)];
  // The second line is begun when the first is on the disk: nothing was counted before.
  if (one === undefined && second === '') return undefined;
  if (one && other) return one.changes >= other.changes ? one : other;
  // The first is written first: the second may be behind by a change that is lost with the first.
  if (one) return one;
  if (other) return { ...other, total: other.total + MOST_OF_ENTRY };
  throw damaged(lines);
}

function createLedger(
  begun: LedgerCount,
  save: (count: LedgerCount) => void,
  { files, close = () => Promise.resolve() }: { files?: string; close?: () => Promise<void> },
): QuotaLedger {
  let count = begun;
  function change(day: string, added: number): void {
    const before = day === count.day ? count.total : 0;
    const next = { day, total: Math.max(0, before + added), changes: count.changes + 1 };
    save(next);
    count = next;
  }
  const total = (day: string) => (day === count.day ? count.total : 0);
  return {
    ...(files !== undefined && { files }),
    latestDay: () => count.day,
    add(day, added) {
      if (added !== 0 && day >= count.day) change(day, added);
    },
    reserve(day, wanted, limit) {
      const granted = day < count.day ? 0 : Math.max(0, Math.min(wanted, limit - total(day)));
      if (granted > 0) change(day, granted);
      return granted;
    },
    total,
    close,
  };
}

const encodeCount = ({ day, total, changes }: LedgerCount) => `${day || 'never'} ${total} ${changes}`;

/** Returns the count of a line; undefined where it has none. */
function decodeCount(text: string | undefined): LedgerCount | undefined {
  const [, day, total, changes] = /^(\d{4}-\d\d-\d\d|never) (\d{1,15}) (\d{1,15})$/.exec(text ?? '') ?? [];
  if (day === undefined) return undefined;
  return { day: day === 'never' ? '' : day, total: Number(total), changes: Number(changes) };
}

function damaged([first, second]: readonly [ReadableLine, ReadableLine]): GeomillError {
  return new GeomillError('IO', message('service.countDamaged', { first: first.path, second: second.path }), {
    details: { file: first.path, hint: false },
  });
}
