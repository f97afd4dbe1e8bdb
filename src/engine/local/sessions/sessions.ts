/** An operation that is part of a session. */
type SessionCall = 'autocomplete' | 'place';

/**
 * A change of a session token, for the log of a service.
 *
 * Shape: `token` in lower case. `Session:Billed` is one charge: for a whole session, or for a single call without a valid token;
 * `autocompletes` is the number of calls that the charge covers or, at the end of a session, that it had.
 */
export type SessionEvent =
  | { event: 'Session:Opened'; token: string; by: SessionCall }
  | { event: 'Session:Billed'; unit: 'session'; token: string; autocompletes: number }
  | { event: 'Session:Billed'; unit: SessionCall; why: 'no token' | 'token expired'; token?: string }
  | { event: 'Session:Expired'; token: string; autocompletes: number; wasBilled: boolean };

/**
 * The cost of the calls so far.
 *
 * Shape: `units` is the sum of billed `sessions`, and of `autocompletes` and `places` that were billed as single calls; `free` calls are part
 * of a session, billed as one unit or not billed yet.
 */
export interface Bill {
  units: number;
  sessions: number;
  autocompletes: number;
  places: number;
  free: number;
}

/** Time from the first call with a token until the token expires. Source: interface document, section 8. */
export const SESSION_LIFETIME_MS = 300_000;

/** Most tokens in memory, of valid ones and of expired ones each. */
const MAX_TOKENS = 100_000;

interface Session {
  token: string;
  openedMs: number;
  autocompletes: number;
  isBilled: boolean;
}

/** The clock, event listener and limit of sessions. Units: `now` in milliseconds, monotonic. */
export interface SessionsOptions {
  now: () => number;
  onEvent?: (event: SessionEvent) => void;
  maxTokens?: number;
}

/** The session tokens of a service and the cost of their calls. */
export interface Sessions {
  /** Counts one call, with its token, a UUID as the contract has checked. */
  count(call: SessionCall, token: string | undefined): void;
  /** Returns the cost of the calls so far. */
  bill(): Bill;
}

/**
 * Creates the sessions of a service.
 *
 * Shape: calls with the same token within five minutes of the first one are one session; its autocomplete calls are free, its first place call
 * is billed and covers all others. A call without a token, or with an expired one, is billed as a single call.
 * Guarantee: bounded memory. If there are too many tokens, the oldest expire early.
 * Source: interface document, sections 1 (rule 4), 3 and 8.
 */
export function createSessions({ now, onEvent, maxTokens = MAX_TOKENS }: SessionsOptions): Sessions {
  // Both in the order in which sessions were opened, which is the order in which they expire.
  const valid = new Map<string, Session>();
  const expired = new Set<string>();
  const bill: Bill = { units: 0, sessions: 0, autocompletes: 0, places: 0, free: 0 };

  const expire = ({ token, autocompletes, isBilled }: Session): void => {
    valid.delete(token);
    expired.add(token);
    if (expired.size > maxTokens) expired.delete(expired.values().next().value as string);
    onEvent?.({ event: 'Session:Expired', token, autocompletes, wasBilled: isBilled });
  };

  const expireOld = (timeMs: number): void => {
    for (const session of valid.values()) {
      if (timeMs - session.openedMs < SESSION_LIFETIME_MS && valid.size <= maxTokens) return;
      expire(session);
    }
  };

  const open = (token: string, by: SessionCall, openedMs: number): Session => {
    const session = { token, openedMs, autocompletes: 0, isBilled: false };
    valid.set(token, session);
    onEvent?.({ event: 'Session:Opened', token, by });
    return session;
  };

  const charge = (call: SessionCall, token: string | undefined): void => {
    bill.units += 1;
    bill[call === 'place' ? 'places' : 'autocompletes'] += 1;
    const why = token === undefined ? 'no token' : 'token expired';
    onEvent?.({ event: 'Session:Billed', unit: call, why, token });
  };

  return {
    count(call, written) {
      const timeMs = now();
      expireOld(timeMs);
      const token = written?.toLowerCase();
      if (token === undefined || expired.has(token)) return charge(call, token);
      const session = valid.get(token) ?? open(token, call, timeMs);
      if (call === 'autocomplete') {
        session.autocompletes += 1;
        bill.free += 1;
      } else if (session.isBilled) {
        bill.free += 1;
      } else {
        session.isBilled = true;
        bill.units += 1;
        bill.sessions += 1;
        onEvent?.({ event: 'Session:Billed', unit: 'session', token, autocompletes: session.autocompletes });
      }
    },
    bill() {
      expireOld(now());
      return { ...bill };
    },
  };
}
