import type { TransportResult } from '../../../src/remote/transport.ts';
import type { ServiceSchedule } from './schedule.ts';

/** What must hold for the processes of a cache folder; each call tells what happens. Units: ms. */
export interface ServiceInvariants {
  violate(what: string): void;
  violation(): string | undefined;
  /** A request was written to a connection, at a time since the start of the machine, on a day of its clock. */
  sent(process: string, key: number, machineMs: number, day: string): void;
  /** A reply has arrived; undefined where the connection broke. */
  replied(process: string, key: number, result: TransportResult | undefined): void;
  /** A caller has the response to a key. */
  answered(key: number, found: string, wanted: string): void;
  begun(): void;
  killed(process: string): void;
  powerCut(): void;
  jumped(): void;
  damaged(path: string): void;
  mayBeDamaged(path: string): boolean;
  /** Days on which requests were sent. */
  days(): number;
  /** Checks that each key was answered. */
  whole(keys: number): void;
}

/** What was appended in the last second before a power cut, and while it was synced, may be lost. */
const UNSYNCED_MS = 1_000;
const WINDOW_MS = 1_000;
/** From the moment when a connection is asked for until the request is written to it, at most. */
const CONNECT_MS = 10;

/** Builds the invariants. Source: promises 3, 4, 8, 9, 10, 16, 17 and 18. */
export function createServiceInvariants({
  schedule: { ratePerSecond, perDay, syncMs },
  note,
  nowMs,
}: {
  schedule: ServiceSchedule;
  note: (text: string) => void;
  nowMs: () => number;
}): ServiceInvariants {
  let violation: string | undefined;
  /** When each key was first answered. */
  const answeredMs = new Map<number, number>();
  /** Keys whose reply has arrived, so that it may be on the disk before a caller has it; true if the disk was damaged meanwhile. */
  const arriving = new Map<number, boolean>();
  /** When keys were answered whose reply may be damaged on the disk already. */
  const unsureMs = new Map<number, number>();
  const inFlight = new Map<string, Set<number>>();
  const pauses = new Map<string, { fromMs: number; untilMs: number }>();
  let windowMs: number[] = [];
  const sends: number[] = [];
  const byDay = new Map<string, number>();
  let jumps = 0;
  /** Requests whose count a power cut may have taken. */
  let uncounted = 0;
  /** Times of the last seconds of killed processes, which nobody synced until a later process has run for a second. */
  let fragile: { fromMs: number; toMs: number; untilMs: number }[] = [];
  const damagedPaths: string[] = [];
  const lostMs = UNSYNCED_MS + 1.2 * syncMs + 10;

  function violate(what: string): void {
    if (violation === undefined) note(`VIOLATION: ${what}`);
    violation ??= what;
  }
  const isDamaged = (name: RegExp) => damagedPaths.some((path) => name.test(path));
  const flightsOf = (process: string) => {
    const keys = inFlight.get(process) ?? new Set();
    inFlight.set(process, keys);
    return keys;
  };

  function checkRate(machineMs: number): void {
    windowMs = windowMs.filter((at) => at > machineMs - WINDOW_MS);
    windowMs.push(machineMs);
    if (windowMs.length > ratePerSecond)
      violate(`${windowMs.length} requests in a second, the rate is ${ratePerSecond}`);
  }
  function checkQuota(day: string): void {
    sends.push(nowMs());
    byDay.set(day, (byDay.get(day) ?? 0) + 1);
    if (perDay === undefined) return;
    const sent = jumps === 0 ? (byDay.get(day) ?? 0) : sends.length;
    // A clock that is wrong anew opens one day at most.
    const days = jumps === 0 ? 1 : byDay.size + jumps;
    // Of two lines that are both damaged nobody knows the count.
    const isUnknown = isDamaged(/quota[\w-]*\.1$/) && isDamaged(/quota[\w-]*\.2$/);
    if (sent > perDay * days + uncounted && !isUnknown)
      violate(`${sent} requests in ${days} days, the quota is ${perDay}`);
  }

  return {
    violate,
    violation: () => violation,
    sent(process, key, machineMs, day) {
      note(`${process} sends ${key}`);
      checkRate(machineMs);
      checkQuota(day);
      if (answeredMs.has(key)) violate(`${key} was answered, and is sent again`);
      if (flightsOf(process).has(key)) violate(`${key} is in flight twice`);
      flightsOf(process).add(key);
      const pause = pauses.get(process);
      // A connection may be made already.
      if (pause && nowMs() > pause.fromMs + CONNECT_MS && nowMs() < pause.untilMs)
        violate(`${process} sends ${key} in a pause that the service asked for`);
    },
    replied(process, key, result) {
      flightsOf(process).delete(key);
      if (result?.kind === 'reply') arriving.set(key, false);
      if (result?.kind !== 'reply' || result.status !== 429) return;
      const untilMs = nowMs() + Number(result.headers.retryAfter) * 1000;
      const before = pauses.get(process);
      const isLonger = before && before.untilMs > nowMs();
      pauses.set(process, {
        fromMs: isLonger ? before.fromMs : nowMs(),
        untilMs: Math.max(untilMs, before?.untilMs ?? -Infinity),
      });
    },
    answered(key, found, wanted) {
      if (found !== wanted) violate(`the response to ${key} is ${found}, not ${wanted}`);
      const isUnsure = arriving.get(key) === true;
      arriving.delete(key);
      if (isUnsure) unsureMs.set(key, nowMs());
      // Several callers may wait for one reply.
      if (unsureMs.get(key) === nowMs()) return;
      if (!answeredMs.has(key)) answeredMs.set(key, nowMs());
    },
    begun() {
      for (const each of fragile) each.untilMs = Math.min(each.untilMs, nowMs() + lostMs);
    },
    killed(process) {
      inFlight.delete(process);
      fragile = fragile.filter(({ untilMs }) => untilMs > nowMs());
      for (const each of fragile) each.untilMs = Infinity;
      fragile.push({ fromMs: nowMs() - lostMs, toMs: nowMs(), untilMs: Infinity });
    },
    powerCut() {
      windowMs = [];
      const mayBeLost = (at: number) =>
        at > nowMs() - lostMs ||
        fragile.some(({ fromMs, toMs, untilMs }) => untilMs > nowMs() && at >= fromMs && at <= toMs);
      uncounted += sends.filter(mayBeLost).length;
      for (const [key, at] of answeredMs) if (mayBeLost(at)) answeredMs.delete(key);
      fragile = [];
    },
    jumped() {
      jumps += 1;
    },
    damaged(path) {
      damagedPaths.push(path);
      // Which of its responses, is for the cache to find out.
      if (!/\/answers-/.test(path)) return;
      answeredMs.clear();
      for (const key of arriving.keys()) arriving.set(key, true);
    },
    mayBeDamaged: (path) => damagedPaths.some((each) => each === path),
    days: () => byDay.size,
    whole(keys) {
      if (answeredMs.size < keys && !isDamaged(/./))
        violate(`${answeredMs.size} of ${keys} keys were answered`);
    },
  };
}
