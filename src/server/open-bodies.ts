import type { Clock } from '../base/files/clock.ts';
import { LIMITS } from './limits.ts';

/** A body that is being received. Units: bytes. */
export interface IncomingBody {
  /** Returns what has come on its connection so far. */
  received: () => number;
  /** Reports whether the server has all of it, or bytes that it did not read yet, so that the client may have to wait. */
  isHeld: () => boolean;
  /** Whether it may take longer than the time of a request, as a batch does. */
  isStreaming: boolean;
  /** Ends its request; the reason is for the client. */
  end: (reason: string) => void;
}

/** The bodies that a server is receiving. */
export interface OpenBodies {
  /** Watches a body. Shape: returns the function that ends the watch. */
  watch: (body: IncomingBody) => () => void;
  /** Counts a watched body as one of an address or a key; where there are too many, the slowest one makes room, of new ones the oldest. */
  count: (body: IncomingBody, owner: string, most: number) => void;
}

interface Watched {
  body: IncomingBody;
  owners: string[];
  /** What had come before the body, and up to the last look. */
  before: number;
  received: number;
  waitedMs: number;
  silentMs: number;
  /** The state when the rate was judged last. */
  judged: { received: number; waitedMs: number };
}

/**
 * Ends requests whose body does not come: silent ones, and those that trickle.
 *
 * Shape: only time in which the server waits for bytes counts, not that in which it holds back the body. Bodies are looked at every `LIMITS.bodyCheckMs`.
 */
export function createOpenBodies({ nowMs, after }: Pick<Clock, 'nowMs' | 'after'>): OpenBodies {
  const open = new Map<IncomingBody, Watched>();
  const byOwner = new Map<string, Set<Watched>>();
  let lastMs = 0;
  let cancelLook: (() => void) | undefined;

  function look(): void {
    // While this thread was busy, bytes that came were not read.
    const passedMs = Math.min(nowMs() - lastMs, 2 * LIMITS.bodyCheckMs);
    lastMs = nowMs();
    cancelLook = open.size > 0 ? after(LIMITS.bodyCheckMs, look, false) : undefined;
    for (const watched of open.values()) {
      const fault = advance(watched, passedMs);
      if (fault !== undefined) end(watched, fault);
    }
  }

  function end({ body }: Watched, reason: string): void {
    forget(body);
    body.end(reason);
  }

  function forget(body: IncomingBody): void {
    const watched = open.get(body);
    if (!watched) return;
    open.delete(body);
    for (const owner of watched.owners) {
      const own = byOwner.get(owner);
      own?.delete(watched);
      if (own?.size === 0) byOwner.delete(owner);
    }
    if (open.size > 0) return;
    cancelLook?.();
    cancelLook = undefined;
  }

  return {
    watch(body) {
      const received = body.received();
      const judged = { received, waitedMs: 0 };
      open.set(body, { body, owners: [], before: received, received, waitedMs: 0, silentMs: 0, judged });
      if (!cancelLook) {
        lastMs = nowMs();
        cancelLook = after(LIMITS.bodyCheckMs, look, false);
      }
      return () => forget(body);
    },
    count(body, owner, most) {
      const watched = open.get(body);
      if (!watched) return;
      const own = byOwner.get(owner) ?? new Set();
      if (own.size >= most) {
        const waiting = [...own].filter((each) => !each.body.isHeld());
        if (waiting.length >= most)
          end(slowestOf(waiting), `newer requests take its place: its body came slowest of ${most}`);
      }
      // Forgotten when it was empty.
      byOwner.set(owner, own.add(watched));
      watched.owners.push(owner);
    },
  };
}

/** Adds what came in a time. Shape: the reason to end the request, if there is one. */
function advance(watched: Watched, passedMs: number): string | undefined {
  const { body, judged } = watched;
  const received = body.received();
  const isHeld = body.isHeld();
  watched.silentMs = received > watched.received || isHeld ? 0 : watched.silentMs + passedMs;
  watched.received = received;
  if (isHeld) return undefined;
  watched.waitedMs += passedMs;
  if (watched.silentMs >= LIMITS.bodySilentMs)
    return `no byte of the body came for ${LIMITS.bodySilentMs / 1000} s`;
  if (!body.isStreaming && watched.waitedMs >= LIMITS.requestMs)
    return `the body was not complete after ${LIMITS.requestMs / 1000} s`;
  const judgedMs = watched.waitedMs - judged.waitedMs;
  if (judgedMs < LIMITS.bodyRateMs) return undefined;
  if ((received - judged.received) * 1000 < LIMITS.bodyBytesPerSecond * judgedMs)
    return `the body came too slowly: fewer than ${LIMITS.bodyBytesPerSecond} bytes a second for ${LIMITS.bodyRateMs / 1000} s`;
  watched.judged = { received, waitedMs: watched.waitedMs };
  return undefined;
}

/** Returns the body with the least rate, of new ones the first. */
function slowestOf(waiting: readonly Watched[]): Watched {
  const rateOf = ({ received, before, waitedMs }: Watched) =>
    waitedMs === 0 ? Infinity : (received - before) / waitedMs;
  return waiting.reduce((a, b) => (rateOf(b) < rateOf(a) ? b : a));
}
