import type { OperationName } from '../../contract/catalogue.ts';
import { endOfQuotaDayMs, quotaDay } from '../../remote/quota.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** Most session tokens in memory for one key, of valid ones and of expired ones each. */
const MAX_TOKENS_A_KEY = 10_000;

/**
 * The requests of one key on one day.
 *
 * Shape: `requests` are all admitted requests, also those that failed afterwards; `operations` are those that succeeded, by operation;
 * `units` are billing units: one for each session, and one for each successful request that is part of none.
 */
export interface DayUsage {
  requests: number;
  units: number;
  sessions: number;
  operations: Partial<Record<OperationName, number>>;
}

/** The usage of all keys on one day, as it is stored. */
export interface UsageRecord {
  /** Calendar day of UTC+7. */
  day: string;
  keys: Record<string, DayUsage>;
}

/** The clocks of the usage. Units: milliseconds; `now` is monotonic, `wallMs` the time of day. */
export interface UsageOptions {
  now: () => number;
  wallMs: () => number;
  /** The usage of the same day before a restart. */
  before?: UsageRecord | undefined;
  /** Receives the usage of a day that is over, and the number of keys forgotten. */
  onDayEnd?: (record: UsageRecord) => void;
}

/** The counts of requests, sessions and billing units, by key and day. */
export interface Usage {
  /** Counts admitted requests if the key may send that many more today; returns false and counts none if not. */
  admit(id: string, requests: number, perDay: number | undefined): boolean;
  /** Counts successful requests of an operation; the token is that of an autocomplete or place request. */
  bill(id: string, operation: OperationName, token?: string, count?: number): void;
  /** Returns what all servers of the keys file have counted for a key today. */
  today(id: string): DayUsage;
  /** Replaces what the other servers of the keys file have counted; records of other days count nothing. */
  setOthers(records: readonly UsageRecord[]): void;
  /** Returns what this server has counted. */
  record(): UsageRecord;
  /** Returns the time until the daily quotas are renewed. Units: milliseconds. */
  resetsInMs(): number;
  /** Reports whether anything was counted since the last call. */
  takeDirty(): boolean;
  /** Takes back the last call: what was counted is not stored. */
  markDirty(): void;
}

/**
 * Creates the usage counts of a server.
 *
 * Shape: a day is a calendar day of UTC+7, as for the quota of a remote service.
 * Source: billing of sessions: interface document, sections 1 (rule 4) and 3.
 */
export function createUsage({ now, wallMs, before, onDayEnd }: UsageOptions): Usage {
  let dayEndMs = endOfQuotaDayMs(wallMs());
  let day = quotaDay(wallMs());
  const keys = new Map<string, DayUsage>(before?.day === day ? Object.entries(before.keys) : []);
  const sessions = new Map<string, Sessions>();
  let others: readonly UsageRecord[] = [];
  let isDirty = false;

  const turnDay = (): void => {
    const timeMs = wallMs();
    if (timeMs < dayEndMs) return;
    onDayEnd?.(record());
    keys.clear();
    day = quotaDay(timeMs);
    dayEndMs = endOfQuotaDayMs(timeMs);
    isDirty = true;
  };
  const record = (): UsageRecord => ({ day, keys: Object.fromEntries(keys) });
  const usageOf = (id: string): DayUsage => {
    let usage = keys.get(id);
    if (!usage) keys.set(id, (usage = noUsage()));
    return usage;
  };
  const othersOf = (id: string): DayUsage[] =>
    others.flatMap((record) => (record.day === day && record.keys[id] ? [record.keys[id]] : []));
  const sessionsOf = (id: string): Sessions => {
    let own = sessions.get(id);
    if (!own) sessions.set(id, (own = createSessions(now, MAX_TOKENS_A_KEY)));
    return own;
  };

  return {
    admit(id, requests, perDay) {
      turnDay();
      const usage = usageOf(id);
      const before = othersOf(id).reduce((sum, other) => sum + other.requests, usage.requests);
      if (perDay !== undefined && before + requests > perDay) return false;
      usage.requests += requests;
      isDirty = true;
      return true;
    },
    bill(id, operation, token, count = 1) {
      turnDay();
      const usage = usageOf(id);
      usage.operations[operation] = (usage.operations[operation] ?? 0) + count;
      if (operation === 'autocomplete' || operation === 'place') {
        for (let call = 0; call < count; call += 1) {
          const charge = sessionsOf(id)(operation, token);
          if (charge !== 'nothing') usage.units += 1;
          if (charge === 'session') usage.sessions += 1;
        }
      } else usage.units += count;
      isDirty = true;
    },
    today(id) {
      turnDay();
      return othersOf(id).reduce(addUsage, usageOf(id));
    },
    setOthers(records) {
      others = records;
    },
    record() {
      turnDay();
      return record();
    },
    resetsInMs: () => Math.max(0, dayEndMs - wallMs()),
    takeDirty() {
      const wasDirty = isDirty;
      isDirty = false;
      return wasDirty;
    },
    markDirty() {
      isDirty = true;
    },
  };
}

const noUsage = (): DayUsage => ({ requests: 0, units: 0, sessions: 0, operations: {} });

function addUsage(one: DayUsage, other: DayUsage): DayUsage {
  const operations = { ...one.operations };
  for (const [name, count] of Object.entries(other.operations))
    operations[name as OperationName] = (operations[name as OperationName] ?? 0) + count;
  return {
    requests: one.requests + other.requests,
    units: one.units + other.units,
    sessions: one.sessions + other.sessions,
    operations,
  };
}
